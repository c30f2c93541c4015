// The paper's claims with their verdicts.

import schema from '../../report.schema.json';
import type { Claim, Report, Verdict } from '../data';
import { h, s, toggleButton } from '../dom';
import { capital, mathText } from '../format';
import { decided } from './decided';

const verdicts = schema.definitions.verdict.enum as Verdict[];

export function countVerdicts(claims: { verdict: Verdict }[]): Map<Verdict, number> {
  return new Map(
    verdicts.map((verdict) => [
      verdict,
      claims.filter((claim) => claim.verdict === verdict).length,
    ]),
  );
}

/** A verdict in words and with a shape of its own; the colour only repeats it. */
export function badge(verdict: Verdict): HTMLElement {
  const shapes: Record<Verdict, SVGElement[]> = {
    holds: [s('path', { d: 'M3 8.5 6.5 12 13 4.5', fill: 'none' })],
    'in part': [
      s('circle', { cx: 8, cy: 8, r: 5.5, fill: 'none' }),
      s('path', { d: 'M8 2.5a5.5 5.5 0 0 1 0 11z', fill: 'currentColor', stroke: 'none' }),
    ],
    'does not hold': [s('path', { d: 'M4 4l8 8M12 4l-8 8', fill: 'none' })],
    undecided: [s('path', { d: 'M3 8h10', fill: 'none', 'stroke-dasharray': '2.4 1.4' })],
  };
  return h(
    'span',
    { class: `badge ${verdict.replaceAll(' ', '-')}` },
    s(
      'svg',
      {
        viewBox: '0 0 16 16',
        width: 14,
        height: 14,
        stroke: 'currentColor',
        'stroke-width': 2.2,
        'aria-hidden': 'true',
      },
      shapes[verdict],
    ),
    verdict,
  );
}

/** The number of the figure that a place names: "5" of "figure 5b". */
export function figureIn(where: string): string | undefined {
  return /figure (\w+?)[a-d]?\b/i.exec(where)?.[1];
}

/** Links "figure 2" to that figure, if the page shows it. */
function whereLink(where: string, figures: Set<string>): HTMLElement {
  const figure = figureIn(where);
  return figure && figures.has(figure)
    ? h('a', { href: `#figure-${figure}` }, mathText(where))
    : h('span', {}, mathText(where));
}

/** Links a claim to its verdicts under other readings, if there are any. */
function otherReadings({ claim }: Claim, read: Set<number>): HTMLElement | null {
  if (!read.has(claim)) return null;
  return h('span', {}, ' · ', h('a', { href: `#readings-claim-${claim}` }, 'other readings'));
}

/** With enough trials, verdicts are also shown as the first rule gives them. */
const showsBothRules = (report: Report) => report.caution === undefined;

/** Where the rules differ, by the numbers of the claims. */
export function differenceSentence(claims: Claim[]): string {
  const differ = claims.flatMap(({ claim, verdict, first_rule, extended }) => [
    ...(verdict === first_rule ? [] : [`${claim}`]),
    ...(!extended || extended.verdict === extended.first_rule
      ? []
      : [`${claim} (${mathText(extended.label)})`]),
  ]);
  return (
    'The first rule called every cell lost that was neither won nor tied, and compared means ' +
    'with thresholds. Now a cell is lost only if its interval lies below 0, and what the trials ' +
    `do not decide is undecided. ${
      differ.length === 0
        ? 'No verdict differs.'
        : `The verdicts differ on ${differ.length === 1 ? 'claim' : 'claims'} ${differ.join(', ')}.`
    }`
  );
}

/** What the rows of the table share. */
interface Page {
  /** The figures that it shows. */
  figures: Set<string>;
  /** The claims that it also judges under other readings. */
  read: Set<number>;
  /** Whether it shows the verdicts by both rules. */
  both: boolean;
}

function row(claim: Claim, { figures, read, both }: Page): HTMLTableRowElement {
  const extended = claim.extended
    ? h(
        'div',
        { class: 'extended' },
        h(
          'p',
          { class: 'over' },
          `${capital(mathText(claim.extended.label))}: `,
          badge(claim.extended.verdict),
          ...(both && claim.extended.verdict !== claim.extended.first_rule
            ? [', by the first rule: ', badge(claim.extended.first_rule)]
            : []),
        ),
        ...decided(claim.extended),
      )
    : null;
  return h(
    'tr',
    { 'data-claim': claim.claim, 'data-verdict': claim.verdict },
    h('th', { scope: 'row', class: 'number' }, String(claim.claim)),
    h(
      'td',
      { class: 'said' },
      h('p', {}, mathText(claim.text)),
      claim.where
        ? h('p', { class: 'where' }, whereLink(claim.where, figures), otherReadings(claim, read))
        : null,
    ),
    h('td', { class: 'verdict' }, badge(claim.verdict)),
    both ? h('td', { class: 'first-rule' }, badge(claim.first_rule)) : null,
    h('td', { class: 'evidence' }, ...decided(claim), extended),
  );
}

export function claimsTable(report: Report, figures: Set<string>): HTMLElement[] {
  const both = showsBothRules(report);
  const read = new Set(report.readings?.claims.map(({ claim }) => claim));
  const rows = report.claims.map((claim) => row(claim, { figures, read, both }));
  const titles = ['No.', 'The paper says', 'Verdict', 'What decided it'];
  if (both) titles.splice(3, 0, 'By the first rule');
  const switches = verdicts.map((verdict) =>
    toggleButton(
      { class: 'filter', title: 'Show or hide the claims with this verdict' },
      true,
      (pressed) => {
        for (const line of rows) if (line.dataset.verdict === verdict) line.hidden = !pressed;
      },
      badge(verdict),
    ),
  );
  return [
    ...(both ? [h('p', { class: 'rules' }, differenceSentence(report.claims))] : []),
    h(
      'div',
      { class: 'filters', role: 'group', 'aria-label': 'Verdicts shown' },
      'Show',
      ...switches,
    ),
    h(
      'table',
      { class: both ? 'claims both' : 'claims' },
      h('thead', {}, h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)))),
      h('tbody', {}, rows),
    ),
  ];
}
