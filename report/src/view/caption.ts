// The caption of a chart: data, parameters, what the paper says, what came out, what to look for.

import { gridOf } from '../chart/lines';
import type { Claim, Heatmap, Panel } from '../data';
import { h } from '../dom';
import { formatNumber, mathText, plural } from '../format';
import { badge } from './claims';
import { outcomeOf } from './outcome';

/** "k from 15 to 100, tau = 10, 8 methods". */
function parameters(panel: Panel): string {
  const grid = gridOf(panel);
  const [first, last] = [grid[0], grid.at(-1)];
  const range =
    first === undefined
      ? ''
      : `${panel.x.name} ${first === last ? `= ${first}` : `from ${first} to ${last}`}`;
  return [range, mathText(panel.title), plural(panel.series.length, 'method')]
    .filter(Boolean)
    .join('; ');
}

/** The claims that the chart is about, each with its verdict. */
function saidBy(numbers: number[], claims: Claim[]): HTMLElement | null {
  const own = claims.filter(({ claim }) => numbers.includes(claim));
  if (own.length === 0) return null;
  return h(
    'ul',
    { class: 'said-by' },
    ...own.map(({ claim, text, verdict }) =>
      h(
        'li',
        {},
        h('a', { href: '#claims' }, `Claim ${claim}`),
        `: ${mathText(text)} `,
        badge(verdict),
      ),
    ),
  );
}

function terms(pairs: [string, string | HTMLElement | null][]): HTMLElement {
  const shown = pairs.flatMap(([term, value]) =>
    value ? [h('div', {}, h('dt', {}, term), h('dd', {}, value))] : [],
  );
  return h('dl', { class: 'chart-caption' }, ...shown);
}

export function chartCaption(panel: Panel, claims: Claim[]): HTMLElement {
  return terms([
    ['Data', mathText(panel.data)],
    ['Parameters', parameters(panel)],
    ['The paper says', saidBy(panel.claims, claims)],
    ['What came out', mathText(outcomeOf(panel))],
    ['Look for', mathText(panel.look_for)],
  ]);
}

/** Of a map, whose mark is what came out. */
export function mapCaption(map: Heatmap, claims: Claim[]): HTMLElement {
  const ends = ({ label, values }: Heatmap['x']) =>
    `${mathText(label)} from ${formatNumber(values[0] ?? 0)} to ${formatNumber(values.at(-1) ?? 0)}`;
  return terms([
    ['Data', mathText(map.data)],
    ['Parameters', `${ends(map.x)}; ${ends(map.y)}`],
    ['The paper says', saidBy(map.claims, claims)],
    ['What came out', map.mark ? mathText(map.mark.label) : null],
    ['Look for', mathText(map.look_for)],
  ]);
}
