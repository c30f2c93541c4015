// One claim under every reading of its figure: verdicts, the number that decides, and why.

import { drawOutcomes, drawShift, shiftRange } from '../chart/reading_marks';
import type { ClaimReadings, Outcomes, Reading, ReadingVerdict } from '../data';
import { h } from '../dom';
import { capital, decimalsFor, formatChange, formatFixed, mathText, plural } from '../format';
import { badge, countVerdicts, figureIn } from './claims';
import {
  changeWords,
  chartAddress,
  figuresOf,
  outcomeWords,
  statisticWords,
} from './reading_words';

/** Rows after so many open on demand, except for what a reader looks for first. */
const rowsAtOnce = 8;

const verdictClass = (row: ReadingVerdict) => row.verdict.replaceAll(' ', '-');

/** Everything that the rows of one claim share. */
interface Frame {
  claim: ClaimReadings;
  readings: Map<string, Reading>;
  decimals: number;
  range: [number, number];
  headline: number;
}

function frameOf(claim: ClaimReadings, readings: Map<string, Reading>): Frame {
  const values = claim.rows.map((row) => row.value);
  return {
    claim,
    readings,
    decimals: decimalsFor(values),
    range: shiftRange(values),
    headline: values[0] ?? 0,
  };
}

function tags(row: ReadingVerdict, { claim, readings }: Frame): HTMLElement[] {
  const reading = readings.get(row.reading);
  const tag = (kind: string, text: string, title: string) =>
    h('span', { class: `tag ${kind}`, title }, text);
  return [
    ...(row.reading === claim.decisive
      ? [tag('decisive', 'matters most', 'The single decision that changes this claim most')]
      : []),
    ...(reading?.literal
      ? [tag('literal', 'literal', 'Every change follows the letter of the text')]
      : []),
  ];
}

function outcomes(counts: Outcomes): HTMLElement {
  const { of, wins, ties, losses, undecided } = counts;
  const words = capital(outcomeWords(counts));
  return h(
    'div',
    { class: 'outcome', title: words },
    h('span', { class: 'of' }, mathText(of)),
    drawOutcomes(counts, words),
    h(
      'span',
      { class: 'figures', 'aria-hidden': 'true' },
      [wins, ties, undecided, losses].join(' · '),
    ),
  );
}

/** What opens under a row: the evidence, what the reading changes and why, and its charts. */
function details(row: ReadingVerdict, { claim, readings }: Frame): HTMLElement[] {
  const reading = readings.get(row.reading);
  const figure = figureIn(claim.where);
  const charts = reading && figure && figuresOf(reading).includes(figure);
  return [
    h('p', {}, mathText(`${capital(row.evidence)}. `), `${plural(row.trials, 'trial')}.`),
    h('p', {}, capital(row.counts.map(outcomeWords).join('; ')), '.'),
    ...(reading?.changes ?? []).map((change) =>
      h('p', {}, mathText(`${changeWords(change)}: ${change.why}.`)),
    ),
    ...(row.verdict === row.first_rule
      ? []
      : [h('p', {}, 'By the first rule: ', badge(row.first_rule))]),
    ...(charts
      ? [
          h(
            'p',
            {},
            h(
              'a',
              { href: chartAddress({ reading: row.reading, figure }) },
              mathText(`Charts of figure ${figure} under ${row.reading}`),
            ),
          ),
        ]
      : []),
  ];
}

function nameCell(row: ReadingVerdict, frame: Frame, opened: HTMLElement): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'name', 'aria-expanded': 'false', 'aria-controls': opened.id },
    mathText(row.reading),
  );
  button.addEventListener('click', () => {
    opened.hidden = !opened.hidden;
    button.setAttribute('aria-expanded', String(!opened.hidden));
  });
  const changes = frame.readings.get(row.reading)?.changes ?? [];
  const words = changes.map(({ axis, label }) => `${axis}: ${label}`).join('; ');
  const trials = plural(row.trials, 'trial');
  return h(
    'th',
    { scope: 'row' },
    button,
    ' ',
    ...tags(row, frame),
    h('small', {}, mathText(words ? `${words} · ${trials}` : trials)),
  );
}

/** The row of a reading, and the one that it opens. */
function rowPair(row: ReadingVerdict, at: number, frame: Frame): HTMLElement[] {
  const { claim, decimals } = frame;
  const opened = h(
    'tr',
    { class: 'more', id: `readings-claim-${claim.claim}-${at}` },
    h('td', { colspan: 6 }, ...details(row, frame)),
  );
  opened.hidden = true;
  const line = h(
    'tr',
    {
      'data-reading': row.reading,
      class: row.reading === claim.decisive ? 'row decisive' : 'row',
    },
    nameCell(row, frame, opened),
    h('td', { class: 'verdict' }, badge(row.verdict)),
    h(
      'td',
      { class: 'right value', 'data-unit': claim.statistic.unit },
      formatFixed(row.value, decimals),
    ),
    at === 0
      ? h('td', { class: 'right change none' }, '–')
      : h('td', { class: 'right change' }, formatChange(row.change, decimals)),
    h(
      'td',
      { class: 'place' },
      drawShift(row.value, frame.headline, frame.range, verdictClass(row)),
    ),
    h('td', { class: 'counts' }, ...row.counts.map(outcomes)),
  );
  const first = at < rowsAtOnce || row.reading === claim.decisive;
  if (!first && !frame.readings.get(row.reading)?.literal) {
    for (const part of [line, opened]) part.classList.add('folded');
  }
  return [line, opened];
}

function unfoldButton(table: HTMLTableElement, count: number): HTMLButtonElement {
  const button = h(
    'button',
    { type: 'button', class: 'tool unfold', 'aria-expanded': 'false' },
    `Show all ${count} readings`,
  );
  button.addEventListener('click', () => {
    const whole = table.classList.toggle('whole');
    button.setAttribute('aria-expanded', String(whole));
    button.textContent = whole ? 'Show the first readings only' : `Show all ${count} readings`;
  });
  return button;
}

function matrix(frame: Frame): HTMLElement[] {
  const { rows, statistic } = frame.claim;
  const titles: [string, string][] = [
    ['Reading', ''],
    ['Verdict', ''],
    [statistic.unit || 'Value', 'right'],
    ['Change', 'right'],
    ['From headline', ''],
    ['Won · tied · undecided · lost', ''],
  ];
  const head = titles.map(([title, kind]) => h('th', { scope: 'col', class: kind || null }, title));
  const lines = rows.flatMap((row, at) => rowPair(row, at, frame));
  const table = h(
    'table',
    { class: 'data matrix' },
    h('caption', {}, mathText(statisticWords(frame.claim))),
    h('thead', {}, h('tr', {}, head)),
    h('tbody', {}, lines),
  );
  const folded = lines.some((line) => line.classList.contains('folded'));
  return folded ? [table, unfoldButton(table, rows.length)] : [table];
}

/** How many readings give each verdict. */
function spread(claim: ClaimReadings): HTMLElement {
  const counts = [...countVerdicts(claim.rows)].filter(([, count]) => count > 0);
  return h(
    'p',
    { class: 'spread' },
    `${plural(claim.rows.length, 'reading')}:`,
    ...counts.map(([verdict, count]) =>
      h('span', {}, h('strong', {}, String(count)), badge(verdict)),
    ),
  );
}

export function claimCard(claim: ClaimReadings, readings: Map<string, Reading>): HTMLElement {
  return h(
    'article',
    { class: 'card claim-readings', id: `readings-claim-${claim.claim}` },
    h('h3', {}, mathText(`Claim ${claim.claim}: ${claim.text}`)),
    h('p', { class: 'where' }, mathText(capital(claim.where))),
    h('p', { class: 'sentence' }, mathText(claim.sentence)),
    spread(claim),
    ...matrix(frameOf(claim, readings)),
  );
}
