// The heat map with its scale of colours and a reading of the value under the pointer.

import { titledSvg } from '../chart/export';
import { drawColorScale, drawHeatmap } from '../chart/heatmap';
import { nearest } from '../chart/hover';
import { fileTheme, pageTheme } from '../chart/theme';
import { heatmapCsv } from '../csv';
import type { Heatmap } from '../data';
import { download, h } from '../dom';
import { formatNumber, mathText } from '../format';
import type { DrawQueue } from './draw_queue';

export function heatmapCard(map: Heatmap, queue: DrawQueue): HTMLElement {
  const readout = h('p', { class: 'readout', role: 'status', 'aria-live': 'polite' });
  const chart = h('div', {
    class: 'chart heatmap',
    tabindex: 0,
    role: 'group',
    'aria-roledescription': 'heat map',
    'aria-label': `${mathText(map.title)}. Arrow keys read the values.`,
  });
  const at = { column: map.x.values.length - 1, row: map.y.values.length - 1 };
  const tell = () => {
    const value = map.values[at.row]?.[at.column] ?? null;
    const x = formatNumber(map.x.values[at.column] ?? null, 3);
    const y = formatNumber(map.y.values[at.row] ?? null, 3);
    readout.textContent = `${mathText(map.x.label)} = ${x}, ${mathText(map.y.label)} = ${y}: ${formatNumber(value)}`;
  };
  let drawing: ReturnType<typeof drawHeatmap> | null = null;
  const draw = () => {
    const width = Math.max(260, Math.min(560, chart.clientWidth));
    drawing = drawHeatmap(map, { width, height: Math.round(width * 0.86), theme: pageTheme });
    drawing.setAttribute('aria-hidden', 'true');
    chart.replaceChildren(drawing);
  };
  chart.addEventListener('pointermove', (event) => {
    const area = drawing?.getBoundingClientRect();
    const x = drawing?.scale('x');
    const y = drawing?.scale('y');
    if (!area || !x?.invert || !y?.invert) return;
    const unit = (drawing as SVGSVGElement).viewBox.baseVal.width / area.width;
    at.column = nearest(map.x.values, x.invert((event.clientX - area.left) * unit) as number);
    at.row = nearest(map.y.values, y.invert((event.clientY - area.top) * unit) as number);
    tell();
  });
  chart.addEventListener('keydown', (event) => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[
      event.key
    ];
    if (!move) return;
    event.preventDefault();
    at.column = Math.max(0, Math.min(map.x.values.length - 1, at.column + (move[0] ?? 0)));
    at.row = Math.max(0, Math.min(map.y.values.length - 1, at.row + (move[1] ?? 0)));
    tell();
  });
  tell();
  queue.add(chart, draw);
  let width = 0;
  new ResizeObserver(() => {
    if (chart.clientWidth !== width) queue.add(chart, draw);
    width = chart.clientWidth;
  }).observe(chart);
  const save = (name: string, type: string, text: () => string) =>
    h(
      'button',
      { type: 'button', class: 'tool', onclick: () => download(`${map.id}.${name}`, type, text()) },
      name.toUpperCase(),
    );
  return h(
    'article',
    { class: 'panel card', id: map.id, 'data-panel': map.id },
    h(
      'header',
      {},
      h('h4', {}, mathText(map.title)),
      h(
        'div',
        { class: 'tools' },
        save('svg', 'image/svg+xml', () =>
          titledSvg(
            drawHeatmap(map, { width: 560, height: 480, theme: fileTheme }) as SVGSVGElement,
            mathText(map.title),
          ),
        ),
        save('csv', 'text/csv', () => heatmapCsv(map)),
      ),
    ),
    h(
      'div',
      { class: 'beside' },
      chart,
      h('div', { class: 'scale' }, drawColorScale(map), readout),
    ),
  );
}
