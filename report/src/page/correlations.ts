// Which items can stand in for each other: the small matrix of their correlations.

import * as Plot from '@observablehq/plot';
import { pageTheme } from '../chart/theme';
import { h } from '../dom';
import type { Board } from './board';
import type { ChosenSet } from './data';
import { Symmetric } from './factor';
import { doublesOf } from './numbers';
import { picture } from './picture';

const most = 24;

interface Pair {
  row: number;
  column: number;
  value: number;
}

/** All pairs of a set's items, or null where the page does not know what they share. */
export function pairsOf({ items, model }: ChosenSet): Pair[] | null {
  if (model.kind !== 'trace' && model.kind !== 'logdet') return null;
  if (items.length < 2 || items.length > most || model.sizes.some((size) => size !== 1))
    return null;
  const matrix = new Symmetric(doublesOf(model.matrix));
  const cell = (row: number, column: number): Pair => {
    const scale = Math.sqrt(matrix.at(row, row) * matrix.at(column, column));
    return { row, column, value: scale > 0 ? matrix.at(row, column) / scale : 0 };
  };
  return items.flatMap((_, row) => items.map((__, column) => cell(row, column)));
}

/** "DENW065 and DENW068 0.95": the pair that shares most. */
function closest({ items }: ChosenSet, pairs: Pair[]): string {
  const apart = pairs.filter(({ row, column }) => row < column);
  const best = apart.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
  const [a, b] = [items[best.row]?.name, items[best.column]?.name];
  return `The closest pair is ${a} and ${b} (${best.value.toFixed(2)}).`;
}

function draw(board: Board, pairs: Pair[], width: number): Element {
  const names = board.set.items.map(({ name }) =>
    name.length > 12 ? `${name.slice(0, 11)}…` : name,
  );
  const longest = names.reduce((length, name) => Math.max(length, name.length), 0);
  const margin = 16 + 8.2 * longest;
  const side = Math.min(46, (width - margin - 8) / names.length);
  const gone = ({ row, column }: Pair) => board.off[row] || board.off[column];
  const axis = {
    domain: names.map((_, i) => i),
    tickFormat: (i: number) => names[i] ?? '',
    label: null,
    tickSize: 0,
  };
  const at = { x: 'column', y: 'row' } as const;
  return Plot.plot({
    width: margin + 8 + side * names.length,
    height: margin + 8 + side * names.length,
    marginLeft: margin,
    marginTop: margin,
    marginRight: 8,
    marginBottom: 8,
    ariaLabel: 'Correlations of the items',
    style: { fontSize: '12px', color: pageTheme.text, background: 'transparent' },
    x: { ...axis, axis: 'top', tickRotate: -90 },
    y: axis,
    marks: [
      Plot.cell(pairs, {
        ...at,
        fill: ({ value }: Pair) => (value < 0 ? 'var(--deleted)' : 'var(--kept)'),
        fillOpacity: (pair: Pair) =>
          gone(pair) || pair.row === pair.column ? 0.05 : 0.08 + 0.55 * Math.abs(pair.value),
        inset: 1,
        className: 'cells',
      }),
      side < 30
        ? null
        : Plot.text(
            pairs.filter(({ row, column }) => row !== column),
            {
              ...at,
              text: ({ value }: Pair) =>
                value
                  .toFixed(2)
                  .replace(/^(-?)0\./, '$1.')
                  .replace('-', '−'),
              fill: pageTheme.text,
              fillOpacity: (pair: Pair) => (gone(pair) ? 0.35 : 1),
              className: 'numbers',
            },
          ),
    ],
  });
}

export function correlationsCard(board: Board): HTMLElement | null {
  const known = board.page.sets.map(pairsOf);
  if (known.every((pairs) => pairs === null)) return null;
  const words = h('figcaption');
  const update = () => {
    const pairs = known[board.index];
    words.textContent = pairs
      ? `How much two items share: the correlation of their columns, as the model sees them. Where it is strong, one guards the other. ${closest(board.set, pairs)}`
      : 'This set has too many items for a matrix of correlations.';
  };
  board.onChange(update);
  update();
  const chart = picture(board, (width) => {
    const pairs = known[board.index];
    return pairs ? draw(board, pairs, width) : h('div');
  });
  return h('figure', { class: 'card panel correlations-part' }, chart, words);
}
