// A drawing as an SVG file of its own: title above, legend below, no variables of the page.

import type { Panel } from '../data';
import { s } from '../dom';
import { mathText } from '../format';
import { type Curve, drawLines, drawSwatch } from './lines';
import { fileTheme } from './theme';

const width = 640;
const chartHeight = 400;
const titleHeight = 30;
const rowHeight = 22;

/** The chart of a panel, with the curves that are shown now. */
export function panelSvg(
  panel: Panel,
  heading: string,
  curves: Curve[],
  look: { log: boolean; bands: boolean },
): string {
  const chart = drawLines(panel, curves, { width, height: chartHeight, ...look, theme: fileTheme });
  const columns = curves.some((curve) => curve.series.label.length > 34) ? 1 : 2;
  const legend = curves.map((curve, i) => {
    const x = 52 + (i % columns) * (width / 2 - 20);
    const y = titleHeight + chartHeight + 8 + Math.floor(i / columns) * rowHeight;
    return s(
      'g',
      { transform: `translate(${x},${y})` },
      nested(drawSwatch(curve.style, fileTheme), 0, 0),
      s('text', { x: 46, y: 11 }, mathText(curve.series.label)),
    );
  });
  const height = titleHeight + chartHeight + 16 + Math.ceil(curves.length / columns) * rowHeight;
  return sheet(
    width,
    height,
    [panel.group, heading].filter(Boolean).map(mathText).join(', '),
    nested(chart as SVGSVGElement, 0, titleHeight),
    ...legend,
  );
}

/** Any drawing under a title. */
export function titledSvg(drawing: SVGSVGElement, title: string): string {
  const inner = drawing.viewBox.baseVal;
  return sheet(inner.width, inner.height + titleHeight, title, nested(drawing, 0, titleHeight));
}

function nested(drawing: SVGSVGElement, x: number, y: number): SVGSVGElement {
  drawing.setAttribute('x', String(x));
  drawing.setAttribute('y', String(y));
  return drawing;
}

function sheet(wide: number, high: number, title: string, ...content: Node[]): string {
  const root = s(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: wide,
      height: high,
      viewBox: `0 0 ${wide} ${high}`,
      'font-family': fileTheme.font,
      'font-size': 12,
      fill: fileTheme.text,
    },
    s('rect', { width: wide, height: high, fill: fileTheme.paper }),
    s('text', { x: 12, y: 20, 'font-size': 14, 'font-weight': 600 }, title),
    ...content,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}\n`;
}
