import { describe, expect, it } from 'vitest';
import { shiftRange } from '../../src/chart/reading_marks';
import { decimalsFor, formatChange, formatFixed } from '../../src/format';
import { parseReport } from '../../src/parse';
import { firstChoice } from '../../src/view/reading_charts';
import {
  chartAddress,
  chartCaption,
  chosenIn,
  figuresOf,
  outcomeWords,
} from '../../src/view/reading_words';
import { sampleReport } from '../fixture/sample';

const sample = () => {
  const { readings } = sampleReport();
  if (!readings) throw new Error('the sample has no readings');
  return readings;
};

const named = (name: string) => {
  const reading = sample().readings.find((one) => one.name === name);
  if (!reading) throw new Error(`the sample has no reading ${name}`);
  return reading;
};

describe('an address', () => {
  it.each(['noise=literal + start=zero', 'a&figure=9', '<b>100 %</b>', 'β #1'])(
    'keeps the reading %s',
    (reading) => {
      const address = chartAddress({ reading, figure: '3' });
      expect(address).toMatch(/^#[^#<> ]+$/);
      expect(chosenIn(address)).toEqual({ reading, figure: '3' });
    },
  );
  it('of a section names no reading', () => {
    expect(chosenIn('#figure-3')).toBe(null);
    expect(chosenIn('#reading')).toBe(null);
    expect(chosenIn('')).toBe(null);
  });
});

describe('words', () => {
  it('a caption says under which reading a chart is drawn and what that changes', () => {
    expect(chartCaption('3', named('headline'))).toBe('Figure 3 under the headline. 5 trials.');
    expect(chartCaption('3', named('noise=literal + start=zero'))).toBe(
      'Figure 3 under noise=literal + start=zero. ' +
        'Noise of the AR process: alpha N(0, alpha^2) instead of alpha N(0, 1). ' +
        'Start of the AR process: zero instead of N(0, 1). 5 trials.',
    );
  });
  it('cells are won or lost, conditions met or failed', () => {
    const counts = { wins: 3, ties: 2, losses: 1, undecided: 4 };
    expect(outcomeWords({ of: 'objective', ...counts })).toBe(
      'objective: 3 won, 2 tied, 4 undecided, 1 lost',
    );
    expect(outcomeWords({ of: 'conditions', ...counts })).toBe(
      'conditions: 3 met, 2 tied, 4 undecided, 1 failed',
    );
  });
});

it('a panel in the appendix belongs to its figure', () => {
  const reading = named('noise=literal');
  expect(reading.panels.some(({ figure }) => figure === 'appendix')).toBe(true);
  expect(figuresOf(reading)).toEqual(['3', '5']);
});

describe('the first charts', () => {
  it('are those of the decision that matters most', () => {
    expect(firstChoice(sample())).toEqual({ reading: 'noise=literal', figure: '3' });
  });
  it('are any other reading if no decision matters, and else the headline', () => {
    const readings = sample();
    for (const claim of readings.claims) claim.decisive = null;
    expect(firstChoice(readings).reading).toBe('noise=literal');
    readings.readings.splice(1);
    expect(firstChoice(readings).reading).toBe('headline');
  });
});

describe('numbers of a column', () => {
  it('have as many decimals as its largest needs', () => {
    expect(decimalsFor([0.5, -13.8])).toBe(1);
    expect(decimalsFor([0.021])).toBe(4);
    expect(decimalsFor([1234])).toBe(0);
    expect(decimalsFor([])).toBe(0);
  });
  it('show a sign where they are differences', () => {
    expect([20, -3.25, 0.001, -0.001].map((value) => formatChange(value, 1))).toEqual([
      '+20.0',
      '−3.3',
      '0.0',
      '0.0',
    ]);
    expect(formatFixed(-6.2, 1)).toBe('−6.2');
  });
  it('and 0 all lie within the drawing', () => {
    const [low, high] = shiftRange([4, 10]);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(10);
    expect(shiftRange([0])).toEqual([-0.06, 0.06]);
  });
});

it.each([
  ['decisive', 'readings/claims/1/decisive: "nothing" is none of the readings "headline"'],
  ['row', 'readings/claims/1/rows/2/reading: "nothing" is none of the readings "headline"'],
])('a claim that names an unknown reading is refused: %s', (kind, message) => {
  const document = sampleReport();
  const claim = document.readings?.claims[1];
  if (!claim) throw new Error('the sample has changed');
  if (kind === 'decisive') claim.decisive = 'nothing';
  else Object.assign(claim.rows[2] ?? {}, { reading: 'nothing' });
  expect(() => parseReport(JSON.stringify(document))).toThrow(message);
});
