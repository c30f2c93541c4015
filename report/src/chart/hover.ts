// Shows the values of all visible series at one x, where the reader points or moves with the arrow
// keys.

import type { Panel, Point } from '../data';
import { h, s } from '../dom';
import { formatInterval, formatNumber, mathText } from '../format';
import { type Curve, drawSwatch, gridOf, type LineChart } from './lines';
import { pageTheme } from './theme';

interface Reading {
  curve: Curve;
  point: Point | undefined;
}

/** The visible series at x, largest mean first; those without a value come last. */
export function readAt(curves: Curve[], x: number): Reading[] {
  const mean = (reading: Reading) => reading.point?.mean ?? Number.NEGATIVE_INFINITY;
  return curves
    .map((curve) => ({ curve, point: curve.series.points.find((point) => point.x === x) }))
    .sort((a, b) => (mean(a) === mean(b) ? 0 : mean(b) - mean(a)));
}

export function nearest(grid: number[], x: number): number {
  let best = 0;
  for (const [i, value] of grid.entries()) {
    if (Math.abs(value - x) < Math.abs((grid[best] ?? 0) - x)) best = i;
  }
  return best;
}

/** Follows pointer and keys over `place`. Call `redrawn` whenever it holds a new chart. */
export class Hover {
  private readonly box = h('div', { class: 'tip', role: 'status', 'aria-live': 'polite' });
  private readonly cursor = s('g', { class: 'cursor', 'aria-hidden': 'true' });
  private panel: Panel | null = null;
  private grid: number[] = [];
  private curves: Curve[] = [];
  private chart: LineChart | null = null;
  private index: number | null = null;

  constructor(private readonly place: HTMLElement) {
    this.box.hidden = true;
    place.append(this.box);
    place.addEventListener('pointermove', (event) => this.point(event));
    place.addEventListener('pointerdown', (event) => this.point(event));
    place.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') this.hide();
    });
    place.addEventListener('keydown', (event) => this.key(event));
    place.addEventListener('blur', () => this.hide());
  }

  redrawn(chart: LineChart, panel: Panel, curves: Curve[]): void {
    // Another view of the panel may lack this x.
    if (panel !== this.panel) this.index = null;
    this.panel = panel;
    this.grid = gridOf(panel);
    this.chart = chart;
    this.curves = curves;
    chart.append(this.cursor);
    this.show(this.index);
  }

  private hide(): void {
    this.show(null);
  }

  private point(event: PointerEvent): void {
    const svg = this.chart as SVGSVGElement | null;
    const scale = this.chart?.scale('x');
    if (!svg || !scale?.invert || this.box.contains(event.target as Node)) return;
    const area = svg.getBoundingClientRect();
    if (event.clientY > area.bottom || event.clientY < area.top) return;
    const x = ((event.clientX - area.left) / area.width) * svg.viewBox.baseVal.width;
    this.show(nearest(this.grid, scale.invert(x) as number));
  }

  private key(event: KeyboardEvent): void {
    const last = this.grid.length - 1;
    const here = this.index;
    const moves: Record<string, number | null> = {
      ArrowRight: here === null ? 0 : Math.min(here + 1, last),
      ArrowLeft: here === null ? last : Math.max(here - 1, 0),
      Home: 0,
      End: last,
      Escape: null,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.show(to);
  }

  private show(index: number | null): void {
    this.index = index;
    this.cursor.replaceChildren();
    const x = index === null ? undefined : this.grid[index];
    const scale = this.chart?.scale('x');
    if (x === undefined || !scale || this.curves.length === 0) {
      this.box.hidden = true;
      return;
    }
    const readings = readAt(this.curves, x);
    this.markCursor(scale.apply(x) as number, readings);
    this.box.replaceChildren(this.table(x, readings));
    this.box.hidden = false;
    this.placeBox(scale.apply(x) as number);
  }

  private markCursor(x: number, readings: Reading[]): void {
    const y = this.chart?.scale('y');
    const [bottom, top] = (y?.range ?? [0, 0]) as [number, number];
    this.cursor.append(s('line', { x1: x, x2: x, y1: top, y2: bottom, class: 'cursor-line' }));
    for (const { curve, point } of readings) {
      if (!y || point?.mean == null) continue;
      this.cursor.append(
        s('circle', {
          cx: x,
          cy: y.apply(point.mean) as number,
          r: 6,
          fill: 'none',
          stroke: pageTheme.series(curve.style),
          'stroke-width': 1.5,
        }),
      );
    }
  }

  private table(x: number, readings: Reading[]): HTMLElement {
    const runs = new Set(readings.flatMap(({ point }) => (point ? [point.n] : [])));
    const repeated = [...runs].some((n) => n > 1);
    const trials = repeated && runs.size === 1 ? `, n = ${[...runs][0]}` : '';
    return h(
      'table',
      {},
      h('caption', {}, `${mathText(this.panel?.x.name ?? '')} = ${formatNumber(x)}${trials}`),
      h(
        'tbody',
        {},
        readings.map(({ curve, point }) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              drawSwatch(curve.style, pageTheme),
              mathText(curve.series.label),
            ),
            point?.mean == null
              ? h('td', { colspan: 2, class: 'none' }, mathText(curve.series.gap ?? 'no value'))
              : [
                  h('td', {}, formatNumber(point.mean)),
                  repeated && h('td', { class: 'interval' }, formatInterval(point.low, point.high)),
                ],
          ),
        ),
      ),
    );
  }

  /** Below the chart, over the legend it repeats; above the axis if the window ends too soon. */
  private placeBox(x: number): void {
    const svg = this.chart as SVGSVGElement | null;
    if (!svg) return;
    const area = svg.getBoundingClientRect();
    const high = this.box.offsetHeight;
    const fits = area.bottom + high < innerHeight || area.bottom - high < 0;
    const room = Math.max(0, this.place.clientWidth - this.box.offsetWidth);
    const cursor = (x / svg.viewBox.baseVal.width) * area.width;
    const beside = cursor > area.width / 2 ? 0 : room;
    const centered = Math.max(0, Math.min(cursor - this.box.offsetWidth / 2, room));
    this.box.style.left = `${fits ? centered : beside}px`;
    this.box.style.top = `${fits ? area.height + 4 : area.height - high - 40}px`;
  }
}
