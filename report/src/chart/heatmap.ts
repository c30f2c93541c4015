// A heat map with contour lines, readable without colours.

import * as Plot from '@observablehq/plot';
import type { Heatmap } from '../data';
import { formatNumber, mathText } from '../format';
import type { Theme } from './theme';

/** Cividis keeps its order for every kind of colour vision, and in grey. */
const scheme = 'Cividis';

export function heatmapRange(map: Heatmap): [number, number] {
  const known = map.values.flat().filter((value): value is number => value !== null);
  return known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
}

export function drawHeatmap(
  map: Heatmap,
  { width, height, theme }: { width: number; height: number; theme: Theme },
): (SVGSVGElement | HTMLElement) & Plot.Plot {
  return Plot.plot({
    width,
    height,
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
      domain: ends(map.x.values),
    },
    y: { label: mathText(map.y.label), labelArrow: 'none', domain: ends(map.y.values) },
    marks: [...cellMarks(map), ...contourLabels(map), ...markedPoint(map, theme)],
  });
}

function cellMarks(map: Heatmap): Plot.Markish[] {
  const values = map.values.flat().map((value) => value ?? Number.NaN);
  const [x1, x2] = edges(map.x.values);
  const [y1, y2] = edges(map.y.values);
  const size = { width: map.x.values.length, height: map.y.values.length };
  const field = { ...size, x1, x2, y1, y2, clip: true };
  return [
    Plot.raster(values, { ...field, imageRendering: 'auto', className: 'cells' }),
    Plot.contour(values, {
      ...field,
      thresholds: contourLevels(map),
      stroke: 'white',
      strokeOpacity: 0.75,
      strokeWidth: 0.8,
      className: 'contours',
    }),
  ];
}

/** A value is the middle of its cell, so the outer cells reach half a cell over the ends. */
function edges(values: number[]): [number, number] {
  const [first, last] = ends(values);
  const half = (last - first) / Math.max(1, values.length - 1) / 2;
  return [first - half, last + half];
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

/** Writes the value of each contour where it crosses the diagonal. */
function contourLabels(map: Heatmap): Plot.Markish[] {
  const { values: xs } = map.x;
  const { values: ys } = map.y;
  const steps = Math.max(xs.length, ys.length) - 1;
  const along = (share: number) => {
    const column = Math.round(share * (xs.length - 1));
    const row = Math.round(share * (ys.length - 1));
    return { x: xs[column] ?? 0, y: ys[row] ?? 0, value: map.values[row]?.[column] ?? null };
  };
  const picks = contourLevels(map).flatMap((level) => {
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

/** The colour scale, for a place beside the map. */
export function drawColorScale(map: Heatmap): SVGSVGElement {
  return Plot.legend({
    color: { scheme, domain: heatmapRange(map), type: 'linear' },
    width: 240,
    ticks: 5,
    style: { background: 'transparent', fontFamily: 'inherit', fontSize: '12px' },
  }) as SVGSVGElement;
}
