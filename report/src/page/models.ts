// What is left of a set without some of its items, as the library would compute it.

import type {
  ChosenSet,
  CoveringModel,
  LogDetModel,
  PatternModel,
  QuadraticModel,
  TraceModel,
} from './data';
import { factorOf, Symmetric } from './factor';
import { doublesOf, integersOf } from './numbers';

/** Known exactly, estimated, known to lie between two numbers, or not computed. */
export type Left =
  | { kind: 'exact'; value: number }
  | { kind: 'about'; value: number; low: number; high: number }
  | { kind: 'between'; low: number; high: number }
  | { kind: 'unknown' };

/** `off[i]` says whether item i is gone: first the set's items, then its spares. */
export type Model = (off: readonly boolean[]) => Left;

const exact = (value: number): Left => ({ kind: 'exact', value });

/** The columns of the items that are there. */
function columnsLeft(sizes: readonly number[], off: readonly boolean[]): number[] {
  const columns: number[] = [];
  let first = 0;
  for (const [item, size] of sizes.entries()) {
    for (let i = 0; i < size; ++i) if (!off[item]) columns.push(first + i);
    first += size;
  }
  return columns;
}

/** F with F F' = C, row by row and as wide as C: with it, C counts like responses. */
function rootOf(triangle: Float64Array, size: number): Float64Array {
  const all = Array.from({ length: size }, (_, i) => i);
  const gram = new Symmetric(triangle);
  const rounding = 1e-14;
  const { basis, rows } = factorOf(gram, all, rounding);
  const root = new Float64Array(size * size);
  for (const i of all) {
    for (const [j, pivot] of basis.entries()) {
      const row = rows[j] as Float64Array;
      let entry = gram.at(i, pivot);
      for (let m = 0; m < j; ++m) entry -= (root[i * size + m] as number) * (row[m] as number);
      root[i * size + j] = entry / (row[j] as number);
    }
  }
  return root;
}

function traceModel(model: TraceModel): Model {
  const matrix = new Symmetric(doublesOf(model.matrix));
  const size = model.sizes.reduce((sum, one) => sum + one, 0);
  const width = model.responses ?? size;
  const given = doublesOf(model.right);
  const right = model.responses === null ? rootOf(given, size) : given;
  return (off) => {
    const { basis, rows } = factorOf(matrix, columnsLeft(model.sizes, off), model.dependent);
    // The squares of inverse(L) B add up to f.
    const solved: Float64Array[] = [];
    let sum = 0;
    for (const [i, column] of basis.entries()) {
      const row = rows[i] as Float64Array;
      // A root is a triangle: zeros behind the diagonal need no work.
      const end = model.responses === null ? column + 1 : width;
      const line = right.slice(column * width, column * width + end);
      for (let j = 0; j < i; ++j) {
        const factor = row[j] as number;
        const other = solved[j] as Float64Array;
        for (let m = 0; m < other.length; ++m)
          line[m] = (line[m] as number) - factor * (other[m] as number);
      }
      const pivot = row[i] as number;
      for (let m = 0; m < end; ++m) {
        line[m] = (line[m] as number) / pivot;
        sum += (line[m] as number) ** 2;
      }
      solved.push(line);
    }
    return exact(sum);
  };
}

function logdetModel(model: LogDetModel): Model {
  const matrix = new Symmetric(doublesOf(model.matrix));
  return (off) => {
    const { rows } = factorOf(matrix, columnsLeft(model.sizes, off), 0);
    const logNoise = Math.log(model.noise);
    return exact(rows.reduce((sum, row) => sum + 2 * Math.log(row.at(-1) as number) - logNoise, 0));
  };
}

function coveringModel(model: CoveringModel): Model {
  const items = integersOf(model.items);
  const values = doublesOf(model.values);
  const { each } = model;
  return (off) => {
    let low = 0;
    let high = 0;
    for (let row = 0; row < items.length; row += each) {
      let place = row;
      while (place < row + each && off[items[place] as number]) ++place;
      const known = place < row + each;
      // Beyond the list there may be others, none of them better than its last.
      const best = known
        ? (values[place] as number)
        : model.complete
          ? 0
          : (values[place - 1] as number);
      high += best;
      if (known) low += best;
    }
    return low === high ? exact(low) : { kind: 'between', low, high };
  };
}

/** What the quadratic model around the set expects a deletion to cost. */
function quadraticLoss({ outputs, parts }: QuadraticModel): (places: number[]) => number {
  const read = parts.map(({ weights, inverse }) => ({
    weights: doublesOf(weights),
    inverse: new Symmetric(doublesOf(inverse)),
  }));
  return (places) => {
    const own = places.flatMap((place) =>
      Array.from({ length: outputs }, (_, c) => place * outputs + c),
    );
    let sum = 0;
    for (const { weights, inverse } of read) {
      const { basis, rows } = factorOf(inverse, own, 1e-12);
      const solved: number[] = [];
      for (const [i, row] of rows.entries()) {
        let entry = weights[basis[i] as number] as number;
        for (const [j, earlier] of solved.entries()) entry -= (row[j] as number) * earlier;
        solved.push(entry / (row[i] as number));
      }
      sum += solved.reduce((squares, entry) => squares + entry * entry, 0) / 2;
    }
    return sum;
  };
}

function patternModel({ patterns, monotone, quadratic }: PatternModel): Model {
  const expected = quadratic && quadraticLoss(quadratic);
  const key = (places: number[]) => places.join(' ');
  const known = new Map(patterns.map(({ deleted, value }) => [key(deleted), value]));
  const sets = patterns.map(({ deleted, value }) => ({ gone: new Set(deleted), value }));
  return (off) => {
    const places = off.flatMap((gone, i) => (gone ? [i] : []));
    const value = known.get(key(places));
    if (value !== undefined) return exact(value);
    if (places.length === off.length) return exact(0);
    if (!monotone) return { kind: 'unknown' };
    let low = 0;
    let high = Number.POSITIVE_INFINITY;
    for (const set of sets) {
      if (places.every((place) => set.gone.has(place))) low = Math.max(low, set.value);
      if ([...set.gone].every((place) => off[place])) high = Math.min(high, set.value);
    }
    if (!expected) return { kind: 'between', low, high };
    const guess = (known.get('') ?? 0) - expected(places);
    return { kind: 'about', value: Math.min(high, Math.max(low, guess)), low, high };
  };
}

export function modelOf({ model }: ChosenSet): Model {
  switch (model.kind) {
    case 'trace':
      return traceModel(model);
    case 'logdet':
      return logdetModel(model);
    case 'covering':
      return coveringModel(model);
    case 'patterns':
      return patternModel(model);
  }
}
