// The numbers of a chart, in a table that opens on demand.

import { type Curve, gridOf } from '../chart/lines';
import type { Panel } from '../data';
import { h } from '../dom';
import { formatInterval, formatNumber, mathText } from '../format';

export class NumbersTable {
  readonly element = h('details', { class: 'numbers' }, h('summary', {}, 'Numbers'));

  constructor(
    private readonly panel: () => Panel,
    private readonly curves: () => Curve[],
  ) {
    this.element.addEventListener('toggle', () => this.refresh());
  }

  /** Call this when the curves have changed. */
  refresh(): void {
    this.element.querySelector('.scroll')?.remove();
    if (this.element.open) this.element.append(table(this.panel(), this.curves()));
  }
}

function table(panel: Panel, curves: Curve[]): HTMLElement {
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, mathText(panel.x.name)),
    curves.map((curve) => h('th', { scope: 'col' }, mathText(curve.series.label))),
  );
  const rows = gridOf(panel).map((x) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, formatNumber(x)),
      curves.map((curve) => {
        const point = curve.series.points.find((candidate) => candidate.x === x);
        if (point?.mean == null) return h('td', { class: 'none' }, '–');
        const interval = `95 % interval ${formatInterval(point.low, point.high)}, n = ${point.n}`;
        return h('td', { title: point.n > 1 ? interval : null }, formatNumber(point.mean));
      }),
    ),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Numbers of ${panel.title}` },
    h('table', { class: 'data' }, h('thead', {}, head), h('tbody', {}, rows)),
  );
}
