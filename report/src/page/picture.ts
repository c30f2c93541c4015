// A chart that follows the board and the width of its card.

import { h } from '../dom';
import type { Board } from './board';

/** Readers of the screen hear one picture, whose parts have no names of their own. */
function asPicture(chart: Element): Element {
  chart.setAttribute('role', 'img');
  for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  return chart;
}

/** A place where `draw` draws whenever the board or the width changes. */
export function picture(board: Board, draw: (width: number) => Element): HTMLElement {
  const place = h('div', { class: 'chart' });
  let width = 0;
  const redraw = () => {
    if (width > 0) place.replaceChildren(asPicture(draw(width)));
  };
  board.onChange(redraw);
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry?.contentRect.width ?? 0);
    if (now === width) return;
    width = now;
    redraw();
  }).observe(place);
  return place;
}
