// The numbers of charts as comma-separated values (RFC 4180).

import type { Heatmap, Panel, Series } from './data';

export type Cell = string | number | null;

export function toCsv(header: string[], rows: Cell[][]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One row per point, numbers in full precision. */
export function panelCsv(panel: Panel, series: Series[] = panel.series): string {
  return toCsv(
    ['panel', 'algorithm', 'label', panel.x.name, 'mean', 'low95', 'high95', 'n'],
    series.flatMap((one) =>
      one.points.map((point) => [
        panel.id,
        one.name,
        one.label,
        point.x,
        point.mean,
        point.low,
        point.high,
        point.n,
      ]),
    ),
  );
}

export function heatmapCsv(map: Heatmap): string {
  return toCsv(
    [map.x.label, map.y.label, 'value'],
    map.values.flatMap((row, i) =>
      row.map((value, j) => [map.x.values[j] ?? null, map.y.values[i] ?? null, value]),
    ),
  );
}
