// A heat map with contour lines, so that it can be read without its colours.

import * as Plot from '@observablehq/plot';
import type { Heatmap } from '../data';
import { formatNumber, mathText } from '../format';
import type { Theme } from './theme';

/** Cividis keeps its order for every kind of colour vision and in grey. */
const scheme = 'Cividis';

interface Cell {
  x: number;
  y: number;
  value: number | null;
}

export function heatmapRange(map: Heatmap): [number, number] {
  const known = map.values.flat().filter((value): value is number => value !== null);
  return known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
}

export function drawHeatmap(
  map: Heatmap,
  options: { width: number; height: number; theme: Theme },
): (SVGSVGElement | HTMLElement) & Plot.Plot {
  const { theme } = options;
  const xs = map.x.values;
  const ys = map.y.values;
  const cells: Cell[] = map.values.flatMap((row, i) =>
    row.map((value, j) => ({ x: xs[j] ?? 0, y: ys[i] ?? 0, value })),
  );
  // A value stands in the middle of its cell, so the outer cells reach half a cell over the edge.
  const [left, right] = ends(xs);
  const [low, high] = ends(ys);
  const halfWide = (right - left) / Math.max(1, xs.length - 1) / 2;
  const halfHigh = (high - low) / Math.max(1, ys.length - 1) / 2;
  const values = cells.map((cell) => cell.value ?? Number.NaN);
  const field = {
    width: xs.length,
    height: ys.length,
    x1: left - halfWide,
    x2: right + halfWide,
    y1: low - halfHigh,
    y2: high + halfHigh,
    clip: true,
  };
  const levels = contourLevels(map);
  return Plot.plot({
    width: options.width,
    height: options.height,
    marginLeft: 48,
    marginBottom: 40,
    marginTop: 26,
    marginRight: 16,
    ariaLabel: `${map.title}: ${map.x.label} against ${map.y.label}`,
    style: {
      fontFamily: theme.font,
      fontSize: '12px',
      color: theme.text,
      background: theme.paper,
      overflow: 'visible',
    },
    color: { scheme, domain: heatmapRange(map), type: 'linear' },
    x: {
      label: mathText(map.x.label),
      labelArrow: 'none',
      labelAnchor: 'center',
      domain: [left, right],
    },
    y: { label: mathText(map.y.label), labelArrow: 'none', domain: [low, high] },
    marks: [
      Plot.raster(values, { ...field, imageRendering: 'auto', className: 'cells' }),
      Plot.contour(values, {
        ...field,
        thresholds: levels,
        stroke: 'white',
        strokeOpacity: 0.75,
        strokeWidth: 0.8,
        className: 'contours',
      }),
      ...contourLabels(map, levels),
      ...markedPoint(map, theme),
    ],
  });
}

function ends(values: number[]): [number, number] {
  return [values[0] ?? 0, values.at(-1) ?? 1];
}

/** Round values inside the range, about seven of them. */
export function contourLevels(map: Heatmap): number[] {
  const [low, high] = heatmapRange(map);
  const rough = (high - low) / 7;
  if (!(rough > 0)) return [];
  const unit = 10 ** Math.floor(Math.log10(rough));
  const far = (factor: number) => Math.abs(Math.log((factor * unit) / rough));
  const [nearest = 1] = [1, 2, 5, 10].sort((a, b) => far(a) - far(b));
  const step = unit * nearest;
  const first = Math.floor(low / step) + 1;
  const count = Math.ceil(high / step) - first;
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** The value of each contour, written where it crosses the diagonal. */
function contourLabels(map: Heatmap, levels: number[]): Plot.Markish[] {
  const { values: xs } = map.x;
  const { values: ys } = map.y;
  const steps = Math.max(xs.length, ys.length) - 1;
  const along = (share: number) => {
    const column = Math.round(share * (xs.length - 1));
    const row = Math.round(share * (ys.length - 1));
    return { x: xs[column] ?? 0, y: ys[row] ?? 0, value: map.values[row]?.[column] ?? null };
  };
  const picks = levels.flatMap((level) => {
    for (let i = 1; i <= steps; i++) {
      const here = along(i / steps);
      const before = along((i - 1) / steps);
      if (here.value === null || before.value === null || here.value === before.value) continue;
      const share = (level - before.value) / (here.value - before.value);
      if (share < 0 || share > 1) continue;
      const between = (a: number, b: number) => a + share * (b - a);
      return [{ x: between(before.x, here.x), y: between(before.y, here.y), level }];
    }
    return [];
  });
  return [
    Plot.text(picks, {
      x: 'x',
      y: 'y',
      text: (pick: { level: number }) => formatNumber(pick.level, 2),
      fill: 'white',
      stroke: 'black',
      strokeWidth: 3,
      className: 'values',
    }),
  ];
}

function markedPoint(map: Heatmap, theme: Theme): Plot.Markish[] {
  if (!map.mark) return [];
  const right = map.mark.x > ((map.x.values[0] ?? 0) + (map.x.values.at(-1) ?? 1)) / 2;
  return [
    Plot.dot([map.mark], { x: 'x', y: 'y', r: 6, fill: 'white', stroke: 'black', strokeWidth: 2 }),
    Plot.dot([map.mark], { x: 'x', y: 'y', r: 2, fill: 'black', className: 'mark' }),
    Plot.text([map.mark], {
      x: 'x',
      y: 'y',
      text: () => mathText(map.mark?.label ?? ''),
      textAnchor: right ? 'end' : 'start',
      dx: right ? 4 : -4,
      dy: -15,
      fontWeight: 600,
      fill: theme.text,
    }),
  ];
}

/** The scale of colours, to be read beside the map. */
export function drawColorScale(map: Heatmap): SVGSVGElement {
  return Plot.legend({
    color: { scheme, domain: heatmapRange(map), type: 'linear' },
    width: 240,
    ticks: 5,
    style: { background: 'transparent', fontFamily: 'inherit', fontSize: '12px' },
  }) as SVGSVGElement;
}
