// The report page: reads the data that the command put into it and lays it out.

import './style/base.css';
import './style/charts.css';
import './style/tables.css';
import './style/readings.css';
import './style/print.css';
import type { Panel, Report } from './data';
import { h } from './dom';
import { parseReport } from './parse';
import { assignStyles, type SeriesStyle } from './series_style';
import { claimsTable } from './view/claims';
import { DrawQueue } from './view/draw_queue';
import { chartControls, figureSections, openingFigure, type Section } from './view/figures';
import { followScroll, navigation } from './view/navigation';
import { applyPalettes } from './view/palettes';
import { pixelSection } from './view/pixels';
import { chosenIn } from './view/reading_words';
import { readingsSection } from './view/readings';
import { Settings } from './view/settings';
import { summary } from './view/summary';
import { adversaryTable, beyondSection, madeList, plainTable, readingList } from './view/tables';

function sectionsOf(
  report: Report,
  styles: Map<string, SeriesStyle>,
  settings: Settings,
): Section[] {
  const figures = figureSections(report.panels, report.heatmap, {
    styles,
    settings,
    claims: report.claims,
  });
  const charts = figures.filter((figure) => figure.content.length > 0);
  const firstLines = report.heatmap ? charts[1] : charts[0];
  if (report.panels.length > 1) {
    firstLines?.content.unshift(chartControls(report.panels, styles, settings));
  }
  const optional = (
    present: boolean,
    id: string,
    short: string,
    title: string,
    content: () => HTMLElement[],
  ): Section[] => (present ? [{ id, short, title, content: content() }] : []);
  const shown = new Set(figures.map((figure) => figure.id.replace('figure-', '')));
  return [
    ...optional(report.claims.length > 0, 'claims', 'Claims', 'What the paper claims', () =>
      claimsTable(report, shown),
    ),
    ...figures,
    ...readingsOf(report, styles, settings),
    ...optional(report.beyond.length > 0, 'beyond', 'Beyond', 'Beyond the paper', () =>
      beyondSection(report),
    ),
    ...optional(report.pixels.length > 0, 'pixels', 'Pixels', 'Which pixels were chosen', () =>
      pixelSection(report.pixels),
    ),
    ...optional(
      report.adversaries.length > 0,
      'adversaries',
      'Adversaries',
      'Which adversary found the worst deletion',
      () => adversaryTable(report.adversaries),
    ),
    ...optional(report.tables.length > 0, 'tables', 'Tables', 'Tables', () =>
      report.tables.map(plainTable),
    ),
    ...optional(
      report.reading.length > 0,
      'reading',
      'Our reading',
      'How the paper was read',
      () => [readingList(report.reading)],
    ),
    ...optional(true, 'made', 'About', 'How this page was made', () => [madeList(report.made)]),
  ];
}

function readingsOf(
  { readings }: Report,
  styles: Map<string, SeriesStyle>,
  settings: Settings,
): Section[] {
  if (!readings) return [];
  // Their own verdicts are in the table above the charts; those of the headline do not apply.
  const page = { styles, settings, queue: new DrawQueue(), claims: [] };
  const content = readingsSection(readings, page);
  return [{ id: 'readings', short: 'Readings', title: 'Under other readings', content }];
}

/** Every panel whose series need a style. */
function allPanels({ panels, readings }: Report): Panel[] {
  return [
    ...panels.flatMap((panel) => [panel, panel.beyond ?? panel]),
    ...(readings?.readings ?? []).flatMap((reading) => reading.panels),
  ];
}

function show(report: Report, page: HTMLElement): void {
  document.title = report.title;
  const settings = new Settings();
  const styles = assignStyles(allPanels(report));
  const opening = openingFigure(report.panels, { styles, settings, claims: report.claims });
  const sections = sectionsOf(report, styles, settings);
  const hasBeyond = report.panels.some((panel) => panel.beyond !== null);
  const top: Section = { id: 'summary', short: 'Summary', title: report.title, content: [] };
  const bar = navigation([top, ...sections], settings, hasBeyond);
  const bodies = sections.map((section) =>
    h('section', { id: section.id }, h('h2', {}, section.title), ...section.content),
  );
  const head = summary(report, opening);
  page.replaceChildren(
    h('a', { class: 'skip', href: '#summary' }, 'Skip to the content'),
    bar,
    h('main', { class: report.kind }, head, ...bodies),
  );
  followScroll(bar, [head, ...bodies]);
  // The browser looked for the section of the address before it existed.
  const place = chosenIn(location.hash) ? 'reading-charts' : location.hash.slice(1);
  if (place) document.getElementById(place)?.scrollIntoView();
}

function start(): void {
  const page = document.getElementById('page') ?? document.body;
  applyPalettes();
  try {
    show(parseReport(document.getElementById('holdfast-data')?.textContent ?? ''), page);
  } catch (error) {
    page.replaceChildren(
      h(
        'main',
        {},
        h('h1', {}, 'Nothing to show'),
        h('p', { class: 'notice', role: 'alert' }, (error as Error).message),
      ),
    );
    console.error(error);
  }
}

start();
