import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimReadings, Readings } from '../../src/data';
import { sampleReport } from '../fixture/sample';
import { Desk, type Sheet } from './open';

const report = sampleReport();
const readings = report.readings as Readings;
const claim = readings.claims[0] as ClaimReadings;
let desk: Desk;
let sheet: Sheet;

beforeAll(async () => {
  desk = await Desk.open();
});
beforeEach(async () => {
  sheet = await desk.show(report);
  await sheet.drawn();
});
afterEach(async () => {
  const { complaints } = sheet;
  await sheet.close();
  expect(complaints).toEqual([]);
});
afterAll(() => desk.close());

const card = () => sheet.page.locator(`#readings-claim-${claim.claim}`);
const rows = () => card().locator('tr.row');
const choice = () => sheet.page.locator('#reading-choice');
const captions = () => sheet.page.locator('#reading-charts .caption').allTextContents();
const shownCharts = () =>
  sheet.page
    .locator('#reading-charts .panel')
    .evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset.panel));
const lineOf = (id: string) => sheet.panel(id).locator('.curve-greedy path').getAttribute('d');

describe('the section', () => {
  it('opens with the conclusion and ends with what was left out', async () => {
    const section = sheet.page.locator('#readings');
    expect(await section.locator('.conclusion').textContent()).toBe(readings.conclusion.join(' '));
    const second = section.locator(':scope > *').nth(1);
    expect(await second.getAttribute('class')).toContain('conclusion');
    const left = section.locator('.left-out');
    expect(await left.locator('dt').textContent()).toBe('pixels=0..255, figure 4');
    expect(await left.locator('dd').textContent()).toBe(readings.left_out[0]?.why);
  });

  it('is linked from every claim that it judges', async () => {
    const links = await sheet.page
      .locator('#claims a[href^="#readings-claim-"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(readings.claims.map((one) => `#readings-claim-${one.claim}`));
    for (const link of links) expect(await sheet.page.locator(`${link}`).count()).toBe(1);
  });
});

describe('the table of a claim', () => {
  it('has every reading in the order of the document, with its numbers', async () => {
    await card().locator('.unfold').click();
    expect(await rows().locator('.name').allTextContents()).toEqual(
      claim.rows.map(({ reading }) => reading.replace('beta', 'β')),
    );
    expect(await card().locator('tr.row:visible').count()).toBe(claim.rows.length);
    expect(await rows().locator('.verdict .badge').allTextContents()).toEqual(
      claim.rows.map(({ verdict }) => verdict),
    );
    expect((await rows().locator('.value').allTextContents()).slice(0, 3)).toEqual([
      '−6.2',
      '13.8',
      '3.8',
    ]);
    expect((await rows().locator('.change').allTextContents()).slice(0, 3)).toEqual([
      '–',
      '+20.0',
      '+10.0',
    ]);
    expect(await rows().nth(1).locator('.figures').allTextContents()).toEqual([
      '4 · 2 · 3 · 11',
      '5 · 6 · 2 · 7',
    ]);
    expect(await card().locator('.sentence').textContent()).toBe(claim.sentence);
  });

  it('shows the first readings at once and the others on demand', async () => {
    const visible = card().locator('tr.row:visible');
    expect(await visible.count()).toBe(8);
    await card().locator('.unfold').press('Enter');
    expect(await visible.count()).toBe(claim.rows.length);
    await card().locator('.unfold').press('Enter');
    expect(await visible.count()).toBe(8);
    await sheet.page.emulateMedia({ media: 'print' });
    expect(await visible.count()).toBe(claim.rows.length);
  });
});

describe('a row', () => {
  it('is marked if it is decisive or literal', async () => {
    const marked = (tag: string) => rows().filter({ has: sheet.page.locator(`.tag.${tag}`) });
    const names = async (tag: string) => marked(tag).locator('.name').allTextContents();
    expect(await names('decisive')).toEqual([claim.decisive]);
    expect(await names('literal')).toEqual(['noise=literal']);
  });

  it('opens its evidence by keyboard', async () => {
    const name = rows().nth(1).locator('.name');
    const more = card().locator('tr.more').nth(1);
    expect(await more.isVisible()).toBe(false);
    await name.press('Enter');
    expect(await name.getAttribute('aria-expanded')).toBe('true');
    expect(await name.getAttribute('aria-controls')).toBe(await more.getAttribute('id'));
    const text = await more.textContent();
    expect(text).toContain('mean difference from −9.7 % at τ = 10');
    expect(text).toContain('Objective: 4 won, 2 tied, 3 undecided, 11 lost');
    expect(text).toContain('the text says "standard Gaussian with variance α²"');
    await name.press('Space');
    expect(await more.isVisible()).toBe(false);
  });
});

describe('charts under a reading', () => {
  it('start with the decision that matters most, beside the headline', async () => {
    expect(await choice().inputValue()).toBe('noise=literal');
    const drawn = readings.readings[1]?.panels.filter(({ id }) => id.startsWith('fig3')) ?? [];
    expect(await shownCharts()).toEqual(
      drawn.flatMap(({ id }) => [`${id}-headline`, `${id}-noise-literal`]),
    );
    expect(await lineOf('fig3-tau10-objective-noise-literal')).toBeTruthy();
    const [left, right] = await Promise.all(
      ['headline', 'noise-literal'].map((name) =>
        sheet.panel(`fig3-tau10-objective-${name}`).locator('.chart').boundingBox(),
      ),
    );
    expect(left?.y).toBe(right?.y);
  });

  it('change with the choice, and so do captions and the address', async () => {
    const pair = 'noise=literal + start=zero';
    await choice().selectOption(pair);
    await sheet.drawn();
    expect(await shownCharts()).toContain('fig3-tau10-objective-noise-literal-start-zero');
    expect(await shownCharts()).not.toContain('fig3-tau10-objective-noise-literal');
    expect((await captions())[1]).toBe(
      'Figure 3 under noise=literal + start=zero. Noise of the AR process: α N(0, α²) instead of ' +
        'α N(0, 1). Start of the AR process: zero instead of N(0, 1). 5 trials.',
    );
    expect((await captions())[0]).toBe('Figure 3 under the headline. 5 trials.');
    const { name, text } = await sheet.saved(
      'fig3-tau10-objective-noise-literal-start-zero',
      'CSV',
    );
    expect(name).toBe('fig3-tau10-objective-noise-literal-start-zero.csv');
    const panel = readings.readings.find((one) => one.name === pair)?.panels[0];
    expect(text).toContain(`,${panel?.series[0]?.points[0]?.mean},`);
    const address = await sheet.page.evaluate(() => location.hash);
    await sheet.page.locator('[data-figure="5"]').press('Enter');
    await sheet.drawn();
    expect((await shownCharts()).every((id) => id?.startsWith('fig5'))).toBe(true);
    await sheet.page.evaluate((hash) => location.assign(hash), address);
    await expect.poll(shownCharts).toContain('fig3-tau10-objective-noise-literal-start-zero');
  });
});

describe('the choice of a reading', () => {
  it('survives a reload', async () => {
    await choice().selectOption('beta=0.5');
    await sheet.page.locator('[data-figure="5"]').click();
    await sheet.page.reload();
    await sheet.drawn();
    expect(await choice().inputValue()).toBe('beta=0.5');
    expect((await shownCharts())[1]).toBe('fig5a-beta-0-5');
    expect(await sheet.page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  });

  it('is made in the row of a reading, too', async () => {
    await rows().nth(2).locator('.name').click();
    await card().locator('tr.more').nth(2).getByRole('link').press('Enter');
    await expect.poll(() => choice().inputValue()).toBe('start=zero');
    const focused = await sheet.page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe('Charts under a reading');
  });

  it('shows charts alone for the headline, or on request', async () => {
    const beside = sheet.page.locator('.beside-headline');
    const both = (await shownCharts()).length;
    await beside.click();
    expect((await shownCharts()).length).toBe(both / 2);
    await choice().selectOption('headline');
    expect(await beside.isDisabled()).toBe(true);
    expect((await captions()).every((text) => text.includes('headline'))).toBe(true);
  });

  it('keeps to what was switched off on every chart', async () => {
    await sheet.page.locator('[data-all-series="greedy"]').click();
    await choice().selectOption('start=zero');
    await sheet.drawn();
    const charts = sheet.page.locator('#reading-charts');
    expect(await charts.locator('.curve-greedy').count()).toBe(0);
    expect(await charts.locator('.curve-oblivious').count()).toBeGreaterThan(0);
  });
});
