// The paper's claims with their verdicts.

import { type Claim, type Verdict, verdicts } from '../data';
import { h, s, toggleButton } from '../dom';
import { capital, mathText } from '../format';

export function countVerdicts(claims: Claim[]): Map<Verdict, number> {
  return new Map(
    verdicts.map((verdict) => [
      verdict,
      claims.filter((claim) => claim.verdict === verdict).length,
    ]),
  );
}

/** A verdict in words with a sign of its own shape; colour only repeats it. */
export function badge(verdict: string): HTMLElement {
  const kind = (verdicts as readonly string[]).includes(verdict)
    ? verdict.replaceAll(' ', '-')
    : 'other';
  const shapes: Record<string, SVGElement[]> = {
    holds: [s('path', { d: 'M3 8.5 6.5 12 13 4.5', fill: 'none' })],
    'in-part': [
      s('circle', { cx: 8, cy: 8, r: 5.5, fill: 'none' }),
      s('path', { d: 'M8 2.5a5.5 5.5 0 0 1 0 11z', fill: 'currentColor', stroke: 'none' }),
    ],
    'does-not-hold': [s('path', { d: 'M4 4l8 8M12 4l-8 8', fill: 'none' })],
    other: [s('path', { d: 'M3 8h10', fill: 'none' })],
  };
  return h(
    'span',
    { class: `badge ${kind}` },
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
      ...(shapes[kind] ?? []),
    ),
    verdict,
  );
}

/** "figure 2" leads to that figure where the page shows it. */
function whereLink(where: string, figures: Set<string>): HTMLElement {
  const figure = /figure (\w+?)[a-d]?\b/i.exec(where)?.[1];
  return figure && figures.has(figure)
    ? h('a', { href: `#figure-${figure}` }, mathText(where))
    : h('span', {}, mathText(where));
}

function row(claim: Claim, figures: Set<string>): HTMLTableRowElement {
  const extended = claim.extended
    ? h(
        'div',
        { class: 'extended' },
        h(
          'p',
          { class: 'over' },
          `${capital(mathText(claim.extended.label))}: `,
          badge(claim.extended.verdict),
        ),
        h('p', {}, mathText(claim.extended.evidence)),
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
      claim.where ? h('p', { class: 'where' }, whereLink(claim.where, figures)) : null,
    ),
    h('td', { class: 'verdict' }, badge(claim.verdict)),
    h('td', { class: 'evidence' }, h('p', {}, mathText(claim.evidence)), extended),
  );
}

export function claimsTable(claims: Claim[], figures: Set<string>): HTMLElement[] {
  const rows = claims.map((claim) => row(claim, figures));
  const shown = new Set<string>(verdicts);
  const filter = () => {
    for (const line of rows) {
      const verdict = line.dataset.verdict ?? '';
      line.hidden = (verdicts as readonly string[]).includes(verdict) && !shown.has(verdict);
    }
  };
  const switches = verdicts.map((verdict) =>
    toggleButton(
      { class: 'filter', title: 'Show or hide the claims with this verdict' },
      true,
      (pressed) => {
        if (pressed) shown.add(verdict);
        else shown.delete(verdict);
        filter();
      },
      badge(verdict),
    ),
  );
  return [
    h(
      'div',
      { class: 'filters', role: 'group', 'aria-label': 'Verdicts shown' },
      'Show',
      ...switches,
    ),
    h(
      'table',
      { class: 'claims' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['No.', 'The paper says', 'Verdict', 'What decided it'].map((title) =>
            h('th', { scope: 'col' }, title),
          ),
        ),
      ),
      h('tbody', {}, rows),
    ),
  ];
}
