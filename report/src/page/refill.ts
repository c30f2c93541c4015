// What repair would add after a loss, and what that brings back.

import { h } from '../dom';
import type { Board } from './board';
import type { Attack, ChosenSet, Place } from './data';
import type { Model } from './models';
import { percent } from './numbers';
import { valueText } from './words';

export interface Refill {
  name: string;
  /** The value with it, and with those added before. */
  value: number;
  place: Place | null;
}

const most = 3;

/** The spare that adds most, time after time, for as many as are lost. */
function greedyRefill({ items, spares }: ChosenSet, model: Model, off: readonly boolean[]) {
  const state = [...off, ...spares.map(() => true)];
  const lost = off.filter(Boolean).length;
  const found: Refill[] = [];
  while (found.length < Math.min(lost, most, spares.length)) {
    let best: { place: number; value: number } | null = null;
    for (const place of spares.keys()) {
      const at = items.length + place;
      if (!state[at]) continue;
      state[at] = false;
      const left = model(state);
      state[at] = true;
      if (left.kind === 'exact' && left.value > (best?.value ?? -1)) {
        best = { place, value: left.value };
      }
    }
    if (!best) break;
    state[items.length + best.place] = false;
    const { name, place } = spares[best.place] ?? { name: '', place: null };
    found.push({ name, place, value: best.value });
  }
  return found;
}

/** `attack` is the known deletion that takes just what is off, if there is one. */
export function refillOf(
  set: ChosenSet,
  model: Model,
  off: readonly boolean[],
  attack: Attack | null | undefined,
): Refill[] {
  if (set.spares.length > 0) return greedyRefill(set, model, off);
  const { added, value } = attack?.repair ?? {};
  return added === undefined || value === undefined ? [] : [{ name: added, value, place: null }];
}

function line(board: Board, { name, value }: Refill, before: number, left: number): HTMLElement {
  const { format, page, set } = board;
  const lost = set.value - left;
  const back = lost > 0 ? `, ${percent((value - left) / lost)} of what was lost is back` : '';
  const gain = `${format.text(value - before)} more`;
  return h(
    'li',
    {},
    h('bdi', { class: 'added' }, name),
    ` brings ${gain}: `,
    h('strong', {}, valueText(value, format, page.measure)),
    back,
  );
}

function source({ page, set }: Board): string {
  const others = page.head.items - set.items.length;
  if (set.spares.length === 0) return 'The best of all others, found by the library.';
  if (set.spares.length >= others) return 'The best of all items that were not chosen.';
  return `The best of ${set.spares.length} of the ${others} items that were not chosen: those that add most after the worst loss.`;
}

function words(board: Board): (HTMLElement | string)[] {
  const left = board.left();
  if (board.lost === 0) return ['Lose something to see what could take its place.'];
  const added = board.refill();
  if (added.length === 0 || left.kind !== 'exact') {
    return ['Not computed for this loss; the worst losses on the slider are.'];
  }
  const before = [left.value, ...added.map(({ value }) => value)];
  const lines = added.map((one, i) => line(board, one, before[i] as number, left.value));
  return [h('ol', {}, ...lines), h('p', { class: 'hint' }, source(board))];
}

export function refillCard(board: Board): HTMLElement | null {
  const knows = ({ spares, curve }: ChosenSet) =>
    spares.length > 0 || curve.some(({ repair }) => repair !== null);
  if (!board.page.sets.some(knows)) return null;
  const place = h('div', { class: 'card refill', 'aria-live': 'polite' });
  const update = () => place.replaceChildren(...words(board));
  board.onChange(update);
  update();
  return h('div', { class: 'refill-part' }, h('h3', {}, 'What repair would add'), place);
}
