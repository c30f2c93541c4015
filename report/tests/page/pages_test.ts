// The page in a browser: every kind of result, odd names, many items, all widths, no network.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/page/data';
import { Desk, pageTemplate, type Sheet } from '../browser/open';
import { generator, Library, regressionRows } from './library';

const library = new Library();
let desk: Desk;
let sheet: Sheet | undefined;
beforeAll(async () => {
  desk = await Desk.open();
});
afterEach(async () => {
  await sheet?.close();
  sheet = undefined;
});
afterAll(async () => {
  await desk.close();
  library.close();
});

async function open(page: unknown, options: BrowserContextOptions = {}): Promise<Sheet> {
  sheet = await desk.show(page, options, pageTemplate);
  return sheet;
}

const air = ['--data', '../data/air/pm10_2005_2009.csv', '--target', 'DEHE046', '--ignore', 'date'];
const stations = ['--coordinates', '../data/air/stations_2005_2009.csv'];
const sizes = ['--k', '6', '--tau', '2'];
const four = ['--items', 'DEBE032,DENW065,DENI019,DEUB004', '--tau', '1'];
function outages(): string {
  const rows = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ];
  return library.table('outages.csv', ['DEBE032', 'DENW065', 'DETH026'], rows);
}
const requests: Record<Page['kind'], string[]> = {
  selection: ['select', ...air, ...sizes, '--certify', ...stations],
  deletion: ['attack', ...air, ...four, ...stations],
  certificate: ['certify', ...air, ...four],
  curve: ['curve', ...air, '--k', '6', '--tau-max', '3', ...stations],
  repair: ['repair', ...air, ...four, '--deleted', 'DEBE032', '--refill', '1'],
  protection: ['protect', ...air, ...four, '--protect', '1', ...stations],
  assessment: ['assess', ...air, ...four.slice(0, 2), '--outages', outages(), ...stations],
};
const made = new Map<string, Page>();
/** One page of each kind, made once. */
function pageOf(kind: Page['kind']): Page {
  const page = made.get(kind) ?? library.page(...requests[kind]);
  made.set(kind, page);
  return page;
}
const kinds = Object.keys(requests) as Page['kind'][];

describe.each(kinds)('a %s', (kind) => {
  it('says where it comes from', async () => {
    const { page } = await open(pageOf(kind));
    const head = String(await page.locator('header').textContent());
    const command =
      requests[kind][0] === 'select' ? 'holdfast select --k 6' : `holdfast ${requests[kind][0]}`;
    for (const word of ['pm10_2005_2009.csv', 'DEHE046', 'strong', command, 'Holdfast 0.']) {
      expect(head).toContain(word);
    }
    expect(head).not.toContain('--report');
    expect(sheet?.complaints).toEqual([]);
  });

  it('has no serious fault that axe knows, in light and dark', async () => {
    const source = readFileSync(
      createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
      'utf8',
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open(pageOf(kind), { colorScheme });
      await page.locator('.switch').first().click();
      await page.evaluate(source);
      const faults = await page.evaluate(async () => {
        const axe = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
        const { violations } = await axe.run();
        return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
      });
      expect(faults.filter((fault) => /^(serious|critical)/.test(fault))).toEqual([]);
      await sheet?.close();
    }
  });

  it.each([360, 800, 1600])('fits into %d pixels', async (width) => {
    const { page } = await open(pageOf(kind), { viewport: { width, height: 800 } });
    await page.locator('.curve-part svg').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

it('a selection compares with plain greedy and shows its certificate', async () => {
  const data = pageOf('selection');
  const { page } = await open(data);
  expect(data.sets.map(({ name }) => name)).toEqual(['auto', 'plain greedy']);
  const rows = page.locator('table.sets tbody tr');
  expect(await rows.allTextContents()).toHaveLength(2);
  const worst = data.sets[0].curve[2];
  expect(await rows.first().textContent()).toContain(String(worst?.value.toFixed(1)));
  expect(await rows.first().textContent()).toContain('proven');
  const share = (100 * (data.certificate?.proven_share ?? 0)).toFixed(1);
  expect(await page.locator('[aria-labelledby="certificate"]').textContent()).toContain(share);
  await page.getByLabel('plain greedy').check();
  const names = await page.locator('table.items bdi').allTextContents();
  expect(names).toEqual(data.sets[1]?.items.map(({ name }) => name));
});

it('the slider works from the keyboard and follows the switches', async () => {
  const data = pageOf('selection');
  const { page } = await open(data);
  await page.locator('#losses').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const lost = data.sets[0].curve[2]?.deleted.map((item) => data.sets[0].items[item]?.name);
  const off = await page.locator('tr.off bdi').allTextContents();
  expect([...off].sort()).toEqual([...(lost ?? [])].sort());
  expect(await page.locator('.told').textContent()).toContain('proven');
  const place = await page.locator('tbody tr:not(.off)').first().getAttribute('data-item');
  const other = page.locator(`tr[data-item="${place}"] .switch`);
  await other.focus();
  await page.keyboard.press('Space');
  expect(await other.getAttribute('aria-checked')).toBe('false');
  expect(await page.locator('#losses').inputValue()).toBe('3');
});

it('the map shows who is there, and a click takes an item away', async () => {
  const data = pageOf('selection');
  const { page } = await open(data);
  await page.locator('.map-part svg').waitFor();
  expect(await page.locator('.map-part .on circle').count()).toBe(6);
  expect(await page.locator('.map-part .others circle').count()).toBe(data.map?.others.length);
  await page.locator('.map-part .targets circle').nth(1).click();
  expect(await page.locator('.map-part .off path').count()).toBe(1);
  expect(await page.locator('tr.off').getAttribute('data-item')).toBe('1');
});

it('a repair says what was lost and what takes its place', async () => {
  const data = pageOf('repair');
  const { page } = await open(data);
  const text = await page.locator('[aria-labelledby="repair"]').textContent();
  expect(text).toContain('DEBE032');
  expect(text).toContain(data.repair?.added[0]);
  expect(data.sets.map(({ name }) => name)).toEqual(['repaired', 'before the loss']);
});

it('a loss shows what repair would add, as the library repairs', async () => {
  const data = pageOf('selection');
  const { page } = await open(data);
  const card = page.locator('.refill');
  expect(await card.textContent()).toContain('Lose something');
  const [set] = data.sets;
  await page.locator('tr[data-item="0"] .switch').click();
  const items = ['--items', set.items.map(({ name }) => name).join(',')];
  const lost = ['--deleted', set.items[0]?.name ?? '', '--refill', '1', '--tau', '0'];
  const said = library.run('repair', ...air, ...items, ...lost, '--format', 'json');
  const repaired = JSON.parse(said);
  expect(await card.locator('.added').textContent()).toBe(repaired.added_names[0]);
  expect(await card.locator('strong').textContent()).toContain(repaired.value.toFixed(1));
  await page.locator('.map-part .added path').waitFor();
});

it('the matrix of correlations says which two are closest', async () => {
  const { page } = await open(pageOf('selection'));
  await page.locator('.correlations-part svg').waitFor();
  expect(await page.locator('.correlations-part .cells rect').count()).toBe(36);
  expect(await page.locator('.correlations-part figcaption').textContent()).toMatch(
    /closest pair is DE\w+ and DE\w+ \(0\.\d\d\)/,
  );
});

it('a protection says what to protect, and shows the worst loss then', async () => {
  const data = pageOf('protection');
  const { page } = await open(data);
  const [place = -1] = data.protection?.protected ?? [];
  const name = data.sets[0].items[place]?.name;
  const section = page.locator('[aria-labelledby="protection"]');
  expect(await section.textContent()).toContain(name);
  expect(await page.locator(`tr[data-item="${place}"] .protected`).count()).toBe(1);
  await section.locator('.show').click();
  const value = Number(await page.locator('.figure .value').textContent());
  expect(value).toBeCloseTo(data.protection?.value ?? 0, 1);
  expect(await page.locator(`tr[data-item="${place}"].off`).count()).toBe(0);
});

it('an assessment shows the events, and each can be tried', async () => {
  const data = pageOf('assessment');
  const { page } = await open(data);
  const section = page.locator('[aria-labelledby="assessment"]');
  await section.locator('.events rect').first().waitFor();
  const rows = section.locator('table.events tbody tr');
  expect(await rows.count()).toBe(data.assessment?.events.length);
  expect(await rows.first().textContent()).toContain('DEBE032, DENW065');
  await rows.first().locator('.show').click();
  expect(await page.locator('tr.off').count()).toBe(2);
  const value = Number(await page.locator('.figure .value').textContent());
  expect(value).toBeCloseTo(data.assessment?.events[0]?.value ?? 0, 1);
});

const oddNames = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  'say "so", \'or\' not & <b>bold</b>',
  '\u202Eright to left\u202C',
  'שלום عالم',
  'a name that goes on and on and on until nobody can remember how it began, if it ever did',
  '\\u003cnot markup',
  '💧 drop',
];

it('names are never markup, whatever is in them', async () => {
  const rows = regressionRows(oddNames.length, 40, 31);
  const data = library.table('odd.csv', [...oddNames, '<i>target</i>'], rows);
  const target = ['--target', '<i>target</i>', '--k', String(oddNames.length), '--tau', '1'];
  const odd = library.page('select', '--data', data, ...target);
  const { page } = await open(odd, { viewport: { width: 360, height: 800 } });
  const shown = await page.locator('table.items bdi').allTextContents();
  expect([...shown].sort()).toEqual([...oddNames].sort());
  expect(await page.locator('img, main script, header i, bdi b').count()).toBe(0);
  expect(await page.locator('header').textContent()).toContain('<i>target</i>');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(sheet?.complaints).toEqual([]);
});

it('a thousand items still answer at once', async () => {
  const random = generator(41);
  const names = Array.from({ length: 1000 }, (_, i) => `item ${i}`);
  const rows = Array.from({ length: 60 }, () => names.map(() => Number(random().toFixed(3))));
  const file = library.table('many.csv', names, rows);
  const request = ['--objective', 'facility-location', '--similarity', file];
  const quick = ['--algorithm', 'greedy', '--adversary', 'greedy-min'];
  const data = library.page('select', ...request, '--k', '1000', '--tau', '2', ...quick);
  const { page } = await open(data);
  expect(await page.locator('table.items tbody tr').count()).toBe(1000);
  const milliseconds = await page.evaluate(() => {
    const began = performance.now();
    for (const place of [0, 500, 999]) {
      document.querySelector<HTMLElement>(`tr[data-item="${place}"] .switch`)?.click();
    }
    return (performance.now() - began) / 3;
  });
  expect(milliseconds).toBeLessThan(500);
  const kept = data.sets[0].items.filter((_, i) => ![0, 500, 999].includes(i));
  const value = library.value(
    request,
    kept.map(({ index }) => index),
  );
  expect(Number(await page.locator('.figure .value').textContent())).toBeCloseTo(value, 3);
  expect(sheet?.complaints).toEqual([]);
});

it('nothing is asked of the network, and a page without data says so', async () => {
  const { page } = await open(null);
  expect(await page.getByRole('alert').textContent()).toContain('empty template');
  const text = readFileSync(pageTemplate, 'utf8');
  expect(text).toContain("default-src 'none'");
  expect(text).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//);
});

it('prints without switches', async () => {
  const { page } = await open(pageOf('selection'), { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#losses').isVisible()).toBe(false);
});
