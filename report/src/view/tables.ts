// Plain tables and lists: adversaries, further numbers, our reading of the paper, this run.

import type { AdversaryRow, Made, PlainTable, Report } from '../data';
import { h } from '../dom';
import { capital, formatDuration, formatShare, mathText, plural } from '../format';

function scroll(label: string, table: HTMLTableElement): HTMLElement {
  return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, table);
}

function headRow(titles: string[]): HTMLElement {
  return h('thead', {}, h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title))));
}

export function adversaryTable(rows: AdversaryRow[]): HTMLElement[] {
  const total = (name: string) => rows.reduce((sum, row) => sum + (row.wins[name] ?? 0), 0);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.wins)))];
  names.sort((a, b) => total(b) - total(a));
  const notes = rows.some((row) => row.note);
  const lines = rows.map((row) => {
    const most = Math.max(0, ...Object.values(row.wins));
    const cells = names.map((name) => {
      const wins = row.wins[name];
      if (wins === undefined) return h('td', { class: 'none' }, '–');
      const share = row.runs > 0 ? (100 * wins) / row.runs : 0;
      return h(
        'td',
        { class: wins === most && most > 0 ? 'share most' : 'share', style: `--share:${share}%` },
        h('span', {}, formatShare(wins, row.runs)),
        h('small', {}, String(wins)),
      );
    });
    return h(
      'tr',
      {},
      h('td', {}, capital(row.figure)),
      h('th', { scope: 'row' }, mathText(row.algorithm)),
      h('td', { class: 'right' }, String(row.runs)),
      ...cells,
      notes ? h('td', { class: 'note' }, mathText(row.note)) : null,
    );
  });
  const titles = ['Figure', 'Method attacked', 'Attacks', ...names, ...(notes ? ['Note'] : [])];
  return [
    h(
      'p',
      {},
      'The share of attacks in which each adversary found the worst deletion. A tie counts for ' +
        'one of them only. The largest share of a row is bold.',
    ),
    scroll(
      'Which adversary won',
      h('table', { class: 'data adversaries' }, headRow(titles), h('tbody', {}, lines)),
    ),
  ];
}

const isNumeric = (cell: string) => /^[−+-]?[\d.,]+(e[−+-]?\d+)?\s?%?$/.test(cell);

export function plainTable(table: PlainTable): HTMLElement {
  const right = table.columns.map((_, column) => {
    const cells = table.rows.map((row) => row[column] ?? '').filter(Boolean);
    return cells.length > 0 && cells.every(isNumeric);
  });
  const line = (row: string[]) =>
    h(
      'tr',
      {},
      ...row.map((cell, column) =>
        h('td', { class: right[column] ? 'right' : null }, mathText(cell)),
      ),
    );
  const head = h(
    'tr',
    {},
    ...table.columns.map((title, column) =>
      h('th', { scope: 'col', class: right[column] ? 'right' : null }, mathText(title)),
    ),
  );
  return h(
    'div',
    { class: 'table-block' },
    h('h3', {}, mathText(table.title)),
    scroll(
      table.title,
      h(
        'table',
        { class: 'data plain' },
        h('thead', {}, head),
        h('tbody', {}, ...table.rows.map(line)),
      ),
    ),
  );
}

export function beyondSection(report: Report): HTMLElement[] {
  const trials = report.made.beyond_trials;
  return [
    h(
      'p',
      {},
      'The four adversaries of the paper do not always find the worst deletion, so sets can look ' +
        'better than they are. Here one stronger adversary, strong, judges every set' +
        `${trials > 0 ? ` (${plural(trials, 'trial')})` : ''}. Two methods are added that are ` +
        'not in the paper: beta-path tries every size of the guard, and robust-swap searches for ' +
        'the set with the best worst case. The button “Beyond the paper” shows the same ' +
        'comparison on every chart.',
    ),
    ...report.beyond.map(plainTable),
  ];
}

export function readingList(reading: Report['reading']): HTMLElement {
  return h(
    'dl',
    { class: 'reading' },
    ...reading.flatMap(({ topic, text }) => [
      h('dt', {}, mathText(topic)),
      h('dd', {}, mathText(text)),
    ]),
  );
}

export function madeList(made: Made): HTMLElement {
  const facts: [string, string | HTMLElement][] = [
    ['Version', made.version],
    ['Command', h('code', {}, made.command)],
    ['Seed', String(made.seed)],
    ['Trials', made.trials > 0 ? String(made.trials) : ''],
    ['Run', made.trials > 0 ? (made.quick ? 'quick' : 'full') : ''],
    ['Date', made.date],
    ['Time', made.seconds === null ? '' : formatDuration(made.seconds)],
    ...Object.entries(made.machine).map(([key, value]): [string, string] => [
      key === 'cpu' ? 'CPU' : capital(key),
      String(value),
    ]),
  ];
  return h(
    'dl',
    { class: 'made' },
    ...facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );
}
