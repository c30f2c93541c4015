// The top of the page: what this is, one figure, and what came out, in one paragraph.

import { hasBand } from '../chart/lines';
import type { Report, Verdict } from '../data';
import { h } from '../dom';
import { formatDuration, mathText, plural } from '../format';
import { badge, countVerdicts } from './claims';

/** The count of every verdict in words. */
export function verdictSentence(report: Report): string {
  const counts = countVerdicts(report.claims);
  const count = (verdict: Verdict, one: string, many: string) =>
    plural(counts.get(verdict) ?? 0, one, many);
  return (
    `Of the ${report.claims.length} claims checked here, ${count('holds', 'holds', 'hold')}, ` +
    `${count('in part', 'holds in part', 'hold in part')}, ` +
    `${count('does not hold', 'does not hold', 'do not hold')} and ` +
    `${count('undecided', 'is undecided', 'are undecided')}. ` +
    'Each verdict follows from a rule that was fixed before the run.'
  );
}

export function madeSentence(report: Report): string {
  const { made } = report;
  const parts = [`Holdfast ${made.version} computed every number on this page`];
  if (made.trials > 1) parts.push(`from ${plural(made.trials, 'trial')} with seed ${made.seed}`);
  else parts.push(`with seed ${made.seed}`);
  if (made.seconds !== null) parts.push(`in ${formatDuration(made.seconds)}`);
  parts.push(`on ${plural(made.machine.cores, 'core')}`);
  return `${parts.join(' ')}.`;
}

export function summary(report: Report, opening: HTMLElement | null): HTMLElement {
  const counts = countVerdicts(report.claims);
  const hasBands = report.panels.some((panel) =>
    panel.series.some((series) =>
      series.points.some((point) => hasBand(point) && point.low !== point.high),
    ),
  );
  const sentences = [
    report.claims.length ? verdictSentence(report) : '',
    madeSentence(report),
    hasBands ? 'Lines show means over the trials, and bands show their 95 % intervals.' : '',
  ];
  const tally = h(
    'ul',
    { class: 'tally', 'aria-label': 'Verdicts' },
    ...[...counts].map(([verdict, count]) =>
      h('li', {}, h('strong', {}, String(count)), badge(verdict)),
    ),
  );
  return h(
    'section',
    { id: 'summary', class: 'summary' },
    h('h1', {}, mathText(report.title)),
    report.subtitle ? h('p', { class: 'subtitle' }, mathText(report.subtitle)) : null,
    h(
      'div',
      { class: opening ? 'opening' : null },
      opening,
      h(
        'div',
        {},
        report.caution ? h('p', { class: 'notice' }, mathText(report.caution)) : null,
        h('p', { class: 'lead' }, sentences.filter(Boolean).join(' ')),
        report.claims.length ? tally : null,
      ),
    ),
  );
}
