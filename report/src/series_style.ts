// How a series looks. Colour, dash and marker all differ, so a reader needs only one of them.

import type { Panel, Series } from './data';

export interface SeriesStyle {
  /** Index into the palettes. */
  color: number;
  dash: string;
  symbol: string;
  width: number;
}

/** Distinct for every common kind of colour blindness; see tests/unit/palette_test.ts. */
export const lightPalette = [
  '#B0300A',
  '#0036A3',
  '#007077',
  '#A28AB8',
  '#C28500',
  '#2F72FF',
  '#040008',
  '#620126',
];
export const darkPalette = [
  '#F83F00',
  '#5ED6FC',
  '#069589',
  '#A783FF',
  '#FFEA08',
  '#3C60C3',
  '#FFFFF8',
  '#EAB291',
];

const slots: Omit<SeriesStyle, 'color' | 'width'>[] = [
  { dash: '', symbol: 'circle' },
  { dash: '8 3', symbol: 'square' },
  { dash: '2 3', symbol: 'triangle' },
  { dash: '10 3 2 3', symbol: 'diamond' },
  { dash: '4 2', symbol: 'star' },
  { dash: '6 2 1 2 1 2', symbol: 'wye' },
  { dash: '1 3', symbol: 'cross' },
  { dash: '9 5', symbol: 'hexagon' },
  { dash: '5 5', symbol: 'times' },
  { dash: '12 3 3 3', symbol: 'plus' },
  { dash: '3 6', symbol: 'asterisk' },
  { dash: '9 2 2 2 2 2', symbol: 'square2' },
  { dash: '16 3 1 3', symbol: 'triangle2' },
  { dash: '3 1', symbol: 'diamond2' },
  { dash: '7 7', symbol: 'circle' },
  { dash: '2 1', symbol: 'star' },
];

/** Slots beyond the palette reuse its colours, those of rarer methods first. */
const colorsAgain = [4, 3, 5, 7, 2, 6, 1, 0];

/** The paper's methods look the same in every report. */
const known = [
  'oblivious-greedy',
  'greedy',
  'oblivious',
  'pro-greedy',
  'osu',
  'stochastic-greedy',
  'random-greedy',
  'omp',
];

/** So do the methods beyond the paper: heavy lines in the colours of rarer methods. */
const beyondPaper: Record<string, SeriesStyle> = {
  'beta-path': { color: 5, dash: '14 3', symbol: 'times', width: 2.2 },
  'robust-swap': { color: 6, dash: '', symbol: 'plus', width: 2.6 },
};

/** Names a style. Series of one panel that share a name (their options differ) look different. */
export function styleKey(panel: Panel, series: Series): string {
  const same = panel.series.filter((other) => other.name === series.name);
  const place = same.indexOf(series);
  return place <= 0 ? series.name : `${series.name}#${place + 1}`;
}

/** The style of every series on the page: equal keys look equal in every panel. */
export function assignStyles(panels: Panel[]): Map<string, SeriesStyle> {
  const styles = new Map<string, SeriesStyle>();
  const free = slots.map((_, slot) => slot);
  const take = (key: string, slot: number) => {
    const look = slots[slot % slots.length] as (typeof slots)[number];
    const count = lightPalette.length;
    const color = slot < count ? slot : (colorsAgain[slot % count] ?? 0);
    styles.set(key, { ...look, color, width: slot === 0 ? 2.6 : 1.8 });
  };
  const keys = new Set(
    panels.flatMap((panel) => panel.series.map((series) => styleKey(panel, series))),
  );
  for (const [slot, name] of known.entries()) {
    if (!keys.delete(name)) continue;
    take(name, slot);
    free.splice(free.indexOf(slot), 1);
  }
  for (const [name, look] of Object.entries(beyondPaper)) {
    if (keys.delete(name)) styles.set(name, look);
  }
  // The slots of the paper's methods come last, because another report may show those methods.
  free.sort((a, b) => Number(a < known.length) - Number(b < known.length) || a - b);
  if (styles.size === 0) free.sort((a, b) => a - b);
  let next = slots.length;
  for (const key of keys) take(key, free.shift() ?? next++);
  return styles;
}
