// The top of the page: what this is, and how it came out, in one paragraph.

import type { Report } from '../data';
import { h } from '../dom';
import { formatDuration, mathText, plural } from '../format';
import { badge, countVerdicts } from './claims';

/** One sentence with the count of every verdict. */
export function verdictSentence(report: Report): string {
  const counts = countVerdicts(report.claims);
  const count = (verdict: 'holds' | 'in part' | 'does not hold') => counts.get(verdict) ?? 0;
  const holds = count('holds');
  const judged = holds + count('in part') + count('does not hold');
  const open = report.claims.length - judged;
  const fails = count('does not hold');
  return (
    `Of the ${report.claims.length} claims that the paper makes in its text, ` +
    `${holds} ${holds === 1 ? 'holds' : 'hold'}, ${count('in part')} in part, and ` +
    `${fails} ${fails === 1 ? 'does' : 'do'} not` +
    `${open > 0 ? ` (${open} not judged in this run)` : ''}; ` +
    'each verdict is computed by a rule that was fixed before the run.'
  );
}

export function madeSentence(report: Report): string {
  const { made } = report;
  const parts = [`Every number on this page was computed by Holdfast ${made.version}`.trim()];
  if (made.trials > 1) parts.push(`from ${plural(made.trials, 'trial')} with seed ${made.seed}`);
  else if (made.seed !== '') parts.push(`with seed ${made.seed}`);
  if (made.seconds !== null) parts.push(`in ${formatDuration(made.seconds)}`);
  const cores = Number(made.machine.cores);
  if (cores > 0) parts.push(`on ${plural(cores, 'core')}`);
  return `${parts.join(' ')}.`;
}

export function summary(report: Report): HTMLElement {
  const counts = countVerdicts(report.claims);
  const hasIntervals = report.panels.some((panel) =>
    panel.series.some((series) => series.points.some((point) => point.low !== point.high)),
  );
  const sentences = [
    report.claims.length ? verdictSentence(report) : '',
    madeSentence(report),
    hasIntervals ? 'Lines are means over trials, bands their 95 % intervals.' : '',
  ];
  return h(
    'section',
    { id: 'summary', class: 'summary' },
    h('h1', {}, mathText(report.title)),
    report.subtitle ? h('p', { class: 'subtitle' }, mathText(report.subtitle)) : null,
    h('p', { class: 'lead' }, sentences.filter(Boolean).join(' ')),
    report.claims.length
      ? h(
          'ul',
          { class: 'tally', 'aria-label': 'Verdicts' },
          ...[...counts].map(([verdict, count]) =>
            h('li', {}, h('strong', {}, String(count)), badge(verdict)),
          ),
        )
      : null,
    report.made.quick
      ? h(
          'p',
          { class: 'notice' },
          'This was a quick run, with few trials and a coarse grid of k: good for a look, too ' +
            'little for a verdict. The full run takes longer and says more.',
        )
      : null,
  );
}
