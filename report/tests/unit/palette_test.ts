// Every reader must be able to tell the colours apart: contrast with the page by WCAG, and distance
// in Oklab after simulated colour blindness (Machado, Oliveira and Fernandes 2009, severity 1).

import { describe, expect, it } from 'vitest';
import { darkPalette, lightPalette } from '../../src/series_style';

type Triple = [number, number, number];

const vision: Record<string, [Triple, Triple, Triple]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function seen(hex: string, kind: string): Triple {
  const color = linear(hex);
  const rows = vision[kind] as [Triple, Triple, Triple];
  return rows.map((row) => Math.min(1, Math.max(0, dot(row, color)))) as Triple;
}

function oklab(color: Triple): Triple {
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], color));
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], color));
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], color));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ];
}

function contrast(a: string, b: string): number {
  const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], linear(hex)) + 0.05;
  const [x, y] = [luminance(a), luminance(b)];
  return Math.max(x, y) / Math.min(x, y);
}

describe.each([
  ['light', lightPalette, '#ffffff'],
  ['dark', darkPalette, '#15181d'],
])('the %s palette', (_, palette, paper) => {
  it('stands out from the page', () => {
    for (const color of palette) expect(contrast(color, paper)).toBeGreaterThan(3);
  });
  it.each(Object.keys(vision))('keeps its colours apart: %s', (kind) => {
    const places = palette.map((color) => oklab(seen(color, kind)));
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(0, i)) {
        expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeGreaterThan(0.09);
      }
    }
  });
});
