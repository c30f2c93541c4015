// What the page computes equals what the library says, to the printed digit, for every kind of
// objective and random deletions.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChosenSet } from '../../src/page/data';
import { Desk, pageTemplate, type Sheet } from '../browser/open';
import { generator, Library, regressionRows } from './library';

const library = new Library();
let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(async () => {
  await desk.close();
  library.close();
});

const columns = Array.from({ length: 14 }, (_, i) => `x${i}`);

function regression(name: string, edit = (row: number[]) => row): string[] {
  const rows = regressionRows(14, 60, 3).map(edit);
  return ['--data', library.table(name, [...columns, 'y'], rows), '--target', 'y'];
}

function places(): string {
  const random = generator(5);
  const rows = Array.from({ length: 30 }, () => [random() * 4, random() * 4]);
  return library.table('places.csv', ['x', 'y'], rows);
}

function similarity(share: number, weight: boolean): string {
  const random = generator(7);
  const entry = () => (random() < share ? (weight ? 1 : random()) : 0);
  const rows = Array.from({ length: 40 }, () => columns.map(entry));
  return library.table(`similarity-${share}-${weight}.csv`, columns, rows);
}

const kinds: Record<string, () => string[]> = {
  linear: () => regression('linear.csv'),
  'linear, ridge, no intercept': () => [
    ...regression('ridge.csv'),
    ...['--ridge', '3', '--no-intercept'],
  ],
  'linear, twins': () =>
    regression('twins.csv', (row) => row.map((x, i) => (i === 3 ? (row[1] ?? 0) : x))),
  'linear, groups': () => {
    const rows = columns.slice(0, 8).map((name, i) => [name, `g${Math.floor(i / 2)}`]);
    return [...regression('g.csv'), '--groups', library.table('g', ['item', 'group'], rows)];
  },
  'variance reduction': () => ['--objective', 'variance-reduction', '--points', places()],
  'variance reduction, few targets': () => [
    ...['--objective', 'variance-reduction', '--points', places()],
    ...['--targets', '0-2', '--candidates', '3-29'],
  ],
  'log-determinant': () => ['--objective', 'logdet', '--points', places()],
  'facility location': () => [
    ...['--objective', 'facility-location'],
    ...['--similarity', similarity(0.8, false)],
  ],
  coverage: () => ['--objective', 'coverage', '--sets', similarity(0.2, true)],
};

/** What the page prints. */
const printed = (sheet: Sheet) => sheet.page.locator('.figure .value').textContent().then(String);

/** Whether a text is a number rounded to the decimals that the text has. */
function expectRounded(text: string, value: number): void {
  expect(text).toMatch(/^\d+\.\d+$/);
  const unit = 10 ** -(text.split('.')[1] ?? '').length;
  expect(Math.abs(Number(text) - value), `${text} for ${value}`).toBeLessThan(0.500001 * unit);
}

async function click(sheet: Sheet, items: number[]): Promise<void> {
  for (const item of items) await sheet.page.locator(`tr[data-item="${item}"] .switch`).click();
}

/** Some random deletions of every size. */
function deletions(set: ChosenSet, seed: number): number[][] {
  const random = generator(seed);
  const all = set.items.map((_, i) => i);
  return [1, 2, 3, Math.ceil(all.length / 2), all.length - 1].map((count) =>
    [...all].sort(() => random() - 0.5).slice(0, count),
  );
}

describe.each(Object.entries(kinds))('%s', (kind, request) => {
  it('equals the library on random deletions and on the attacks of the slider', async () => {
    const objective = request();
    const k = kind.includes('twins') ? '14' : '7'; // both of them
    const page = library.page('select', ...objective, '--k', k, '--tau', '2');
    const sheet = await desk.show(page, {}, pageTemplate);
    const [set] = page.sets;
    const kept = (off: number[]) =>
      set.items.filter((_, i) => !off.includes(i)).map(({ index }) => index);
    const intact = await printed(sheet);
    expect(intact.replace(/^0\.0*/, '').replace('.', '').length).toBeGreaterThanOrEqual(6);
    expectRounded(intact, library.value(objective, kept([])));
    for (const off of deletions(set, 11)) {
      await click(sheet, off);
      expectRounded(await printed(sheet), library.value(objective, kept(off)));
      await sheet.page.locator('.restore').click();
      expect(await printed(sheet)).toBe(intact);
    }
    for (const [t, attack] of set.curve.entries()) {
      await sheet.page.locator('#losses').fill(String(t));
      const text = await printed(sheet);
      expectRounded(text, attack.value);
      expectRounded(text, library.value(objective, kept(attack.deleted)));
      expect(await sheet.page.locator('tr.off').count()).toBe(t);
    }
    expect(sheet.complaints).toEqual([]);
    await sheet.close();
  });
});

describe('models that must be fitted', () => {
  const objective = () => {
    const rows = regressionRows(9, 80, 21).map((row) => [
      ...row.slice(0, 9),
      (row[9] ?? 0) > 0.2 ? 'yes' : 'no',
    ]);
    const data = library.table('classes.csv', [...columns.slice(0, 9), 'class'], rows);
    return ['--objective', 'logistic', '--data', data, '--target', 'class'];
  };

  it('show what was computed, and say of the rest between which numbers it lies', async () => {
    const request = objective();
    const page = library.page('select', ...request, '--k', '6', '--tau', '2');
    const sheet = await desk.show(page, {}, pageTemplate);
    const [set] = page.sets;
    expect(set.model.kind).toBe('patterns');
    const value = (off: number[]) =>
      library.value(
        request,
        set.items.filter((_, i) => !off.includes(i)).map(({ index }) => index),
      );
    for (const item of set.items.keys()) {
      await click(sheet, [item]);
      expectRounded(await printed(sheet), value([item]));
      await click(sheet, [item]);
    }
    const attack = set.curve[2]?.deleted ?? [];
    const others = [...set.items.keys()].filter((item) => !attack.includes(item)).slice(0, 3);
    await click(sheet, others.slice(0, 2));
    expectRounded(await printed(sheet), value(others.slice(0, 2)));
    await click(sheet, others.slice(2));
    const told = String(await sheet.page.locator('.told').textContent());
    expect(told).toContain('Estimated by the quadratic model');
    expect(await sheet.page.locator('.figure').textContent()).toMatch(/^about/);
    const [, low = 0, high = 0] = (/between (\d+\.\d+) and (\d+\.\d+)/.exec(told) ?? []).map(
      Number,
    );
    const unit = 1e-4;
    const truth = value(others);
    expect(truth).toBeGreaterThanOrEqual(low - unit);
    expect(truth).toBeLessThanOrEqual(high + unit);
    // An estimate: better than either end of what is known.
    const miss = Math.abs(Number(await printed(sheet)) - truth);
    expect(miss).toBeLessThan(Math.min(truth - low, high - truth));
    await sheet.page.locator('#losses').fill('2');
    expectRounded(await printed(sheet), value(attack));
    await sheet.close();
  });
});

it('rows that list only their best say at least so much', async () => {
  const page = library.page('select', ...(kinds.coverage?.() ?? []), '--k', '7', '--tau', '2');
  const full = structuredClone(page);
  const model = full.sets[0].model;
  if (model.kind !== 'covering') throw new Error('coverage has rows');
  // Without the second half of each row's list.
  const places = new Int32Array(Uint8Array.from(atob(model.items), (c) => c.charCodeAt(0)).buffer);
  const values = new Float64Array(
    Uint8Array.from(atob(model.values), (c) => c.charCodeAt(0)).buffer,
  );
  const cut = (list: Int32Array | Float64Array) => [...list].filter((_, i) => i % model.each < 1);
  const encode = (list: Int32Array | Float64Array) =>
    Buffer.from(list.buffer, list.byteOffset, list.byteLength).toString('base64');
  full.sets[0].model = {
    kind: 'covering',
    each: 1,
    complete: false,
    items: encode(Int32Array.from(cut(places))),
    values: encode(Float64Array.from(cut(values))),
  };
  const [whole, part] = [
    await desk.show(page, {}, pageTemplate),
    await desk.show(full, {}, pageTemplate),
  ];
  for (const sheet of [whole, part]) await sheet.page.locator('#losses').fill('2');
  const exact = Number(await printed(whole));
  const [low = 0, high = 0] = (await printed(part)).split(' to ').map(Number);
  expect(low).toBeLessThanOrEqual(exact);
  expect(high).toBeGreaterThanOrEqual(exact);
  expect(low).toBeLessThan(high);
  for (const sheet of [whole, part]) await sheet.close();
});
