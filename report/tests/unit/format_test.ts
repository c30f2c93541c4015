import { describe, expect, it } from 'vitest';
import { formatDuration, formatNumber, formatShare, mathText, slug } from '../../src/format';

describe('numbers', () => {
  it('have four significant digits and no trailing zeros', () => {
    expect(formatNumber(1234.5678)).toBe('1235');
    expect(formatNumber(0.5)).toBe('0.5');
    expect(formatNumber(0.123456)).toBe('0.1235');
    expect(formatNumber(-2.5)).toBe('−2.5');
    expect(formatNumber(100)).toBe('100');
    expect(formatNumber(9.99999)).toBe('10');
    expect(formatNumber(0)).toBe('0');
  });
  it('use exponents only when very large or small', () => {
    expect(formatNumber(123456789)).toBe('1.235e8');
    expect(formatNumber(0.00001)).toBe('1e−5');
  });
  it('that are missing are a dash', () => {
    expect(formatNumber(null)).toBe('–');
    expect(formatNumber(Number.NaN)).toBe('–');
  });
  it('round a share to 0 or 100 % only if it is', () => {
    expect(formatShare(1, 400)).toBe('<1 %');
    expect(formatShare(399, 400)).toBe('>99 %');
    expect(formatShare(0, 400)).toBe('0 %');
    expect(formatShare(400, 400)).toBe('100 %');
    expect(formatShare(0, 0)).toBe('–');
  });
});

describe('durations', () => {
  it.each([
    [0.0123, '12 ms'],
    [3.21, '3.2 s'],
    [95, '1 min 35 s'],
    [1321.4, '22 min'],
    [7260, '2 h 1 min'],
    [119.7, '2 min 0 s'],
  ])('%d s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe('mathematics in plain letters', () => {
  it('becomes mathematical signs', () => {
    expect(mathText('tau = 10, R^2')).toBe('τ = 10, R²');
    expect(mathText('f(S \\ E)')).toBe('f(S ∖ E)');
    expect(mathText('beta <= 1')).toBe('β ≤ 1');
    expect(mathText('beta-path')).toBe('beta-path');
    expect(mathText('1 - e^-gamma')).toBe('1 - exp(−γ)');
    expect(mathText('nu-check nu')).toBe('ν-check ν');
    expect(mathText('mean -0.5 to 1')).toBe('mean −0.5 to 1');
  });
  it('leaves words alone that only contain the name of a letter', () => {
    expect(mathText('Etat, metal, alphabet, pro-beta')).toBe('Etat, metal, alphabet, pro-beta');
    expect(mathText('k = 10^20')).toBe('k = 10^20');
  });
});

it('addresses are letters, digits and hyphens', () => {
  expect(slug(' Figure 5: alpha^2 ')).toBe('figure-5-alpha-2');
});
