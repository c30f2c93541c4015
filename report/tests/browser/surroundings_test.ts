// The same page on a phone, in dark colours, on paper, and with wrong data.

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sampleQuickReport, sampleReport } from '../fixture/sample';
import { Desk, type Sheet } from './open';

let desk: Desk;
let sheet: Sheet | undefined;
beforeAll(async () => {
  desk = await Desk.open();
});
afterEach(async () => {
  await sheet?.close();
  sheet = undefined;
});
afterAll(() => desk.close());

const background = (page: Sheet['page']) =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);

it('a phone scrolls the page in one direction only', async () => {
  sheet = await desk.show(sampleReport(), {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await sheet.drawn();
  const widths = await sheet.page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: innerWidth,
  }));
  expect(widths).toEqual({ page: 360, window: 360 });
  const chart = sheet.panel('fig3-tau10-objective').locator('.chart');
  await chart.scrollIntoViewIfNeeded();
  await chart.tap({ position: { x: 150, y: 100 } });
  expect(await sheet.panel('fig3-tau10-objective').locator('.tip').isVisible()).toBe(true);
  expect(await sheet.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(sheet.complaints).toEqual([]);
});

it('follows the colours of the system unless the reader chose others', async () => {
  sheet = await desk.show(sampleReport(), { colorScheme: 'dark' });
  await sheet.drawn();
  expect(await background(sheet.page)).toBe('rgb(15, 17, 21)');
  expect((await sheet.greys()).mean).toBeLessThan(80);
  const theme = sheet.page.locator('.theme');
  await theme.click();
  expect(await background(sheet.page)).toBe('rgb(247, 247, 245)');
  await theme.click();
  expect(await background(sheet.page)).toBe('rgb(15, 17, 21)');
  await sheet.page.emulateMedia({ colorScheme: 'light' });
  expect(await background(sheet.page)).toBe('rgb(15, 17, 21)');
  expect(sheet.complaints).toEqual([]);
});

it('prints every chart on white, without switches', async () => {
  sheet = await desk.show(sampleReport(), { colorScheme: 'dark' });
  const paper = await sheet.page.pdf({ preferCSSPageSize: true });
  await sheet.page.emulateMedia({ media: 'print' });
  expect(await background(sheet.page)).toBe('rgb(255, 255, 255)');
  expect(await sheet.page.locator('.bar').isVisible()).toBe(false);
  const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(5);
  // Each chart has a caption, which takes room.
  expect(pages).toBeLessThan(30);
});

it.each(['light', 'dark'] as const)('undecided claims are grey in %s colours', async (scheme) => {
  const report = sampleQuickReport();
  sheet = await desk.show(report, { colorScheme: scheme });
  await sheet.drawn();
  const { page } = sheet;
  expect(await page.locator('#summary .notice').textContent()).toBe(report.caution);
  const claims = page.locator('#claims');
  const badges = claims.locator('td.verdict .badge');
  expect(await badges.allTextContents()).toEqual(report.claims.map((claim) => claim.verdict));
  expect(await claims.locator('td.first-rule, .rules, td.verdict .does-not-hold').count()).toBe(0);
  const colours = await claims
    .locator('td.verdict .undecided')
    .first()
    .evaluate((badge) => {
      const { color, backgroundColor } = getComputedStyle(badge);
      return [color, backgroundColor].map((text) => (text.match(/\d+/g) ?? []).map(Number));
    });
  expect(colours.length).toBe(2);
  for (const rgb of colours) {
    expect(rgb.length).toBe(3);
    expect(Math.max(...rgb) - Math.min(...rgb), String(rgb)).toBeLessThan(16);
  }
  expect(sheet.complaints).toEqual([]);
});

it('text from the data is never markup', async () => {
  const report = sampleReport();
  report.title = '</script><img src=x onerror=alert(1)>';
  sheet = await desk.show(report);
  expect(await sheet.page.locator('h1').textContent()).toBe(report.title);
  expect(await sheet.page.locator('img').count()).toBe(0);
});

it('wrong data is reported on the page', async () => {
  sheet = await desk.show({ schema: 'holdfast.report/9' });
  expect(await sheet.page.getByRole('alert').textContent()).toContain('holdfast.report/9');
});

it('names of readings are never markup', async () => {
  const report = sampleReport();
  const bold = '<b>bold</b> <img src=x onerror=alert(1)>';
  const { readings } = JSON.parse(
    JSON.stringify(report).replaceAll('noise=literal', bold),
  ) as typeof report;
  sheet = await desk.show({ ...report, readings });
  await sheet.drawn();
  const { page } = sheet;
  expect(await page.locator('#readings tr.decisive .name').first().textContent()).toBe(bold);
  expect(await page.locator('#reading-choice').inputValue()).toBe(bold);
  expect(await page.locator('#readings h4').nth(1).textContent()).toContain(bold);
  expect(await page.locator('#readings img, #readings b').count()).toBe(0);
  expect(sheet.complaints).toEqual([]);
});

it.each([360, 800, 1600])('readings fit into a window of %d pixels', async (width) => {
  sheet = await desk.show(sampleReport(), { viewport: { width, height: 800 } });
  await sheet.drawn();
  const { page } = sheet;
  for (const button of await page.locator('#readings .unfold').all()) await button.click();
  for (const name of await page.locator('#readings .name').all()) await name.click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const over = await page.locator('#readings .claim-readings').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const edge = card.getBoundingClientRect().right;
      return [...card.querySelectorAll('tr.row > *, tr.more p')]
        .filter((part) => part.getBoundingClientRect().right > edge)
        .map((part) => part.textContent);
    }),
  );
  expect(over).toEqual([]);
});
