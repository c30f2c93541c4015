// The series colours as CSS variables, from the same lists that exported files use.

import { darkPalette, lightPalette } from '../series_style';

function rules(palette: string[]): string {
  return palette.map((color, i) => `--series-${i}: ${color};`).join(' ');
}

export function applyPalettes(): void {
  const style = document.createElement('style');
  style.textContent = `
    :root { ${rules(lightPalette)} }
    :root[data-theme='dark'] { ${rules(darkPalette)} }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme='light']) { ${rules(darkPalette)} }
    }
    @media print { :root:root:root { ${rules(lightPalette)} } }`;
  document.head.append(style);
}
