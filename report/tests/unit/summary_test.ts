import { expect, it } from 'vitest';
import { parseReport } from '../../src/parse';
import { differenceSentence } from '../../src/view/claims';
import { gatherFigures, headingOf } from '../../src/view/figures';
import { madeSentence, verdictSentence } from '../../src/view/summary';
import { sampleReport } from '../fixture/sample';

const report = () => parseReport(JSON.stringify(sampleReport()));

it('the summary counts the verdicts', () => {
  const counted = report();
  const verdicts = ['holds', 'in part', 'in part', 'does not hold', 'undecided'] as const;
  counted.claims = verdicts.map((verdict, i) => ({
    claim: i + 1,
    text: '',
    where: '',
    verdict,
    first_rule: verdict,
    evidence: '',
    counts: [],
    statistic: null,
    extended: null,
  }));
  expect(verdictSentence(counted)).toContain(
    'Of the 5 claims checked here, 1 holds, 2 hold in part, 1 does not hold and 1 is undecided.',
  );
});

it('every difference between the two rules is named', () => {
  const { claims } = report();
  expect(differenceSentence(claims)).toMatch(
    /The verdicts differ on claims 1 \(extended grid\), 4, 8, 12\.$/,
  );
  expect(differenceSentence(claims.slice(1, 4))).toMatch(/The verdicts differ on claim 4\.$/);
  expect(differenceSentence(claims.slice(1, 3))).toMatch(/No verdict differs\.$/);
});

it('one sentence says how the page was made', () => {
  expect(madeSentence(report())).toBe(
    'Holdfast 0.1.0 computed every number on this page from 20 trials with seed 0 in 22 min ' +
      'on 2 cores.',
  );
});

it('panels are gathered by figure, then by group, in their order', () => {
  const figures = gatherFigures(report().panels);
  expect(figures.map((figure) => [figure.figure, figure.groups.size])).toEqual([
    ['2', 1],
    ['3', 1],
    ['4', 1],
    ['5', 2],
    ['appendix', 3],
  ]);
});

it('panels with one title are told apart by what they measure', () => {
  const [objective, , score] = report().panels;
  if (!objective || !score) throw new Error('the sample has changed');
  expect(headingOf(objective, [objective])).toBe('tau = 10');
  expect(headingOf(objective, [objective, score])).toBe('tau = 10, objective');
  expect(headingOf(score, [objective, score])).toBe('tau = 10, test R^2');
});
