// The page of a result without a browser: wrong documents, numbers, and models by hand.

import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../src/page/correlations';
import type { Attack, ChosenSet, QuadraticModel } from '../../src/page/data';
import { modelOf } from '../../src/page/models';
import { NumberFormat, shareText } from '../../src/page/numbers';
import { parsePage } from '../../src/page/parse';
import { refillOf } from '../../src/page/refill';
import { titleOf } from '../../src/page/words';
import { doubles, integers, pageOf, patterns, setOf, trace } from '../fixture/page';

/** The two of `trace`, one that shares nothing with the responses, and a twin of the first. */
const fourColumns = {
  matrix: doubles(2, 1, 2, 0, 0, 2, 2, 1, 0, 2),
  right: doubles(3, 3, 0.1, 3),
};

describe('a document', () => {
  it('is read as it was written', () => {
    const page = pageOf(trace);
    expect(parsePage(JSON.stringify(page))).toEqual(page);
    expect(titleOf(page)).toBe('2 items of 9, chosen to withstand the loss of any one');
  });

  it.each([
    ['another schema', { ...pageOf(trace), schema: 'holdfast.page/9' }, /page\/9.*page\/1/],
    ['a key too many', { ...pageOf(trace), more: 1 }, /more/],
    ['no sets', { ...pageOf(trace), sets: [] }, /sets/],
    ['a matrix too small', pageOf({ ...trace, matrix: doubles(2, 1) }), /matrix: has 2 numbers/],
    ['half a number', pageOf({ ...trace, matrix: 'AAAAAA==' }), /sets\/0\/model: .* breaks off/],
    ['too few responses', pageOf({ ...trace, right: doubles(3) }), /right: has 1 numbers, needs 2/],
    ['an item too many', pageOf(patterns), /sets\/0\/curve: deletes an item beyond the 2/],
  ])('with %s is refused with its place', (_, document, message) => {
    expect(() => parsePage(JSON.stringify(document))).toThrow(message);
  });
});

describe('numbers look as the command prints them', () => {
  it.each([
    [
      [67562.8123, 5],
      ['67562.8', '5.0'],
    ],
    [[0.0000123456], ['1.23456e-05']],
    [[12345678901], ['1.23457e+10']],
    [
      [0.5, 0.25],
      ['0.500000', '0.250000'],
    ],
    [[0], ['0']],
  ])('%j', (values, texts) => {
    const format = new NumberFormat(values);
    expect(values.map((value) => format.text(value))).toEqual(texts);
  });

  it('shares have their names', () => {
    expect(shareText({ largest: 4, r_squared: true, whole: '' }, 3)).toBe('R² 0.750');
    expect(shareText({ largest: 4, r_squared: false, whole: '' }, 3)).toBe('75.0 %');
    expect(shareText({ largest: null, r_squared: false, whole: '' }, 3)).toBe('');
  });
});

const left = (set: ChosenSet, ...off: boolean[]) => modelOf(set)(off);
const value = (set: ChosenSet, ...off: boolean[]) => {
  const answer = left(set, ...off);
  return answer.kind === 'exact' ? answer.value : Number.NaN;
};

describe('what is left, by hand', () => {
  it('of a trace form', () => {
    const set = setOf(trace);
    expect(value(set, false, false)).toBeCloseTo(6, 12); // 2 * 3 * 3 / (2 + 1)
    expect(value(set, true, false)).toBeCloseTo(4.5, 12);
    expect(value(set, true, true)).toBe(0);
  });

  it('of one with twins, and with B B in place of B', () => {
    const twins = setOf({ ...trace, matrix: doubles(2, 2, 2) });
    expect(value(twins, false, false)).toBeCloseTo(4.5, 12);
    const gram = setOf({ ...trace, responses: null, right: doubles(9, 9, 9) });
    expect(value(gram, false, false)).toBeCloseTo(6, 12);
  });

  it('of a log-determinant', () => {
    const set = setOf({ kind: 'logdet', sizes: [1, 1], matrix: doubles(2, 1, 2), noise: 0.5 });
    expect(value(set, false, false)).toBeCloseTo(Math.log(3 / 0.25), 12);
    expect(value(set, false, true)).toBeCloseTo(Math.log(4), 12);
  });

  it('of rows, whose lists may end', () => {
    const rows = { items: integers(0, 1, 1, -1), values: doubles(3, 2, 5, 0) };
    const set = setOf({ kind: 'covering', each: 2, complete: true, ...rows });
    expect(value(set, false, false)).toBe(8);
    expect(value(set, true, false)).toBe(7);
    expect(value(set, false, true)).toBe(3);
    const short = { items: integers(0, 1), values: doubles(3, 5) };
    const cut = setOf({ kind: 'covering', each: 1, complete: false, ...short });
    expect(left(cut, true, false)).toEqual({ kind: 'between', low: 5, high: 8 });
  });

  it('of losses that were computed, and of others', () => {
    const set = setOf(patterns, 4);
    expect(value(set, true, false, false, false)).toBe(7);
    const two = [true, true, false, false];
    expect(left(set, ...two)).toEqual({ kind: 'between', low: 2, high: 7 });
    expect(left(setOf({ ...patterns, monotone: false }, 4), ...two)).toEqual({ kind: 'unknown' });
    expect(value(set, true, true, true, true)).toBe(0);
  });
});

describe('what follows from it, by hand', () => {
  it('an estimate by the quadratic model, kept within what is known', () => {
    // M = [2 1; 1 2], w = (1, 1): M^-1 w = (1/3, 1/3), so the loss of both is 1/3.
    const part = { weights: doubles(1, 1, 0, 0), inverse: doubles(2, 1, 2, 0, 0, 1, 0, 0, 0, 1) };
    const quadratic: QuadraticModel = { outputs: 1, parts: [part] };
    const known = (low: number) => [
      { deleted: [], value: 10 },
      { deleted: [0, 1, 2], value: low },
    ];
    const about = (low: number) =>
      left(setOf({ ...patterns, quadratic, patterns: known(low) }, 4), ...two);
    const two = [true, true, false, false];
    expect(about(2)).toMatchObject({ kind: 'about', low: 2, high: 10 });
    expect(about(2)).toHaveProperty('value', expect.closeTo(10 - 1 / 3, 12));
    expect(about(9.9)).toHaveProperty('value', 9.9);
  });

  it('the best of the spares to add', () => {
    const set = setOf({ ...trace, sizes: [1, 1, 1, 1], ...fourColumns });
    set.spares = [
      { name: 'weak', place: null },
      { name: 'twin', place: null },
    ];
    expect(value(set, false, false, true, true)).toBeCloseTo(6, 12);
    const added = refillOf(set, modelOf(set), [true, false], null);
    expect(added).toEqual([{ name: 'twin', place: null, value: expect.closeTo(6, 12) }]);
    expect(refillOf(set, modelOf(set), [false, false], null)).toEqual([]);
    const told = { ...set, spares: [] };
    const attack = { ...set.curve[0], repair: { added: 'x', value: 5 } };
    expect(refillOf(told, modelOf(setOf(trace)), [true, false], attack as Attack)).toEqual([
      { name: 'x', place: null, value: 5 },
    ]);
  });

  it('correlations are those of the matrix, for items that are one column each', () => {
    const set = setOf(trace);
    expect(pairsOf(set)?.map(({ value }) => value)).toEqual([1, 0.5, 0.5, 1]);
    expect(pairsOf(setOf({ ...trace, sizes: [1, 2] }))).toBeNull();
    expect(pairsOf(setOf(patterns, 4))).toBeNull();
  });
});
