// Lines with interval bands: the chart of a panel.

import * as Plot from '@observablehq/plot';
import type { Panel, Point, Series } from '../data';
import { mathText } from '../format';
import type { SeriesStyle } from '../series_style';
import type { Theme } from './theme';

export interface Curve {
  key: string;
  series: Series;
  style: SeriesStyle;
}

export interface LineOptions {
  width: number;
  height: number;
  log: boolean;
  /** Show the interval bands. */
  bands: boolean;
  theme: Theme;
}

export type LineChart = (SVGSVGElement | HTMLElement) & Plot.Plot;

/** Every x at which some series of the panel has a point, in order. */
export function gridOf(panel: Panel): number[] {
  const all = panel.series.flatMap((series) => series.points.map((point) => point.x));
  return [...new Set(all)].sort((a, b) => a - b);
}

/**
 * The points of a series, with an empty point at every x of the grid that the series skips between
 * its first and last point. The line breaks there.
 */
export function withGaps(series: Series, grid: number[]): Point[] {
  const first = series.points[0];
  const last = series.points.at(-1);
  if (!first || !last) return [];
  const byX = new Map(series.points.map((point) => [point.x, point]));
  return grid
    .filter((x) => x >= first.x && x <= last.x)
    .map((x) => byX.get(x) ?? { x, mean: null, low: null, high: null, n: 0 });
}

/** A logarithmic axis needs positive means. */
export function canBeLogarithmic(panel: Panel): boolean {
  const means = panel.series.flatMap((series) => series.points.map((point) => point.mean));
  return means.some((mean) => mean !== null) && means.every((mean) => mean === null || mean > 0);
}

/** The smallest positive number shown. A logarithmic axis cuts intervals off there. */
function positiveFloor(curves: Curve[]): number {
  const shown = curves
    .flatMap((curve) => curve.series.points.flatMap((point) => [point.low, point.mean]))
    .filter((value): value is number => value !== null && value > 0);
  return shown.length ? Math.min(...shown) : 1;
}

/** How far beyond the lines a band may reach, as a share of their range. */
const bandReach = 0.4;

/** The interval of two trials is so wide that it would only hide the lines. */
export const hasBand = (point: Point) => point.n > 2;

/** Where bands are cut off: the wide intervals of few trials would flatten the lines. */
export function bandLimits(curves: Curve[]): [number, number] {
  const means = curves
    .flatMap((curve) => curve.series.points.map((point) => point.mean))
    .filter((mean) => mean !== null);
  const low = Math.min(...means);
  const high = Math.max(...means);
  if (!(high > low)) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [low - bandReach * (high - low), high + bandReach * (high - low)];
}

export function drawLines(panel: Panel, curves: Curve[], options: LineOptions): LineChart {
  const grid = gridOf(panel);
  const { faint } = options.theme;
  return Plot.plot({
    ...frame(panel, options),
    x: xAxis(panel, grid, options.width),
    y: yAxis(panel, options.log),
    marks: [
      Plot.gridY({ ticks: 6, stroke: faint, strokeOpacity: 1 }),
      Plot.ruleX([grid[0] ?? 0], { stroke: faint, dx: -8 }),
      ...(options.bands ? bandMarks(curves, grid, options) : []),
      ...curves.flatMap((curve) => lineMarks(curve, grid, options)),
    ],
  });
}

function bandMarks(curves: Curve[], grid: number[], { log, theme }: LineOptions): Plot.Markish[] {
  const [low, highest] = bandLimits(curves);
  const lowest = log ? Math.max(positiveFloor(curves), low) : low;
  const cut = (value: number | null) =>
    value === null ? null : Math.min(highest, Math.max(value, lowest));
  return curves.map(({ series, style }) =>
    Plot.areaY(withGaps(series, grid), {
      x: 'x',
      y1: (point: Point) => cut(hasBand(point) ? point.low : point.mean),
      y2: (point: Point) => cut(hasBand(point) ? point.high : point.mean),
      fill: theme.series(style),
      // Fainter where many bands overlap.
      fillOpacity: curves.length > 4 ? 0.08 : 0.13,
      className: 'band',
      ariaHidden: 'true',
    }),
  );
}

function lineMarks(curve: Curve, grid: number[], { width, theme }: LineOptions): Plot.Markish[] {
  const { key, series, style } = curve;
  const points = withGaps(series, grid);
  const color = theme.series(style);
  return [
    Plot.lineY(points, {
      x: 'x',
      y: 'mean',
      stroke: color,
      strokeWidth: style.width,
      strokeDasharray: style.dash || undefined,
      strokeLinecap: 'butt',
      className: `curve curve-${cssName(key)}`,
      ariaHidden: 'true',
    }),
    Plot.dot(points, {
      x: 'x',
      y: 'mean',
      symbol: style.symbol as Plot.SymbolType,
      r: markerRadius(grid, width),
      fill: color,
      stroke: color,
      strokeWidth: 1,
      className: 'markers',
      ariaHidden: 'true',
    }),
  ];
}

function xAxis(panel: Panel, grid: number[], width: number): Plot.ScaleOptions {
  return {
    label: mathText(panel.x.label),
    labelArrow: 'none',
    labelAnchor: 'center',
    domain: grid.length > 1 ? [grid[0], grid.at(-1)] : undefined,
    ticks: xTicks(grid, Math.max(3, Math.round(width / 80))),
    tickFormat: (x: number) => String(x),
    insetLeft: 8,
    insetRight: 8,
  };
}

function yAxis(panel: Panel, log: boolean): Plot.ScaleOptions {
  return {
    type: log ? 'log' : 'linear',
    label: mathText(panel.y.label),
    labelArrow: 'none',
    nice: !log,
    ticks: 6,
    tickFormat: log ? 'r' : undefined,
    insetTop: 4,
    insetBottom: 4,
  };
}

/** A short axis of whole numbers has a tick at each of them and none between. */
export function xTicks(grid: number[], about: number): number | number[] {
  const whole = grid.every(Number.isInteger);
  const range = (grid.at(-1) ?? 0) - (grid[0] ?? 0);
  return whole && range <= about ? grid : about;
}

/** Smaller where points are close, so that markers do not overlap. */
function markerRadius(grid: number[], width: number): number {
  const steps = grid.slice(1).map((x, i) => x - (grid[i] ?? x));
  const range = (grid.at(-1) ?? 1) - (grid[0] ?? 0);
  const closest = steps.length > 0 ? (Math.min(...steps) / range) * (width - 78) : width;
  return Math.min(3, Math.max(1.7, closest * 0.18));
}

function frame(panel: Panel, { width, height, theme }: LineOptions): Plot.PlotOptions {
  return {
    width,
    height,
    marginLeft: 52,
    marginRight: 10,
    marginTop: 26,
    marginBottom: 38,
    ariaLabel: `${panel.group}, ${panel.title}: ${panel.y.label} against ${panel.x.label}`,
    style: {
      fontFamily: theme.font,
      fontSize: '12px',
      color: theme.text,
      background: theme.paper,
      overflow: 'visible',
    },
  };
}

/** A key as part of a class name. */
export function cssName(key: string): string {
  return key.replace(/[^A-Za-z0-9_-]/g, '-');
}

/** The line and marker of one series, for a legend. */
export function drawSwatch(style: SeriesStyle, theme: Theme): SVGSVGElement {
  const color = theme.series(style);
  return Plot.plot({
    width: 38,
    height: 14,
    margin: 2,
    axis: null,
    x: { domain: [0, 1] },
    y: { domain: [-1, 1] },
    style: { background: 'transparent', overflow: 'visible' },
    marks: [
      Plot.line(
        [
          [0, 0],
          [1, 0],
        ],
        {
          stroke: color,
          strokeWidth: style.width,
          strokeDasharray: style.dash || undefined,
          strokeLinecap: 'butt',
        },
      ),
      Plot.dot([[0.5, 0]], {
        symbol: style.symbol as Plot.SymbolType,
        r: 3.5,
        fill: color,
        stroke: color,
        strokeWidth: 1,
      }),
    ],
  }) as SVGSVGElement;
}
