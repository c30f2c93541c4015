// The number that everything is about, and the switches that are not items.

import { h } from '../dom';
import { plural } from '../format';
import type { Board } from './board';
import type { Left } from './models';
import { percent, shareText } from './numbers';
import { setStyle } from './set_style';
import { keptText, sureness, valueText } from './words';

/** Which of several sets is looked at. */
export function setChoice(board: Board): HTMLElement | null {
  const { sets } = board.page;
  if (sets.length < 2) return null;
  const choices = sets.map((set, place) =>
    h(
      'label',
      { class: 'choice', style: `--own: ${setStyle(place).color}` },
      h('input', {
        type: 'radio',
        name: 'set',
        value: place,
        checked: place === 0,
        onchange: () => board.look(place),
      }),
      h('span', {}, set.name),
    ),
  );
  return h(
    'fieldset',
    { class: 'choices' },
    h('legend', {}, board.page.kind === 'curve' ? 'Chosen by' : 'Look at'),
    ...choices,
  );
}

/** What the items that are off leave, and how that is known. */
function explanation(board: Board, left: Left): string {
  const { set, lost, format } = board;
  if (left.kind === 'unknown') {
    return 'Not computed: the library was not asked about this loss, and the page cannot tell.';
  }
  if (left.kind === 'about') {
    const [low, high] = [format.text(left.low), format.text(left.high)];
    return `Estimated by the quadratic model around the whole set, not computed. All that is known here is that it lies between ${low} and ${high}.`;
  }
  if (left.kind === 'between') {
    return 'Not computed: all that is known here is that it lies between these two.';
  }
  if (lost === 0) return `All ${plural(set.items.length, 'item')} are there.`;
  const attack = board.worst();
  const kept = keptText(left.value, set.value);
  const leaves = `${kept ? `${kept} of the intact value` : 'This'} is left`;
  if (!attack) return `${leaves} without ${plural(lost, 'item')}.`;
  if (board.isWorst) {
    return `${leaves} after the worst loss of ${lost} that is known; ${sureness(attack, format)}.`;
  }
  return `${leaves}. The worst loss of ${lost} that is known would leave ${format.text(attack.value)}.`;
}

function figure(board: Board, left: Left): HTMLElement {
  const { format, page } = board;
  const said = (value: number) => [
    h('strong', { class: 'value' }, format.text(value)),
    h('span', { class: 'share' }, shareText(page.measure, value)),
  ];
  if (left.kind === 'unknown') return h('p', { class: 'figure unknown' }, 'not computed');
  if (left.kind === 'exact') return h('p', { class: 'figure' }, ...said(left.value));
  if (left.kind === 'about') {
    return h('p', { class: 'figure between' }, h('span', {}, 'about'), ...said(left.value));
  }
  return h(
    'p',
    { class: 'figure between' },
    h('strong', { class: 'value' }, `${format.text(left.low)} to ${format.text(left.high)}`),
  );
}

function bar(board: Board, left: Left): HTMLElement {
  const whole = board.set.value;
  const ends = left.kind === 'between' || left.kind === 'about' ? left : null;
  const low = left.kind === 'exact' ? left.value : (ends?.low ?? 0);
  const high = ends?.high ?? low;
  const part = (value: number) =>
    whole > 0 ? percent(Math.min(1, Math.max(0, value / whole))).replace(' ', '') : '0%';
  return h(
    'div',
    { class: 'kept', 'aria-hidden': 'true' },
    h('span', { class: 'maybe', style: `width: ${part(high)}` }),
    h('span', { class: 'sure', style: `width: ${part(low)}` }),
  );
}

function slider(board: Board): HTMLElement {
  const input = h('input', {
    type: 'range',
    id: 'losses',
    min: 0,
    max: board.set.curve.length - 1,
    value: 0,
    step: 1,
  });
  const label = h('label', { for: 'losses' });
  const output = h('output', { for: 'losses' });
  const all = h('button', { type: 'button', class: 'tool restore' }, 'Restore all');
  input.addEventListener('input', () => board.attack(input.valueAsNumber));
  all.addEventListener('click', () => board.attack(0));
  const update = () => {
    input.max = String(board.set.curve.length - 1);
    input.value = String(board.lost);
    label.textContent = board.isWorst ? 'Worst loss of' : 'Your own loss of';
    output.textContent = String(board.lost);
    all.disabled = board.lost === 0;
    const attack = board.worst();
    const told = attack ? valueText(attack.value, board.format, board.page.measure) : '';
    input.setAttribute('aria-valuetext', `${plural(board.lost, 'loss', 'losses')} ${told}`);
  };
  board.onChange(update);
  update();
  return h('div', { class: 'slider' }, label, output, input, all);
}

export function readoutCard(board: Board): HTMLElement {
  const live = h('div', { class: 'live', 'aria-live': 'polite' });
  const update = () => {
    const left = board.left();
    live.replaceChildren(
      figure(board, left),
      bar(board, left),
      h('p', { class: 'told' }, explanation(board, left)),
    );
  };
  board.onChange(update);
  update();
  return h('div', { class: 'card readout' }, live, slider(board));
}
