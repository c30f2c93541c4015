// What decided a claim, without a browser: only what needs no document.

import { expect, it } from 'vitest';
import { countWords } from '../../src/view/decided';

it('counts are told in words, and what there is none of is left out', () => {
  const none = { of: 'objective', wins: 0, ties: 0, losses: 0, undecided: 0 };
  expect(countWords({ ...none, wins: 58, losses: 1 })).toBe('58 won, 1 lost');
  expect(countWords({ ...none, of: 'conditions', wins: 2, undecided: 1, losses: 3 })).toBe(
    '2 met, 1 undecided, 3 failed',
  );
  expect(countWords(none)).toBe('');
});
