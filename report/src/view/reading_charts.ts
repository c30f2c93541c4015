// The charts of a figure under a reading that the reader chooses, beside those of the headline.

import type { Panel, Reading, Readings } from '../data';
import { h, toggleButton } from '../dom';
import { capital, mathText, slug } from '../format';
import { figureIn } from './claims';
import { headingOf } from './figures';
import { PanelCard, type Surroundings } from './panel_card';
import {
  type ChartChoice,
  changeWords,
  chartAddress,
  chartCaption,
  chosenIn,
  figuresOf,
  paperFigure,
} from './reading_words';

const kinds: Record<Reading['kind'], string> = {
  headline: 'The reading of this report',
  single: 'One change',
  pair: 'Two changes',
  profile: 'Profiles',
};

/** What is shown before the reader chooses: the decision that matters most to the first claim. */
export function firstChoice({ claims, readings }: Readings): ChartChoice {
  const claim = claims.find(({ decisive }) => decisive !== null);
  const drawn = readings.filter((reading) => reading.panels.length > 0);
  const reading =
    drawn.find(({ name }) => name === claim?.decisive) ??
    drawn.find(({ kind }) => kind !== 'headline') ??
    drawn[0];
  return { reading: reading?.name ?? '', figure: figureIn(claim?.where ?? '') ?? '' };
}

export class ReadingCharts {
  readonly element: HTMLElement;
  private readonly title = h('h3', { tabindex: -1 }, 'Charts under a reading');
  private readonly select = h('select', { id: 'reading-choice' });
  private readonly figures = h('div', { class: 'figure-choice', role: 'group' });
  private readonly changes = h('p', { class: 'changes', role: 'status' });
  private readonly charts = h('div', { class: 'pairs' });
  private readonly drawn: Reading[];
  private choice: ChartChoice;
  private beside = true;
  private readonly besideButton = toggleButton(
    { class: 'tool beside-headline', title: 'Show the same charts under the headline' },
    this.beside,
    (pressed) => {
      this.beside = pressed;
      this.show();
    },
    'Headline beside it',
  );
  private gone = new AbortController();

  constructor(
    readings: Readings,
    private readonly page: Surroundings,
  ) {
    this.drawn = readings.readings.filter((reading) => reading.panels.length > 0);
    this.figures.setAttribute('aria-label', 'Figure shown');
    this.fillSelect();
    this.element = this.assemble();
    this.choice = this.possible(chosenIn(location.hash) ?? firstChoice(readings));
    this.show();
    addEventListener('hashchange', () => this.follow());
  }

  private assemble(): HTMLElement {
    this.select.addEventListener('change', () =>
      this.choose({ ...this.choice, reading: this.select.value }),
    );
    return h(
      'div',
      { id: 'reading-charts' },
      this.title,
      h(
        'p',
        {},
        'The figures that a reading touches, in the same trials and cells as the headline. Each ' +
          'chart has a vertical axis of its own: compare the order of the methods, not heights.',
      ),
      h(
        'div',
        { class: 'card reading-choice' },
        h('label', { for: this.select.id }, 'Reading'),
        this.select,
        this.figures,
        this.besideButton,
        this.changes,
      ),
      this.charts,
    );
  }

  private fillSelect(): void {
    for (const [kind, label] of Object.entries(kinds)) {
      const options = this.drawn
        .filter((reading) => reading.kind === kind)
        .map(({ name, literal }) =>
          h('option', { value: name }, mathText(name) + (literal ? ' (literal)' : '')),
        );
      if (options.length > 0) this.select.append(h('optgroup', { label }, ...options));
    }
  }

  /** The nearest choice for which there are charts. */
  private possible({ reading, figure }: ChartChoice): ChartChoice {
    const known = this.drawn.find(({ name }) => name === reading) ?? this.drawn[0];
    const figures = known ? figuresOf(known) : [];
    return {
      reading: known?.name ?? '',
      figure: figures.includes(figure) ? figure : (figures[0] ?? ''),
    };
  }

  /** A choice made here: the address keeps it, and the page stays where it is. */
  private choose(choice: ChartChoice): void {
    this.choice = this.possible(choice);
    history.replaceState(null, '', chartAddress(this.choice));
    this.show();
  }

  /** A link elsewhere on the page leads here. */
  private follow(): void {
    const choice = chosenIn(location.hash);
    if (!choice) return;
    this.choice = this.possible(choice);
    this.show();
    this.title.scrollIntoView();
    this.title.focus({ preventScroll: true });
  }

  private show(): void {
    const reading = this.drawn.find(({ name }) => name === this.choice.reading);
    if (!reading) return;
    this.select.value = reading.name;
    this.besideButton.disabled = reading.kind === 'headline';
    this.figures.replaceChildren(...figuresOf(reading).map((figure) => this.figureButton(figure)));
    this.changes.textContent = mathText(describe(reading));
    this.gone.abort();
    this.gone = new AbortController();
    this.charts.replaceChildren(...this.pairs(reading));
  }

  private figureButton(figure: string): HTMLButtonElement {
    const pressed = String(figure === this.choice.figure);
    const button = h(
      'button',
      { type: 'button', class: 'tool', 'aria-pressed': pressed, 'data-figure': figure },
      `Figure ${figure}`,
    );
    button.addEventListener('click', () => {
      this.choose({ ...this.choice, figure });
      // The buttons were made anew.
      this.figures.querySelector<HTMLElement>(`[data-figure="${figure}"]`)?.focus();
    });
    return button;
  }

  /** Each panel under the reading, after the same panel under the headline. */
  private pairs(reading: Reading): HTMLElement[] {
    const ofFigure = (panel: Panel) => paperFigure(panel) === this.choice.figure;
    const headline = this.drawn.find(({ kind }) => kind === 'headline');
    const compared = this.beside && headline !== reading ? headline : undefined;
    const panels = reading.panels.filter(ofFigure);
    const cards = panels.map((panel) => {
      const same = compared?.panels.find(({ id }) => id === panel.id);
      return [
        ...(compared && same ? [this.card(same, panels, compared)] : []),
        this.card(panel, panels, reading),
      ];
    });
    return compared
      ? cards.map((pair) => h('div', { class: 'panels pair' }, ...pair))
      : [h('div', { class: 'panels' }, ...cards.flat())];
  }

  private card(panel: Panel, figure: Panel[], reading: Reading): HTMLElement {
    const title = headingOf(
      panel,
      figure.filter(({ group }) => group === panel.group),
    );
    const copy = { ...panel, id: `${panel.id}-${slug(reading.name)}`, beyond: null };
    return new PanelCard(
      copy,
      { heading: `${title}: ${reading.name}`, caption: chartCaption(this.choice.figure, reading) },
      { ...this.page, gone: this.gone.signal },
    ).element;
  }
}

/** What a reading changes, and why the text allows it. */
function describe({ kind, changes }: Reading): string {
  if (kind === 'headline') return 'The headline changes nothing: it is the reading of this report.';
  return changes.map((change) => `${capital(changeWords(change))}: ${change.why}.`).join(' ');
}
