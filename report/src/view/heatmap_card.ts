// The heat map with its colour scale and the value under the pointer.

import { titledSvg } from '../chart/export';
import { drawColorScale, drawHeatmap } from '../chart/heatmap';
import { nearest } from '../chart/hover';
import { fileTheme, pageTheme } from '../chart/theme';
import { heatmapCsv } from '../csv';
import type { Claim, Heatmap } from '../data';
import { download, h } from '../dom';
import { formatNumber, mathText } from '../format';
import { mapCaption } from './caption';
import type { DrawQueue } from './draw_queue';

export class HeatmapCard {
  readonly element: HTMLElement;
  private readonly readout = h('p', { class: 'readout', role: 'status', 'aria-live': 'polite' });
  private readonly chart: HTMLElement;
  private drawing: ReturnType<typeof drawHeatmap> | null = null;
  private column = 0;
  private row = 0;

  constructor(
    private readonly map: Heatmap,
    private readonly claims: Claim[],
    queue: DrawQueue,
  ) {
    this.chart = h('div', {
      class: 'chart heatmap',
      tabindex: 0,
      role: 'group',
      'aria-roledescription': 'heat map',
      'aria-label': `${mathText(map.title)}. Use the arrow keys to read values.`,
    });
    this.chart.addEventListener('pointermove', (event) => this.point(event));
    this.chart.addEventListener('keydown', (event) => this.key(event));
    this.element = this.assemble();
    this.read(map.x.values.length - 1, map.y.values.length - 1);
    queue.add(this.chart, () => this.draw());
    let width = 0;
    new ResizeObserver(() => {
      if (this.chart.clientWidth !== width) queue.add(this.chart, () => this.draw());
      width = this.chart.clientWidth;
    }).observe(this.chart);
  }

  private assemble(): HTMLElement {
    const { map } = this;
    const title = mathText(map.title);
    const save = (ending: string, type: string, text: () => string) => {
      const onclick = () => download(`${map.id}.${ending}`, type, text());
      return h('button', { type: 'button', class: 'tool', onclick }, ending.toUpperCase());
    };
    const file = () => drawHeatmap(map, { width: 560, height: 480, theme: fileTheme });
    const svg = save('svg', 'image/svg+xml', () => titledSvg(file() as SVGSVGElement, title));
    const csv = save('csv', 'text/csv', () => heatmapCsv(map));
    return h(
      'article',
      { class: 'panel card', id: map.id, 'data-panel': map.id },
      h('header', {}, h('h4', {}, title), h('div', { class: 'tools' }, svg, csv)),
      h(
        'div',
        { class: 'beside' },
        this.chart,
        h('div', { class: 'scale' }, drawColorScale(map), this.readout),
      ),
      mapCaption(map, this.claims),
    );
  }

  private draw(): void {
    const width = Math.max(260, Math.min(560, this.chart.clientWidth));
    const height = Math.round(width * 0.86);
    this.drawing = drawHeatmap(this.map, { width, height, theme: pageTheme });
    this.drawing.setAttribute('aria-hidden', 'true');
    this.chart.replaceChildren(this.drawing);
  }

  private point(event: PointerEvent): void {
    const { map, drawing } = this;
    const area = drawing?.getBoundingClientRect();
    const x = drawing?.scale('x');
    const y = drawing?.scale('y');
    if (!area || !x?.invert || !y?.invert) return;
    const unit = (drawing as SVGSVGElement).viewBox.baseVal.width / area.width;
    this.read(
      nearest(map.x.values, x.invert((event.clientX - area.left) * unit) as number),
      nearest(map.y.values, y.invert((event.clientY - area.top) * unit) as number),
    );
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
    this.read(
      within(this.column + move[0], this.map.x.values.length),
      within(this.row + move[1], this.map.y.values.length),
    );
  }

  /** Says the value of one cell. */
  private read(column: number, row: number): void {
    this.column = column;
    this.row = row;
    const { x, y, values } = this.map;
    const place = [
      `${mathText(x.label)} = ${formatNumber(x.values[column] ?? null, 3)}`,
      `${mathText(y.label)} = ${formatNumber(y.values[row] ?? null, 3)}`,
    ].join(', ');
    this.readout.textContent = `${place}: ${formatNumber(values[row]?.[column] ?? null)}`;
  }
}
