// One panel: its chart, a legend of switches, notes and numbers.

import { panelSvg } from '../chart/export';
import { Hover } from '../chart/hover';
import { type Curve, canBeLogarithmic, drawLines, drawSwatch } from '../chart/lines';
import { pageTheme } from '../chart/theme';
import { panelCsv } from '../csv';
import type { Claim, Panel } from '../data';
import { download, h, toggleButton } from '../dom';
import { mathText } from '../format';
import { type SeriesStyle, styleKey } from '../series_style';
import { chartCaption } from './caption';
import type { DrawQueue } from './draw_queue';
import { NumbersTable } from './numbers';
import type { Settings } from './settings';

/** What all cards of a page share. */
export interface Surroundings {
  styles: Map<string, SeriesStyle>;
  settings: Settings;
  queue: DrawQueue;
  /** What the paper says, for captions. */
  claims: Claim[];
  /** Aborts when the cards leave the page for good. */
  gone?: AbortSignal;
}

export interface CardWords {
  heading: string;
  /** A sentence or two between the heading and the chart. */
  caption?: string;
}

export class PanelCard {
  readonly element: HTMLElement;
  private readonly hidden: Set<string>;
  private readonly chart: HTMLElement;
  private readonly legend = h('div', { class: 'legend', role: 'group' });
  private readonly notes = h('ul', { class: 'notes' });
  private readonly about = h('div');
  private readonly hover: Hover;
  private readonly numbers = new NumbersTable(
    () => this.view(),
    () => this.offered(),
  );
  private readonly logButton: HTMLButtonElement;
  private log = false;
  private drawnWidth = 0;

  constructor(
    private readonly panel: Panel,
    private readonly words: CardWords,
    private readonly page: Surroundings,
  ) {
    this.hidden = new Set(page.settings.hidden);
    this.chart = h('div', {
      class: 'chart',
      tabindex: 0,
      role: 'group',
      'aria-roledescription': 'chart',
    });
    this.hover = new Hover(this.chart);
    this.legend.setAttribute('aria-label', 'Methods shown');
    this.logButton = this.makeLogButton();
    this.setLog(page.settings.log);
    this.element = this.assemble();
    this.rebuild();
    this.follow();
  }

  /** Redraws the chart when the reader's choices, the medium or the width change. */
  private follow(): void {
    const { settings, gone } = this.page;
    settings.subscribe((change) => {
      if (change.series) this.setShown(change.series.key, change.series.shown);
      if (change.log !== undefined) this.setLog(change.log);
      this.rebuild();
    }, gone);
    addEventListener('beforeprint', () => this.draw(true), { signal: gone });
    addEventListener('afterprint', () => this.draw(), { signal: gone });
    const width = new ResizeObserver(() => {
      if (Math.abs(this.chart.clientWidth - this.drawnWidth) > 4 && this.drawnWidth > 0) {
        this.page.queue.add(this.chart, () => this.draw());
      }
    });
    width.observe(this.chart);
    gone?.addEventListener('abort', () => width.disconnect());
  }

  private assemble(): HTMLElement {
    const { caption } = this.words;
    const title = h('h4', {}, mathText(this.words.heading));
    const tool = (label: string, hint: string, act: () => void) =>
      h('button', { type: 'button', class: 'tool', title: hint, onclick: act }, label);
    return h(
      'article',
      { class: 'panel card', id: this.panel.id, 'data-panel': this.panel.id },
      h(
        'header',
        {},
        title,
        h(
          'div',
          { class: 'tools' },
          this.logButton,
          tool('SVG', 'Download this chart as an SVG file', () => this.saveSvg()),
          tool('CSV', 'Download the numbers of this chart', () => this.saveCsv()),
        ),
      ),
      caption ? h('p', { class: 'caption' }, mathText(caption)) : null,
      this.chart,
      this.legend,
      this.about,
      this.notes,
      this.numbers.element,
    );
  }

  private makeLogButton(): HTMLButtonElement {
    const possible = [this.panel, this.panel.beyond].every(
      (view) => view === null || canBeLogarithmic(view),
    );
    const button = toggleButton(
      {
        class: 'tool log',
        title: possible
          ? 'Logarithmic vertical axis'
          : 'No logarithmic axis here: some values are not positive',
      },
      false,
      (pressed) => {
        this.log = pressed;
        this.draw();
      },
      'Log',
    );
    button.disabled = !possible;
    return button;
  }

  /** The panel that the reader asked for: the paper's, or the one beyond it. */
  private view(): Panel {
    return (this.page.settings.beyond && this.panel.beyond) || this.panel;
  }

  /** The curves that the reader can show or hide. */
  private offered(): Curve[] {
    const view = this.view();
    return view.series.flatMap((series) => {
      const key = styleKey(view, series);
      const style = this.page.styles.get(key);
      return style ? [{ key, series, style }] : [];
    });
  }

  private shown(): Curve[] {
    return this.offered().filter((curve) => !this.hidden.has(curve.key));
  }

  private setShown(key: string, shown: boolean): void {
    if (shown) this.hidden.delete(key);
    else this.hidden.add(key);
  }

  private setLog(log: boolean): void {
    this.log = log && !this.logButton.disabled;
    this.logButton.setAttribute('aria-pressed', String(this.log));
  }

  private rebuild(): void {
    const { x, y } = this.view();
    const axes = `${mathText(y.label)} against ${x.label}`;
    const label = `${mathText(this.words.heading)}: ${axes}. Use the arrow keys to read values.`;
    this.chart.setAttribute('aria-label', label);
    this.legend.replaceChildren(...this.offered().map((curve) => this.legendButton(curve)));
    this.numbers.refresh();
    this.about.replaceChildren(chartCaption(this.view(), this.page.claims));
    this.noteGaps();
    this.page.queue.add(this.chart, () => this.draw());
  }

  private legendButton(curve: Curve): HTMLButtonElement {
    return toggleButton(
      { class: 'key', 'data-series': curve.key, title: 'Show or hide' },
      !this.hidden.has(curve.key),
      (pressed) => {
        this.setShown(curve.key, pressed);
        this.noteGaps();
        this.draw();
      },
      drawSwatch(curve.style, pageTheme),
      h('span', {}, mathText(curve.series.label)),
    );
  }

  private noteGaps(): void {
    const gaps = this.shown().flatMap(({ series }) =>
      series.gap
        ? [h('li', { class: 'gap' }, `${mathText(series.label)}: ${mathText(series.gap)}`)]
        : [],
    );
    const words = [this.view().note].filter(Boolean);
    this.notes.replaceChildren(...words.map((text) => h('li', {}, mathText(text))), ...gaps);
    this.notes.hidden = words.length + gaps.length === 0;
  }

  private draw(printed = false): void {
    // Two charts share the width of a printed page: drawn smaller, their text stays readable.
    const width = printed ? 400 : Math.max(260, this.chart.clientWidth);
    const curves = this.shown();
    const view = this.view();
    const chart = drawLines(view, curves, {
      width,
      height: Math.round(Math.min(380, Math.max(250, width * 0.62))),
      ...this.look(),
      theme: pageTheme,
    });
    this.drawnWidth = this.chart.clientWidth;
    chart.setAttribute('aria-hidden', 'true');
    this.chart.querySelector(':scope > svg')?.remove();
    this.chart.prepend(chart);
    this.chart.classList.toggle('empty', curves.length === 0);
    this.hover.redrawn(chart, view, curves);
  }

  private look(): { log: boolean; bands: boolean } {
    return { log: this.log, bands: this.page.settings.bands };
  }

  private saveSvg(): void {
    download(
      `${this.view().id}.svg`,
      'image/svg+xml',
      panelSvg(this.view(), this.words.heading, this.shown(), this.look()),
    );
  }

  private saveCsv(): void {
    const series = this.offered().map((curve) => curve.series);
    download(`${this.view().id}.csv`, 'text/csv', panelCsv(this.view(), series));
  }
}
