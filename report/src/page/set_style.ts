// How the sets look that are compared: colour, dash and marker all differ.

import type { SymbolType } from '@observablehq/plot';

export interface SetStyle {
  color: string;
  dash: string;
  symbol: SymbolType;
}

/** Of the palette; the first one is blue, because red stands for what is lost. */
const colors = [1, 4, 2, 3, 5, 6, 7, 0];
const dashes = ['', '8 3', '2 3', '10 3 2 3', '4 2', '6 2 1 2', '1 3', '9 5'];
const symbols: SymbolType[] = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye'];

export function setStyle(place: number): SetStyle {
  return {
    color: `var(--series-${colors[place % colors.length]})`,
    dash: dashes[place % dashes.length] as string,
    symbol: symbols[place % symbols.length] as SymbolType,
  };
}
