// Opens a filled page from disk in Chromium, as a double click would.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { fillTemplate } from '../fixture/sample';

const program = process.env.HOLDFAST_CHROMIUM ?? '/usr/bin/chromium';
const reportTemplate = process.env.HOLDFAST_REPORT_TEMPLATE ?? 'dist/index.html';
/** The page of one result. */
export const pageTemplate = process.env.HOLDFAST_PAGE_TEMPLATE ?? 'dist/page.html';

export class Desk {
  private readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-report-'));

  private constructor(private readonly browser: Browser) {}

  static async open(): Promise<Desk> {
    if (!existsSync(program)) throw new Error(`no browser at ${program}; apt-get install chromium`);
    const browser = await chromium.launch({
      executablePath: program,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    return new Desk(browser);
  }

  /** Writes the report to disk and opens it. */
  async show(
    report: unknown,
    options: BrowserContextOptions = {},
    template = reportTemplate,
  ): Promise<Sheet> {
    const file = join(this.folder, `report-${Math.random().toString(36).slice(2)}.html`);
    writeFileSync(file, fillTemplate(readFileSync(template, 'utf8'), report));
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 900 },
      ...options,
    });
    const sheet = new Sheet(await context.newPage());
    await sheet.page.goto(pathToFileURL(file).href);
    return sheet;
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Sheet {
  /** Errors and warnings on the console, uncaught exceptions, requests to the network. */
  readonly complaints: string[] = [];

  constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (message.type() !== 'log') this.complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) this.complaints.push(request.url());
    });
  }

  panel(id: string) {
    return this.page.locator(`[data-panel="${id}"]`);
  }

  /** Waits until every chart is drawn, even far below the window. */
  async drawn(): Promise<void> {
    await this.page.waitForFunction(() =>
      [...document.querySelectorAll('.panel .chart')].every((chart) => chart.querySelector('svg')),
    );
  }

  /** The file that a click on a button saves. */
  async saved(panel: string, button: string): Promise<{ name: string; text: string }> {
    const waiting = this.page.waitForEvent('download');
    await this.panel(panel).getByRole('button', { name: button, exact: true }).click();
    const file = await waiting;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }

  /** Mean and variance of the grey values on the screen. */
  async greys(): Promise<{ mean: number; variance: number }> {
    const { data } = PNG.sync.read(await this.page.screenshot());
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < data.length; i += 4) {
      const grey = ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3;
      sum += grey;
      squares += grey * grey;
    }
    const count = data.length / 4;
    return { mean: sum / count, variance: squares / count - (sum / count) ** 2 };
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
