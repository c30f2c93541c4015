// Numbers and words in a readable form.

/** About `digits` significant digits; exponents only for very large or small numbers. */
export function formatNumber(value: number | null, digits = 4): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    return `${trim(mantissa ?? '')}e${Number(exponent)}`.replaceAll('-', '−');
  }
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return trim(value.toFixed(decimals)).replace('-', '−');
}

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** With a fixed number of decimals, so that the numbers of a column line up. */
export function formatFixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

/** The same with its sign, for a difference. */
export function formatChange(value: number, decimals: number): string {
  const text = formatFixed(value, decimals);
  return Number(text) > 0 ? `+${text}` : text;
}

/** The decimals that show the largest of the values with about three digits. */
export function decimalsFor(values: number[]): number {
  const largest = Math.max(0, ...values.map(Math.abs));
  if (largest === 0) return 0;
  return Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(largest))));
}

export function formatInterval(low: number | null, high: number | null): string {
  return `${formatNumber(low)} to ${formatNumber(high)}`;
}

export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  if (percent > 0 && percent < 1) return '<1 %';
  if (percent < 100 && percent > 99) return '>99 %';
  return `${Math.round(percent)} %`;
}

export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 60) return `${formatNumber(seconds, 2)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return seconds < 600 ? minutesAndSeconds(seconds) : `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function minutesAndSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

const greek: Record<string, string> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  epsilon: 'ε',
  eta: 'η',
  theta: 'θ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  sigma: 'σ',
  tau: 'τ',
};
const greekWord = new RegExp(
  `(?<![\\w-])(${Object.keys(greek).join('|')})(?!-path|[A-Za-z_])`,
  'g',
);

/** Turns plain text such as "tau = 10", "R^2" or "f(S \ E)" into mathematical signs. */
export function mathText(text: string): string {
  return text
    .replace(/\be\^(-?\w+)/g, 'exp($1)')
    .replace(/(?<=\()-(?=[a-z])/g, '−')
    .replace(greekWord, (word) => greek[word] ?? word)
    .replace(/\^2(?!\d)/g, '²')
    .replace(/(\w) ?\\ ?(\w)/g, '$1 ∖ $2')
    .replace(/\+-/g, '±')
    .replace(/<=/g, '≤')
    .replace(/>=/g, '≥')
    .replace(/(?<=[\s(=])-(?=\d)/g, '−');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text as part of an address: letters, digits and hyphens only. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
