// The claims under other readings of the text: the conclusion, a table for each claim, charts.

import { drawOutcomes } from '../chart/reading_marks';
import type { LeftOut, Readings } from '../data';
import { h } from '../dom';
import { mathText } from '../format';
import type { Surroundings } from './panel_card';
import { ReadingCharts } from './reading_charts';
import { claimCard } from './reading_matrix';

function outcomeKey(): HTMLElement {
  const none = { of: '', wins: 0, ties: 0, losses: 0, undecided: 0 };
  const sign = (kind: 'wins' | 'ties' | 'undecided' | 'losses', words: string) =>
    h('span', {}, drawOutcomes({ ...none, [kind]: 1 }, ''), words);
  return h(
    'p',
    { class: 'outcome-key' },
    h('span', {}, 'Cells, or conditions of a claim:'),
    sign('wins', 'won or met'),
    sign('ties', 'tied'),
    sign('undecided', 'undecided'),
    sign('losses', 'lost or failed'),
  );
}

function leftOutList(list: LeftOut[]): HTMLElement[] {
  if (list.length === 0) return [];
  return [
    h('h3', {}, 'What was left out'),
    h(
      'dl',
      { class: 'reading left-out' },
      ...list.flatMap(({ reading, figure, why }) => [
        h('dt', {}, mathText(figure ? `${reading}, figure ${figure}` : reading)),
        h('dd', {}, mathText(why)),
      ]),
    ),
  ];
}

export function readingsSection(readings: Readings, page: Surroundings): HTMLElement[] {
  const { note, conclusion, claims, left_out } = readings;
  const byName = new Map(readings.readings.map((reading) => [reading.name, reading]));
  const drawn = readings.readings.some(({ panels }) => panels.length > 0);
  return [
    h('p', { class: 'lead conclusion' }, mathText(conclusion.join(' '))),
    h(
      'p',
      { class: 'rules' },
      `${mathText(note)} The headline is the reading of this report. Every other reading takes ` +
        'one decision differently that the text leaves open; pairs and profiles take several. ' +
        'What moves a claim most comes first. Press a name for its evidence and its charts.',
    ),
    outcomeKey(),
    ...claims.map((claim) => claimCard(claim, byName)),
    ...(drawn ? [new ReadingCharts(readings, page).element] : []),
    ...leftOutList(left_out),
  ];
}
