// Two small drawings for the rows of a table. Their shapes can be told apart without colours.

import type { Outcomes } from '../data';
import { s } from '../dom';

const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

/**
 * Cells as one bar: won above the middle line, lost below it, tied on both sides of it, and a
 * dashed line where nothing is decided.
 */
export function drawOutcomes(outcomes: Outcomes, label: string): SVGSVGElement {
  const { wins, ties, undecided, losses } = outcomes;
  const all = wins + ties + undecided + losses;
  let start = 0;
  const part = (kind: string, count: number, y: number, height: number) => {
    const place = { class: kind, x: percent(start / all), y, width: percent(count / all), height };
    start += count;
    return count > 0 ? s('rect', place) : null;
  };
  const won = part('won', wins, 1, 7);
  const tied = part('tied', ties, 5.5, 5);
  const open = [percent(start / all), percent((start + undecided) / all)];
  start += undecided;
  const lost = part('lost', losses, 8, 7);
  return s(
    'svg',
    { class: 'outcomes', width: '100%', height: 16, role: 'img', 'aria-label': label },
    won,
    tied,
    undecided > 0 ? s('line', { class: 'open', x1: open[0], x2: open[1], y1: 8, y2: 8 }) : null,
    lost,
  );
}

/** The smallest and the largest of the values and 0, with some room for the mark. */
export function shiftRange(values: number[]): [number, number] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const room = 0.06 * (high - low || 1);
  return [low - room, high + room];
}

/** A value and its distance from that of the headline: a dot with a stem, and 0 as a rule. */
export function drawShift(
  value: number,
  headline: number,
  [low, high]: [number, number],
  kind: string,
): SVGSVGElement {
  const at = (x: number) => percent((x - low) / (high - low));
  return s(
    'svg',
    { class: `shift ${kind}`, width: '100%', height: 18, 'aria-hidden': 'true' },
    s('line', { class: 'zero', x1: at(0), x2: at(0), y1: 0, y2: 18 }),
    s('line', { class: 'headline', x1: at(headline), x2: at(headline), y1: 3, y2: 15 }),
    s('line', { class: 'stem', x1: at(headline), x2: at(value), y1: 9, y2: 9 }),
    s('circle', { class: 'dot', cx: at(value), cy: 9, r: 4.5 }),
  );
}
