// Numbers as the command prints them, and numbers as the document packs them.

import { InvalidReport } from '../checked';
import type { Measure } from './data';

const digits = 6;

/** One format for numbers that are compared: six digits for the largest of them. */
export class NumberFormat {
  private readonly decimals: number;
  private readonly scientific: boolean;

  constructor(values: number[]) {
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const magnitude = largest === 0 ? digits - 1 : Math.floor(Math.log10(largest));
    this.scientific = magnitude > 9 || magnitude < -4;
    this.decimals = this.scientific
      ? digits - 1
      : Math.min(digits, Math.max(0, digits - 1 - magnitude));
  }

  text(value: number): string {
    if (!this.scientific) return value.toFixed(this.decimals);
    const [mantissa, exponent = ''] = value.toExponential(this.decimals).split('e');
    return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
  }
}

export function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

/** A value as a part of the largest possible one: "R² 0.827", "82.7 %", or nothing. */
export function shareText(measure: Measure, value: number): string {
  if (measure.largest === null) return '';
  const share = value / measure.largest;
  return measure.r_squared ? `R² ${share.toFixed(3)}` : percent(share);
}

/** The bytes behind base 64, of numbers of that size. */
function bytesOf(text: string, size: number): ArrayBuffer {
  let letters: string;
  try {
    letters = atob(text);
  } catch {
    throw new InvalidReport('a list of numbers is not base 64');
  }
  if (letters.length % size !== 0) throw new InvalidReport('a list of numbers breaks off');
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
}

export const doublesOf = (text: string) => new Float64Array(bytesOf(text, 8));
export const integersOf = (text: string) => new Int32Array(bytesOf(text, 4));
