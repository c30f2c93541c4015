// The failure curve: what the worst losses leave, and where the reader is now.

import * as Plot from '@observablehq/plot';
import { pageTheme } from '../chart/theme';
import { h } from '../dom';
import type { Board } from './board';
import type { Attack, ChosenSet } from './data';
import { percent } from './numbers';
import { picture } from './picture';
import { setStyle } from './set_style';

/** Shares where the objective knows a largest value. */
function scaleOf({ page }: Board): { label: string; of: (value: number) => number } {
  const { largest, r_squared, whole } = page.measure;
  if (largest === null) return { label: 'value left', of: (value) => value };
  if (r_squared) return { label: 'R² left', of: (value) => value / largest };
  return { label: `% ${whole}`, of: (value) => (100 * value) / largest };
}

/** As many losses as something is left to lose. */
const pointsOf = ({ curve }: ChosenSet) => curve.map((attack, t) => ({ t, ...attack }));

function setMarks(board: Board, set: ChosenSet, place: number): Plot.Markish[] {
  const { of } = scaleOf(board);
  const { color, dash, symbol } = setStyle(place);
  const points = pointsOf(set);
  const chosen = place === board.index;
  const y = (point: Attack) => of(point.value);
  return [
    Plot.areaY(points, {
      x: 't',
      y1: (point: Attack) => of(point.proven ? point.value : point.at_least),
      y2: y,
      fill: color,
      fillOpacity: 0.15,
      className: 'interval',
    }),
    Plot.lineY(points, {
      x: 't',
      y,
      stroke: color,
      strokeWidth: chosen ? 2.6 : 1.6,
      strokeDasharray: dash || undefined,
      className: 'curve',
    }),
    Plot.dot(points, {
      x: 't',
      y,
      r: chosen ? 4 : 3,
      symbol,
      stroke: color,
      fill: (point: Attack) => (point.proven ? color : 'var(--card)'),
      className: 'points',
    }),
  ];
}

/** Where the reader is. */
function hereMarks(board: Board): Plot.Markish[] {
  const left = board.left();
  const { of } = scaleOf(board);
  const t = board.lost;
  const about = { stroke: 'var(--text)', strokeWidth: 2, className: 'here' };
  if (left.kind === 'unknown') return [Plot.ruleX([t], { ...about, strokeDasharray: '2 3' })];
  if (left.kind === 'between' || left.kind === 'about') {
    const ends = { y1: of(left.low), y2: of(left.high) };
    return [Plot.ruleX([t], { ...about, ...ends })];
  }
  const at = { x: [t], y: [of(left.value)], r: 8, fill: 'none' };
  return [Plot.dot([t], { ...about, ...at })];
}

function draw(board: Board, width: number): Element {
  const { label } = scaleOf(board);
  const longest = Math.max(...board.page.sets.map((set) => set.curve.length - 1), board.lost, 1);
  const isShown = (tau: number) => tau > 0 && tau <= longest;
  const ticks = longest <= Math.max(4, width / 45) ? longest : Math.floor(width / 60);
  return Plot.plot({
    width,
    height: 260,
    marginLeft: 52,
    marginRight: 14,
    marginTop: 26,
    marginBottom: 38,
    ariaLabel: `${label} against the number of losses`,
    style: { fontSize: '12px', color: pageTheme.text, background: 'transparent' },
    x: {
      label: 'losses',
      labelArrow: 'none',
      labelAnchor: 'center',
      domain: [0, longest],
      ticks,
      tickFormat: (t: number) => (Number.isInteger(t) ? String(t) : ''),
      inset: 8,
    },
    y: {
      label,
      labelArrow: 'none',
      // Nothing at all has no scale of its own.
      domain: board.page.sets.some((set) => set.value > 0) ? undefined : [0, 1],
      zero: true,
      nice: true,
      ticks: 5,
      insetTop: 6,
    },
    marks: [
      Plot.gridY({ ticks: 5, stroke: pageTheme.faint, strokeOpacity: 1 }),
      Plot.ruleX(isShown(board.page.tau) ? [board.page.tau] : [], {
        stroke: 'var(--soft)',
        strokeDasharray: '3 3',
      }),
      ...board.page.sets.flatMap((set, place) => setMarks(board, set, place)),
      ...hereMarks(board),
    ],
  });
}

function caption({ page, set }: Board): string {
  const after = set.curve[page.tau];
  const kept = after && set.value > 0 ? percent(after.value / set.value) : '';
  const made = page.tau > 0 ? ` The dashed line marks the ${page.tau} it is made for` : '';
  const rest = kept && made ? `, after which ${kept} of ${set.name}'s value is left.` : '.';
  const interval = page.sets.some((one) => one.curve.some((point) => !point.proven))
    ? ' An open point is the worst that was found; the band below it reaches down to what is proven.'
    : ' Every point is proven.';
  return `What the worst losses leave.${made}${made ? rest : ''}${interval} The ring is what you see above.`;
}

export function curveCard(board: Board): HTMLElement {
  const words = h('figcaption', {}, caption(board));
  board.onChange(() => {
    words.textContent = caption(board);
  });
  const chart = picture(board, (width) => draw(board, width));
  return h('figure', { class: 'card panel curve-part' }, chart, legend(board), words);
}

function legend({ page }: Board): HTMLElement | null {
  if (page.sets.length < 2) return null;
  return h(
    'ul',
    { class: 'legend' },
    ...page.sets.map((set, place) =>
      h('li', { style: `--own: ${setStyle(place).color}` }, h('span', { class: 'dot' }), set.name),
    ),
  );
}
