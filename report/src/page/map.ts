// Where the items are: those that are there, those that are lost, those that were not chosen.

import * as Plot from '@observablehq/plot';
import { pageTheme } from '../chart/theme';
import { h } from '../dom';
import type { Board } from './board';
import type { ChosenItem, Place, Places } from './data';
import { picture } from './picture';

interface Spot {
  item: number;
  name: string;
  place: Place;
}

function spotsOf(items: ChosenItem[]): Spot[] {
  return items.flatMap(({ name, place }, item) => (place ? [{ item, name, place }] : []));
}

interface Extent {
  x: [number, number];
  y: [number, number];
  /** Units of y per unit of x on the ground. */
  aspect: number;
}

function extentOf(places: Place[], { geographic }: Places): Extent {
  const range = (axis: 0 | 1): [number, number] => {
    const values = places.map((place) => place[axis]);
    const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    return low < high ? [low, high] : [low - 1, high + 1];
  };
  const [x, y] = [range(0), range(1)];
  const middle = ((y[0] + y[1]) / 2) * (Math.PI / 180);
  return { x, y, aspect: geographic ? 1 / Math.max(0.05, Math.cos(middle)) : 1 };
}

/** Plain coordinates keep their scale too, unless that would make a strip of the map. */
function heightOf({ x, y, aspect }: Extent, width: number): number {
  const natural = (((y[1] - y[0]) * aspect) / (x[1] - x[0])) * width;
  return Math.round(Math.min(Math.max(natural, 180), 380));
}

function marks(board: Board, spots: Spot[], others: Places['others']) {
  const at = {
    x: (one: { place: Place }) => one.place[0],
    y: (one: { place: Place }) => one.place[1],
  };
  const off = spots.filter(({ item }) => board.off[item]);
  const on = spots.filter(({ item }) => !board.off[item]);
  return [
    Plot.dot(others, { ...at, r: 2, fill: 'var(--soft)', fillOpacity: 0.55, className: 'others' }),
    Plot.dot(on, { ...at, r: 6, fill: 'var(--kept)', stroke: 'var(--card)', className: 'on' }),
    Plot.dot(off, {
      ...at,
      r: 6,
      symbol: 'times',
      stroke: 'var(--deleted)',
      strokeWidth: 3,
      className: 'off',
    }),
    // What repair would add covers what is lost.
    Plot.dot(
      board.refill().filter(({ place }) => place),
      { ...at, r: 7, symbol: 'plus', stroke: 'var(--kept)', strokeWidth: 3, className: 'added' },
    ),
    Plot.text(spots, {
      ...at,
      text: 'name',
      dy: -12,
      fill: pageTheme.text,
      stroke: 'var(--card)',
      strokeWidth: 3,
      className: 'names',
    }),
    // Larger than what is seen, so that fingers meet it.
    Plot.dot(spots, { ...at, r: 14, fill: 'transparent', className: 'targets', title: 'name' }),
  ];
}

/** Removes names that would cover one before them; the switches have them all. */
function thinOut(chart: Plot.Plot & Element, spots: Spot[]): void {
  const [x, y] = [chart.scale('x'), chart.scale('y')];
  const taken: { x: number; y: number; half: number }[] = [];
  for (const [i, text] of [...chart.querySelectorAll('.names text')].entries()) {
    const { name, place } = spots[i] as Spot;
    const box = { x: x?.apply(place[0]), y: y?.apply(place[1]), half: 3.8 * name.length };
    const meets = taken.some(
      (one) => Math.abs(one.x - box.x) < one.half + box.half && Math.abs(one.y - box.y) < 14,
    );
    if (meets) text.remove();
    else taken.push(box);
  }
}

function draw(board: Board, places: Places, width: number): Element {
  const spots = spotsOf(board.set.items);
  const extent = extentOf(
    [...spots.map(({ place }) => place), ...places.others.map(({ place }) => place)],
    places,
  );
  const chart = Plot.plot({
    width,
    height: heightOf(extent, width - 60) + 60,
    marginLeft: 44,
    marginBottom: 40,
    inset: 18,
    ariaLabel: 'Map of the items',
    style: { fontSize: '12px', color: pageTheme.text, background: 'transparent' },
    x: {
      label: places.geographic ? 'longitude' : 'x',
      labelArrow: 'none',
      labelAnchor: 'center',
      domain: extent.x,
      ticks: 4,
    },
    y: {
      label: places.geographic ? 'latitude' : 'y',
      labelArrow: 'none',
      domain: extent.y,
      ticks: 4,
    },
    marks: marks(board, spots, places.others),
  });
  thinOut(chart, spots);
  for (const [i, target] of [...chart.querySelectorAll('.targets circle')].entries()) {
    const item = spots[i]?.item;
    if (item !== undefined) target.addEventListener('click', () => board.toggle(item));
  }
  return chart;
}

export function mapCard(board: Board): HTMLElement | null {
  const { map } = board.page;
  if (!map) return null;
  const chart = picture(board, (width) => draw(board, map, width));
  const words = 'A dot is an item that is there, a cross one that is lost; click to change it.';
  const rest =
    map.others.length > 0
      ? ' Small dots were not chosen; a plus is one that repair would add.'
      : '';
  return h('figure', { class: 'card panel map-part' }, chart, h('figcaption', {}, words + rest));
}
