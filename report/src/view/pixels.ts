// Chosen pixels over the mean image. Discs are kept and crosses deleted, so colour is not needed.

import { titledSvg } from '../chart/export';
import type { PixelImage } from '../data';
import { download, h, s } from '../dom';
import { formatNumber, mathText } from '../format';

const size = 10;

interface Inks {
  ink: string;
  paper: string;
  frame: string;
  kept: string;
  deleted: string;
}
const pageInks: Inks = {
  ink: 'var(--text)',
  paper: 'var(--card)',
  frame: 'var(--border)',
  kept: 'var(--kept)',
  deleted: 'var(--deleted)',
};
const fileInks: Inks = {
  ink: '#000000',
  paper: '#ffffff',
  frame: '#999999',
  kept: '#0036A3',
  deleted: '#B0300A',
};

/** The mean image as one path per shade of grey: few elements, sharp at any size. */
function backgroundPaths(image: PixelImage, inks: Inks): SVGElement[] {
  const steps = 8;
  const paths = new Array<string>(steps + 1).fill('');
  for (const [i, value] of image.background.entries()) {
    const step = Math.round(Math.min(1, Math.max(0, value)) * steps);
    const x = (i % image.cols) * size;
    const y = Math.floor(i / image.cols) * size;
    paths[step] += `M${x} ${y}h${size}v${size}h-${size}z`;
  }
  return paths.flatMap((d, step) =>
    step > 0 && d ? [s('path', { d, fill: inks.ink, 'fill-opacity': (0.5 * step) / steps })] : [],
  );
}

function keptMark(x: number, y: number, inks: Inks): SVGElement {
  return s('circle', {
    class: 'kept',
    cx: x + size / 2,
    cy: y + size / 2,
    r: 3.6,
    fill: inks.kept,
    stroke: inks.paper,
    'stroke-width': 0.8,
  });
}

function deletedMark(x: number, y: number, inks: Inks): SVGElement {
  const d = `M${x + 1.5} ${y + 1.5}l7 7m0 -7l-7 7`;
  return s(
    'g',
    { class: 'deleted', fill: 'none', 'stroke-linecap': 'round' },
    s('path', { d, stroke: inks.paper, 'stroke-width': 4 }),
    s('path', { d, stroke: inks.deleted, 'stroke-width': 2.2 }),
  );
}

export function drawPixels(image: PixelImage, inks: Inks): SVGSVGElement {
  const width = image.cols * size;
  const height = image.rows * size;
  const gone = new Set(image.deleted);
  const marks = image.chosen.map((pixel) => {
    const x = (pixel % image.cols) * size;
    const y = Math.floor(pixel / image.cols) * size;
    return gone.has(pixel) ? deletedMark(x, y, inks) : keptMark(x, y, inks);
  });
  return s(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': image.title },
    s('rect', { width, height, fill: inks.paper, stroke: inks.frame }),
    ...backgroundPaths(image, inks),
    ...marks,
  );
}

function pixelCard(image: PixelImage): HTMLElement {
  const deleted = image.deleted.length;
  const kept = image.chosen.length - deleted;
  const facts = [
    `${kept} kept, ${deleted} deleted`,
    `objective left ${formatNumber(image.objective)}`,
    image.score === null ? '' : `test accuracy ${formatNumber(image.score, 3)}`,
  ];
  const name = image.title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return h(
    'figure',
    { class: 'card pixels' },
    h('figcaption', {}, mathText(image.title)),
    drawPixels(image, pageInks),
    h('p', { class: 'facts' }, facts.filter(Boolean).join('; ')),
    h(
      'button',
      {
        type: 'button',
        class: 'tool',
        title: 'Download this image as an SVG file',
        onclick: () =>
          download(
            `pixels-${name}.svg`,
            'image/svg+xml',
            titledSvg(drawPixels(image, fileInks), mathText(image.title)),
          ),
      },
      'SVG',
    ),
  );
}

function key(mark: SVGElement, text: string): HTMLElement {
  return h(
    'span',
    {},
    s(
      'svg',
      { viewBox: `0 0 ${size} ${size}`, width: 16, height: 16, 'aria-hidden': 'true' },
      mark,
    ),
    text,
  );
}

export function pixelSection(images: PixelImage[]): HTMLElement[] {
  const columns = Math.min(4, new Set(images.map((image) => image.algorithm)).size);
  return [
    h(
      'p',
      { class: 'pixel-key' },
      key(keptMark(0, 0, pageInks), 'chosen and kept'),
      key(deletedMark(0, 0, pageInks), 'chosen, then deleted by the adversary'),
      h('span', {}, 'Grey: the mean training image.'),
    ),
    h('div', { class: 'pixel-grid', style: `--columns:${columns}` }, ...images.map(pixelCard)),
  ];
}
