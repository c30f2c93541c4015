// What decided a claim: a bar of won and lost cells, or of conditions, and the number that the
// verdict hangs on. The whole evidence stays at hand below.

import { drawOutcomes } from '../chart/reading_marks';
import type { Claim, Outcomes } from '../data';
import { h } from '../dom';
import { capital, formatChange, mathText } from '../format';
import { outcomeWords } from './reading_words';

/** "58 won, 5 tied, 1 lost": what there is none of is left out. */
export function countWords({ of, wins, ties, losses, undecided }: Outcomes): string {
  const [won, lost] = of === 'conditions' ? ['met', 'failed'] : ['won', 'lost'];
  const parts: [number, string][] = [
    [wins, won],
    [ties, 'tied'],
    [undecided, 'undecided'],
    [losses, lost],
  ];
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

function countsRow(counts: Outcomes): HTMLElement | null {
  const words = countWords(counts);
  if (!words) return null;
  return h(
    'div',
    { class: 'decided' },
    h('span', { class: 'of' }, capital(mathText(counts.of))),
    drawOutcomes(counts, capital(outcomeWords(counts))),
    h('span', { class: 'counted' }, words),
  );
}

/** Sentences that were joined by semicolons, each in a line of its own. */
function evidenceList(evidence: string): HTMLElement {
  const parts = evidence.split('; ').map((part) => h('li', {}, mathText(part)));
  return parts.length === 1
    ? h('p', {}, mathText(evidence))
    : h('ul', { class: 'evidence-list' }, ...parts);
}

/** Of a claim, or of its second verdict. */
export function decided(judged: {
  counts: Outcomes[];
  evidence: string;
  statistic?: Claim['statistic'];
}): HTMLElement[] {
  const bars = judged.counts.flatMap((counts) => countsRow(counts) ?? []);
  if (bars.length === 0) return [evidenceList(judged.evidence)];
  const { statistic } = judged;
  const decimals = 1;
  return [
    ...bars,
    ...(statistic
      ? [
          h(
            'p',
            { class: 'statistic' },
            `${capital(mathText(statistic.name))}: `,
            h('strong', {}, `${formatChange(statistic.value, decimals)} ${statistic.unit}`),
          ),
        ]
      : []),
    h('details', {}, h('summary', {}, 'All numbers'), evidenceList(judged.evidence)),
  ];
}
