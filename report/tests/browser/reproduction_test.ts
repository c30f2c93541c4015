import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleReport } from '../fixture/sample';
import { Desk, type Sheet } from './open';

const report = sampleReport();
const linear = 'fig2-tau10-objective';
const opening = 'opening-fig2-tau30-objective';
/** Charts under a reading have tests of their own. */
const figures = 'section:not(#readings) .panel';
/** All panels, and the one that opens the page once more. */
const charts = report.panels.length + 1;
const patience = { timeout: 20_000 };
let desk: Desk;
let sheet: Sheet;

beforeAll(async () => {
  desk = await Desk.open();
  sheet = await desk.show(report);
  await sheet.drawn();
});
afterAll(async () => {
  // No test may have caused an error on the page.
  const { complaints } = sheet;
  await desk.close();
  expect(complaints).toEqual([]);
});

const curves = (id: string) => sheet.panel(id).locator('svg .curve').count();
const drawable = (id: string, beyond = false) => {
  const panel = report.panels.find((candidate) => candidate.id === id);
  const series = (beyond ? panel?.beyond?.series : panel?.series) ?? [];
  return series.filter((one) => one.points.length > 0).length;
};

describe('the page', () => {
  it('loads from disk without errors and says what it is', async () => {
    expect(sheet.page.url()).toMatch(/^file:/);
    expect(await sheet.page.title()).toBe(report.title);
    expect(await sheet.page.locator('#summary .lead').textContent()).toContain('Of the 17 claims');
    expect(sheet.complaints).toEqual([]);
  });

  it('opens with a figure', async () => {
    expect(await curves(opening)).toBe(drawable('fig2-tau30-objective'));
    const comesFirst = await sheet
      .panel(opening)
      .evaluate((card) => card === document.querySelector('.opening')?.firstElementChild);
    expect(comesFirst).toBe(true);
    expect((await sheet.panel(opening).boundingBox())?.y).toBeLessThan(300);
    expect(await sheet.page.locator('#summary .notice').count()).toBe(0);
  });

  it('is not blank', async () => {
    await sheet.panel(linear).scrollIntoViewIfNeeded();
    const { mean, variance } = await sheet.greys();
    expect(mean).toBeGreaterThan(150);
    expect(variance).toBeGreaterThan(100);
  });

  it('shows every claim with a verdict in words', async () => {
    const rows = sheet.page.locator('tr[data-claim]');
    expect(await rows.count()).toBe(17);
    const badges = await rows.locator('td.verdict .badge').allTextContents();
    expect(badges).toEqual(report.claims.map((claim) => claim.verdict));
    const before = await rows.locator('td.first-rule .badge').allTextContents();
    expect(before).toEqual(report.claims.map((claim) => claim.first_rule));
    expect(await sheet.page.locator('#claims .rules').textContent()).toContain('differ on claims');
    expect(await rows.first().locator('.extended').textContent()).toContain(
      '<where pro-greedy is>',
    );
  });

  it('hides the claims with one verdict on request', async () => {
    const filter = sheet.page.locator('.filter', { hasText: 'in part' });
    const visible = sheet.page.locator('tr[data-claim]:visible');
    await filter.click();
    const left = report.claims.filter((claim) => claim.verdict !== 'in part').length;
    expect(await visible.count()).toBe(left);
    await filter.click();
    expect(await visible.count()).toBe(17);
  });

  it('has every section that its navigation names', async () => {
    const targets = await sheet.page
      .locator('.bar nav a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).hash));
    expect(targets).toContain('#figure-5');
    for (const target of targets) expect(await sheet.page.locator(target).count()).toBe(1);
  });
});

describe('charts', () => {
  it('draw every curve that has points, with its interval', async () => {
    for (const { id } of report.panels) {
      expect(await curves(id), id).toBe(drawable(id));
      expect(await sheet.panel(id).locator('svg .band path').count(), id).toBeGreaterThan(0);
    }
  });

  it('draw lines of real length', async () => {
    const lengths = await sheet.page
      .locator(`${figures} .curve-oblivious-greedy path`)
      .evaluateAll((paths) => paths.map((path) => (path as SVGPathElement).getTotalLength()));
    expect(lengths.length).toBe(charts);
    expect(Math.min(...lengths)).toBeGreaterThan(100);
  });
});

describe('switches', () => {
  it('hide and show a method on one chart', async () => {
    const key = sheet.panel(linear).locator('[data-series="greedy"]');
    const before = await curves(linear);
    await key.click();
    expect(await key.getAttribute('aria-pressed')).toBe('false');
    expect(await curves(linear)).toBe(before - 1);
    expect(await sheet.panel(linear).locator('.curve-greedy').count()).toBe(0);
    expect(await curves('fig2-tau30-objective')).toBe(drawable('fig2-tau30-objective'));
    await key.focus();
    await sheet.page.keyboard.press('Space');
    expect(await curves(linear)).toBe(before);
  });

  it('hide and show a method on every chart', async () => {
    const key = sheet.page.locator('[data-all-series="oblivious"]');
    await key.click();
    await expect
      .poll(() => sheet.page.locator(`${figures} .curve-oblivious`).count(), patience)
      .toBe(0);
    await key.click();
    await expect
      .poll(() => sheet.page.locator(`${figures} .curve-oblivious`).count(), patience)
      .toBe(charts);
  });

  it('make an axis logarithmic, unless values are not positive', async () => {
    const log = sheet.panel(linear).locator('.log');
    const line = () => sheet.panel(linear).locator('.curve-greedy path').getAttribute('d');
    const straight = await line();
    await log.click();
    expect(await log.getAttribute('aria-pressed')).toBe('true');
    expect(await line()).not.toBe(straight);
    expect(await line()).not.toContain('NaN');
    await log.click();
    expect(await line()).toBe(straight);
    expect(await sheet.panel('fig2-tau10-score').locator('.log').isDisabled()).toBe(true);
  });

  it('hide and show the intervals', async () => {
    const button = sheet.page.locator('.controls .bands');
    const bands = sheet.page.locator('.panel svg .band');
    const all = await bands.count();
    expect(all).toBeGreaterThan(report.panels.length);
    await button.click();
    await expect.poll(() => bands.count(), patience).toBe(0);
    await button.click();
    await expect.poll(() => bands.count(), patience).toBe(all);
  });
});

it('shows what is beyond the paper when asked', async () => {
  const button = sheet.page.locator('.bar .beyond');
  const beyond = sheet.page.locator('.panel .curve-robust-swap');
  const label = () => sheet.panel(linear).locator('.chart').getAttribute('aria-label');
  const line = () => sheet.panel(linear).locator('.curve-greedy path').getAttribute('d');
  const paper = await line();
  expect(await beyond.count()).toBe(0);
  expect(await sheet.page.locator('[data-series="robust-swap"]').count()).toBe(0);
  expect(await label()).not.toContain('judged by strong');
  await button.click();
  await expect.poll(() => beyond.count(), patience).toBe(charts);
  expect(await curves(linear)).toBe(drawable(linear, true));
  expect(await label()).toContain('judged by strong');
  expect(await line()).not.toBe(paper);
  const { name, text } = await sheet.saved(linear, 'CSV');
  expect(name).toBe(`${linear}-beyond.csv`);
  expect(text).toContain('robust-swap');
  await button.click();
  await expect.poll(() => beyond.count(), patience).toBe(0);
  expect(await line()).toBe(paper);
});

describe('under a chart', () => {
  it('a caption says what was computed, what the paper says and what came out', async () => {
    const terms = sheet.panel(linear).locator('.chart-caption');
    expect(await terms.locator('dt').allTextContents()).toEqual([
      'Data',
      'Parameters',
      'The paper says',
      'What came out',
      'Look for',
    ]);
    const own = report.claims.filter(({ claim }) => claim === 1 || claim === 2);
    const said = await terms.locator('.said-by li').allTextContents();
    expect(said).toHaveLength(own.length);
    for (const [i, { verdict }] of own.entries()) expect(said[i]).toContain(verdict);
    expect(await terms.textContent()).toContain('Highest mean:');
    const all = await sheet.page.locator('.panel .chart-caption').count();
    expect(all).toBe(await sheet.page.locator('article.panel').count());
  });

  it('notes explain its gaps', async () => {
    const notes = await sheet.panel(linear).locator('.gap').allTextContents();
    expect(notes).toEqual([
      'pro-greedy, η = 1: infeasible below k = 64',
      'osu, bucket = 10: infeasible below k = 100',
    ]);
  });

  it('a table holds its numbers', async () => {
    const panel = sheet.panel(linear);
    await panel.locator('summary').click();
    const points = report.panels.find(({ id }) => id === linear)?.series[0]?.points ?? [];
    const rows = panel.locator('.numbers tbody tr');
    // The table is filled only once it is open.
    await rows.first().waitFor();
    expect(await rows.count()).toBe(points.length);
    await panel.locator('summary').click();
  });
});

describe('values', () => {
  const tip = () => sheet.panel(linear).locator('.tip');
  const at = (x: number) =>
    (report.panels.find(({ id }) => id === linear)?.series ?? []).map((series) => ({
      series,
      point: series.points.find((point) => point.x === x),
    }));

  it('of all methods appear at the pointer', async () => {
    const chart = sheet.panel(linear).locator('.chart');
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    await chart.hover({ position: { x: (box?.width ?? 0) - 22, y: 120 } });
    expect(await tip().isVisible()).toBe(true);
    expect(await tip().locator('caption').textContent()).toBe('k = 200, n = 20');
    expect(await tip().locator('tbody tr').count()).toBe(at(200).length);
    const first = at(200)[0]?.point?.mean ?? 0;
    expect(await tip().locator('tbody tr').first().textContent()).toContain(first.toFixed(0));
    await sheet.page.mouse.move(5, 5);
    expect(await tip().isVisible()).toBe(false);
  });

  it('appear with the arrow keys; a gap says why', async () => {
    await sheet.panel(linear).locator('.chart').focus();
    await sheet.page.keyboard.press('Home');
    expect(await tip().locator('caption').textContent()).toBe('k = 15, n = 20');
    expect(await tip().textContent()).toContain('infeasible below k = 64');
    await sheet.page.keyboard.press('ArrowRight');
    expect(await tip().locator('caption').textContent()).toBe('k = 20, n = 20');
    await sheet.page.keyboard.press('Escape');
    expect(await tip().isVisible()).toBe(false);
  });

  it('of the heat map appear with the arrow keys', async () => {
    const panel = sheet.panel('fig1');
    expect(await panel.locator('.readout').textContent()).toBe('γ = 1, θ = 1: 0.3873');
    await panel.locator('.chart').focus();
    await sheet.page.keyboard.press('ArrowLeft');
    expect(await panel.locator('.readout').textContent()).toContain('γ = 0.975, θ = 1');
    expect(await panel.locator('svg .contours path').count()).toBe(7);
  });
});

describe('files', () => {
  it('a chart is saved as an SVG that needs no page', async () => {
    const { name, text } = await sheet.saved(linear, 'SVG');
    expect(name).toBe(`${linear}.svg`);
    expect(text).not.toContain('var(--');
    const inside = await sheet.page.evaluate((source) => {
      const drawing = new DOMParser().parseFromString(source, 'image/svg+xml');
      return {
        error: drawing.querySelector('parsererror')?.textContent ?? null,
        curves: drawing.querySelectorAll('.curve path').length,
        words: drawing.documentElement.textContent,
      };
    }, text);
    expect(inside.error).toBe(null);
    expect(inside.curves).toBe(drawable(linear));
    expect(inside.words).toContain('stochastic-greedy');
  });

  it('its numbers are saved as CSV', async () => {
    const { name, text } = await sheet.saved(linear, 'CSV');
    expect(name).toBe(`${linear}.csv`);
    const series = report.panels.find(({ id }) => id === linear)?.series ?? [];
    const points = series.flatMap((one) => one.points);
    expect(text.trim().split('\r\n').length).toBe(1 + points.length);
    expect(text).toContain(`,${points[0]?.mean},`);
  });

  it('the heat map is saved too', async () => {
    expect((await sheet.saved('fig1', 'SVG')).text).toContain('submodular: 0.3873');
    expect((await sheet.saved('fig1', 'CSV')).text.split('\r\n').length).toBe(41 * 41 + 2);
  });
});

it('kept and deleted pixels have different shapes', async () => {
  const images = sheet.page.locator('figure.pixels');
  expect(await images.count()).toBe(report.pixels.length);
  const first = images.first();
  expect(await first.locator('svg circle.kept').count()).toBe(45);
  expect(await first.locator('svg .deleted').count()).toBe(15);
});
