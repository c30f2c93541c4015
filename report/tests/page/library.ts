// Asks the real command for pages and for values to hold them to.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '../../src/page/data';
import { parsePage } from '../../src/page/parse';

const command = process.env.HOLDFAST_COMMAND ?? '../build/bin/holdfast';

/** Numbers from a fixed seed: mulberry32. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  };
}

export class Library {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-page-'));

  constructor() {
    if (!existsSync(command)) throw new Error(`no command at ${command}; make build`);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes a CSV file and returns its path. */
  table(name: string, header: string[], rows: (number | string)[][]): string {
    const file = join(this.folder, name);
    const quoted = (cell: number | string) =>
      typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : String(cell);
    const lines = [header, ...rows].map((row) => row.map(quoted).join(','));
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }

  run(...request: string[]): string {
    return execFileSync(command, [...request, '--quiet'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1 << 28,
    });
  }

  /** The document in the page that a request leaves; throws if it breaks the schema. */
  page(...request: string[]): Page {
    const file = join(this.folder, `page-${Math.random().toString(36).slice(2)}.html`);
    this.run(...request, '--report', file);
    const text = readFileSync(file, 'utf8');
    const [, data = ''] = /<script id="holdfast-data"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
    return parsePage(data);
  }

  /** f of these items, numbered as in documents. */
  value(objective: string[], items: number[]): number {
    if (items.length === 0) return 0;
    const list = ['--items', items.join(','), '--tau', '0', '--format', 'json'];
    return JSON.parse(this.run('attack', ...objective, ...list)).intact_value;
  }
}

/** A table of random columns that depend on each other, and a target that depends on them. */
export function regressionRows(columns: number, rows: number, seed: number): number[][] {
  const random = generator(seed);
  return Array.from({ length: rows }, () => {
    const common = random() - 0.5;
    const row = Array.from({ length: columns }, () => common + 2 * (random() - 0.5));
    const target = row.reduce((sum, x, i) => sum + x / (i + 1), 0) + random();
    return [...row, target].map((x) => Number(x.toFixed(6)));
  });
}
