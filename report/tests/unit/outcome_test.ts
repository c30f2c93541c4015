import { expect, it } from 'vitest';
import type { Panel } from '../../src/data';
import { outcomeOf } from '../../src/view/outcome';

function panelOf(means: Record<string, (number | null)[]>, n = 20): Panel {
  return {
    id: 'p',
    figure: '2',
    group: '',
    title: '',
    x: { label: 'k', name: 'k' },
    y: { label: '', kind: 'objective' },
    note: '',
    data: '',
    look_for: '',
    claims: [],
    series: Object.entries(means).map(([label, list]) => ({
      name: label,
      label,
      gap: null,
      points: list.flatMap((mean, x) => (mean === null ? [] : [{ x, mean, low: 0, high: 9, n }])),
    })),
    beyond: null,
  };
}

it('says who is highest, and how often', () => {
  const panel = panelOf({ a: [1, 2, 3, 9], b: [2, 1, 1, null], c: [null, 1, 3, null] });
  // At the last value there is nobody to compare with; at the third two are equal.
  expect(outcomeOf(panel)).toBe(
    'Highest mean: a at 2 of 3 values of k, b at 1, c at 1. Means of 20 trials.',
  );
});

it('sums up those that lead least, and says nothing of a chart without a contest', () => {
  const four = panelOf({
    a: [5, 5, 0, 0, 0],
    b: [0, 0, 5, 0, 0],
    c: [0, 0, 0, 5, 0],
    d: [0, 0, 0, 0, 5],
  });
  expect(outcomeOf(four)).toContain('a at 2 of 5 values of k, b at 1, c at 1, others at 1');
  expect(outcomeOf(panelOf({ a: [1, 2] }))).toBe('');
  expect(outcomeOf(panelOf({ a: [1], b: [2] }, 1))).toBe('Highest mean: b at the one value of k.');
});
