// The items as switches, each with what it is worth.

import { h } from '../dom';
import type { Board } from './board';
import type { ChosenItem } from './data';
import { NumberFormat } from './numbers';

interface Column {
  heading: string;
  value: (item: ChosenItem) => number;
}

const columns: Column[] = [
  { heading: 'Worth alone', value: (item) => item.alone },
  { heading: 'Lost without it', value: (item) => item.loss },
];

function numberCell(value: number, largest: number, format: NumberFormat): HTMLElement {
  const width = largest > 0 ? Math.max(0, Math.min(1, value / largest)) : 0;
  return h(
    'td',
    { class: 'number' },
    h('span', { class: 'amount' }, format.text(value)),
    h(
      'span',
      { class: 'meter', 'aria-hidden': 'true' },
      h('span', { style: `width: ${(100 * width).toFixed(1)}%` }),
    ),
  );
}

function switchCell(board: Board, place: number, item: ChosenItem): HTMLElement {
  return h(
    'th',
    { scope: 'row' },
    h(
      'button',
      {
        type: 'button',
        role: 'switch',
        class: 'switch',
        'aria-checked': 'true',
        onclick: () => board.toggle(place),
      },
      h('span', { class: 'knob', 'aria-hidden': 'true' }),
      // A name may run from right to left, and must not turn what stands beside it.
      h('bdi', {}, item.name),
    ),
  );
}

function tableOf(board: Board): { table: HTMLElement; rows: HTMLElement[] } {
  const { items } = board.set;
  const hasParts = items.some((item) => item.part !== null);
  const values = columns.map(({ value }) => items.map(value));
  const formats = values.map((list) => new NumberFormat(list));
  const largest = values.map((list) => list.reduce((most, one) => Math.max(most, one), 0));
  const attacked = new Set(board.worst(board.page.tau)?.deleted);
  const guarded = new Set(board.page.protection?.protected);
  const rows = items.map((item, place) =>
    h(
      'tr',
      { 'data-item': place, class: attacked.has(place) && 'attacked' },
      switchCell(board, place, item),
      hasParts && h('td', { class: 'part' }, item.part ?? ''),
      ...values.map((list, i) =>
        numberCell(list[place] ?? 0, largest[i] ?? 0, formats[i] as NumberFormat),
      ),
      h(
        'td',
        { class: 'mark' },
        attacked.has(place) && 'lost',
        guarded.has(place) && h('span', { class: 'protected' }, 'protect'),
      ),
    ),
  );
  const headings = ['Item', ...(hasParts ? ['Part'] : []), ...columns.map((one) => one.heading)];
  const table = h(
    'table',
    { class: 'items' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...headings.map((text) => h('th', { scope: 'col' }, text)),
        h('th', { scope: 'col' }, 'Worst case'),
      ),
    ),
    h('tbody', {}, ...rows),
  );
  return { table, rows };
}

export function itemsCard(board: Board): HTMLElement {
  const place = h('div', {
    class: 'card table-frame',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Items',
  });
  let rows: HTMLElement[] = [];
  const update = () => {
    for (const [i, row] of rows.entries()) {
      const gone = board.off[i] ?? false;
      if (row.classList.contains('off') === gone) continue;
      row.classList.toggle('off', gone);
      row.querySelector('.switch')?.setAttribute('aria-checked', String(!gone));
    }
  };
  const build = () => {
    const made = tableOf(board);
    rows = made.rows;
    place.replaceChildren(made.table);
    update();
  };
  board.onChange((setChanged) => (setChanged ? build() : update()));
  build();
  return h(
    'div',
    { class: 'items-part' },
    h('h3', {}, 'Items'),
    h('p', { class: 'hint' }, 'Click an item to lose it, click again to get it back.'),
    place,
  );
}
