// What the command writes keeps to the schema. These are real runs, as small as they can be.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Report } from '../../src/data';
import { parseReport } from '../../src/parse';

const command = process.env.HOLDFAST_COMMAND ?? '../build/bin/holdfast';
const folder = mkdtempSync(join(tmpdir(), 'holdfast-command-'));
beforeAll(() => {
  if (!existsSync(command)) throw new Error(`no command at ${command}; make build`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The data in the page that a run of the command leaves; throws if they break the schema. */
function reportOf(page: string, ...request: string[]): Report {
  execFileSync(command, [...request, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const text = readFileSync(join(folder, page), 'utf8');
  const [, data = ''] = /<script id="holdfast-data"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  return parseReport(data);
}

it('a reproduction with everything in it', () => {
  const extent = ['--tiny', '--trials', '2', '--beyond', '1'];
  const report = reportOf('report.html', 'reproduce', ...extent, '--out', folder);
  const { kind, heatmap, made, panels, ...rest } = report;
  expect(kind).toBe('reproduction');
  expect(heatmap?.mark).toBeTruthy();
  expect(made.trials).toBe(2);
  expect(report.caution).toContain('The 2 trials of this run');
  expect(report.claims.filter(({ verdict }) => verdict === 'undecided').length).toBeGreaterThan(0);
  expect(panels.some((panel) => panel.beyond)).toBe(true);
  for (const list of ['claims', 'pixels', 'adversaries', 'beyond', 'tables', 'reading'] as const) {
    expect(rest[list].length, list).toBeGreaterThan(0);
  }
  for (const { id, data, look_for, claims } of panels) {
    expect([data, look_for].every(Boolean), id).toBe(true);
    expect(
      report.claims.some(({ claim }) => claims.includes(claim)),
      id,
    ).toBe(true);
  }
  expect(report.claims.some(({ counts }) => counts.length > 0)).toBe(true);
  for (const { series } of panels.flatMap((panel) => [panel, panel.beyond ?? panel])) {
    for (const { name, points } of series) {
      expect(points, name).toEqual([...points].sort((a, b) => a.x - b.x));
    }
  }
});
