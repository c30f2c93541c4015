// What the page says about readings of the text, and the addresses of their charts.

import type { ClaimReadings, Outcomes, Panel, Reading, ReadingChange } from '../data';
import { capital, plural } from '../format';

/** The figure of the paper that a panel belongs to, also if the appendix prints it. */
export function paperFigure(panel: Panel): string {
  return /^fig(\d+)/.exec(panel.id)?.[1] ?? panel.figure;
}

/** The figures that were drawn under a reading, in their order. */
export function figuresOf(reading: Reading): string[] {
  return [...new Set(reading.panels.map(paperFigure))].sort();
}

/** "Noise of the AR process: alpha N(0, alpha^2) instead of alpha N(0, 1)" */
export function changeWords({ axis, label, headline }: ReadingChange): string {
  return `${capital(axis)}: ${label} instead of ${headline}`;
}

/** Under which reading a figure is drawn, and what that changes. */
export function chartCaption(figure: string, reading: Reading): string {
  const changes =
    reading.kind === 'headline'
      ? [`Figure ${figure} under the headline`]
      : [`Figure ${figure} under ${reading.name}`, ...reading.changes.map(changeWords)];
  return `${[...changes, plural(reading.trials, 'trial')].join('. ')}.`;
}

/** The counts in words. A condition of a claim is met or fails, a cell is won, tied or lost. */
export function outcomeWords({ of, wins, ties, losses, undecided }: Outcomes): string {
  const [won, lost] = of === 'conditions' ? ['met', 'failed'] : ['won', 'lost'];
  return `${of}: ${wins} ${won}, ${ties} tied, ${undecided} undecided, ${losses} ${lost}`;
}

/** What the numbers of a claim mean, and which of them speak for it. */
export function statisticWords({ statistic }: ClaimReadings): string {
  const { name, unit, better } = statistic;
  return `${capital(name)}${unit ? `, in ${unit}` : ''}. ${capital(better)} favours the claim.`;
}

/** A choice of charts: which figure, under which reading. */
export interface ChartChoice {
  reading: string;
  figure: string;
}

/** The address of the charts, within the page. */
export function chartAddress({ reading, figure }: ChartChoice): string {
  return `#${new URLSearchParams({ reading, figure })}`;
}

/** The charts that an address names; null if it names none. */
export function chosenIn(address: string): ChartChoice | null {
  const words = new URLSearchParams(address.replace(/^#/, ''));
  const reading = words.get('reading');
  return reading ? { reading, figure: words.get('figure') ?? '' } : null;
}
