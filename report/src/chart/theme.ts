// Where a drawing gets its colours: from the page's variables, which follow light, dark and print,
// or from fixed values, for a file that must look right on its own.

import { lightPalette, type SeriesStyle } from '../series_style';

export interface Theme {
  series(style: SeriesStyle): string;
  text: string;
  faint: string;
  paper: string;
  font: string;
}

export const pageTheme: Theme = {
  series: (style) => `var(--series-${style.color})`,
  text: 'var(--text)',
  faint: 'var(--grid)',
  paper: 'transparent',
  font: 'inherit',
};

export const fileTheme: Theme = {
  series: (style) => lightPalette[style.color] ?? '#000000',
  text: '#1a1a1a',
  faint: '#d9d9d9',
  paper: '#ffffff',
  font: 'system-ui, "Helvetica Neue", Arial, sans-serif',
};
