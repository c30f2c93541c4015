// The figures: panels gathered by figure, and the switches for all of them.

import { drawSwatch } from '../chart/lines';
import { pageTheme } from '../chart/theme';
import type { Heatmap, Panel } from '../data';
import { h, toggleButton } from '../dom';
import { capital, mathText, slug } from '../format';
import { type SeriesStyle, styleKey } from '../series_style';
import { DrawQueue } from './draw_queue';
import { HeatmapCard } from './heatmap_card';
import { PanelCard, type Surroundings } from './panel_card';
import type { Settings } from './settings';

export interface Section {
  id: string;
  /** A word or two for the navigation. */
  short: string;
  title: string;
  content: HTMLElement[];
}

interface Figure {
  figure: string;
  groups: Map<string, Panel[]>;
}

export function gatherFigures(panels: Panel[]): Figure[] {
  const figures = new Map<string, Figure>();
  for (const panel of panels) {
    const figure = figures.get(panel.figure) ?? { figure: panel.figure, groups: new Map() };
    figures.set(panel.figure, figure);
    figure.groups.set(panel.group, [...(figure.groups.get(panel.group) ?? []), panel]);
  }
  return [...figures.values()];
}

const figureName = (figure: string) =>
  /^\d/.test(figure) ? `Figure ${figure}` : capital(figure || 'chart');

/** Panels of a group that share a title are told apart by what they measure. */
export function headingOf(panel: Panel, group: Panel[]): string {
  const title = panel.title || panel.group;
  if (group.filter((other) => other.title === panel.title).length < 2) return title;
  return `${title}, ${panel.y.kind === 'score' ? panel.y.label : panel.y.kind}`;
}

export function figureSections(
  panels: Panel[],
  heatmap: Heatmap | null,
  page: Omit<Surroundings, 'queue'>,
): Section[] {
  const queue = new DrawQueue();
  const sections: Section[] = [];
  if (heatmap) {
    const figure = /\d+/.exec(heatmap.id)?.[0] ?? '1';
    sections.push({
      id: `figure-${figure}`,
      short: figureName(figure),
      title: figureName(figure),
      content: [
        h('div', { class: 'panels single' }, new HeatmapCard(heatmap, page.claims, queue).element),
      ],
    });
  }
  for (const { figure, groups } of gatherFigures(panels)) {
    const names = [...groups.keys()];
    const sole = names.length === 1 ? names[0] : undefined;
    sections.push({
      id: `figure-${slug(figure) || 'chart'}`,
      short: figureName(figure),
      title: sole ? mathText(sole) : figureName(figure),
      content: [...groups].flatMap(([group, members]) => [
        ...(sole === undefined ? [h('h3', {}, mathText(group))] : []),
        h(
          'div',
          { class: members.length === 1 ? 'panels single' : 'panels' },
          ...members.map(
            (panel) =>
              new PanelCard(panel, { heading: headingOf(panel, members) }, { ...page, queue })
                .element,
          ),
        ),
      ]),
    });
  }
  return sections;
}

/** The first figure at its largest tau opens the page: one look before any word on verdicts. */
export function openingFigure(
  panels: Panel[],
  page: Omit<Surroundings, 'queue'>,
): HTMLElement | null {
  const [first] = panels;
  const panel = panels
    .filter(({ figure, y }) => figure === first?.figure && y.kind === 'objective')
    .at(-1);
  if (!panel) return null;
  const heading = `${panel.group}, ${panel.title}`;
  // The same panel is found below under its own name.
  const copy = { ...panel, id: `opening-${panel.id}` };
  return new PanelCard(copy, { heading }, { ...page, queue: new DrawQueue() }).element;
}

/** Switches for every chart of the page at once. */
export function chartControls(
  panels: Panel[],
  styles: Map<string, SeriesStyle>,
  settings: Settings,
): HTMLElement {
  const inPaper = seriesNames(panels);
  const beyond = seriesNames(panels.map((panel) => panel.beyond ?? panel));
  const axes = axisSwitches(settings);
  const keys = h('div', { class: 'legend', role: 'group', 'aria-label': 'Methods on every chart' });
  const fill = () =>
    keys.replaceChildren(
      ...[...(settings.beyond ? beyond : inPaper)].map(([key, name]) =>
        seriesSwitch(key, name, styles.get(key), settings),
      ),
      ...axes,
    );
  fill();
  let known = settings.beyond;
  settings.subscribe(() => {
    if (known !== settings.beyond) fill();
    known = settings.beyond;
  });
  return h(
    'div',
    { class: 'controls card' },
    h(
      'p',
      {},
      h('strong', {}, 'For every chart. '),
      'To read values, point at a chart, or focus it and use the arrow keys. The buttons under a ' +
        'chart change that chart only.',
    ),
    keys,
  );
}

/** The names of all series by their style keys. */
function seriesNames(panels: Panel[]): Map<string, string> {
  return new Map(
    panels.flatMap((panel) =>
      panel.series.map((series) => [styleKey(panel, series), series.name] as const),
    ),
  );
}

function seriesSwitch(
  key: string,
  name: string,
  style: SeriesStyle | undefined,
  settings: Settings,
): HTMLButtonElement {
  return toggleButton(
    { class: 'key', 'data-all-series': key, title: 'Show or hide on every chart' },
    true,
    (shown) => settings.announce({ series: { key, shown } }),
    style ? drawSwatch(style, pageTheme) : null,
    h('span', {}, name),
  );
}

function axisSwitches(settings: Settings): HTMLButtonElement[] {
  return [
    toggleButton(
      { class: 'tool', title: 'Logarithmic vertical axes wherever values are positive' },
      false,
      (pressed) => settings.announce({ log: pressed }),
      'Logarithmic axes',
    ),
    toggleButton(
      { class: 'tool bands', title: 'Show the 95 % intervals as bands' },
      settings.bands,
      (pressed) => {
        settings.bands = pressed;
        settings.announce();
      },
      'Intervals',
    ),
  ];
}
