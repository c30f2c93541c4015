import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/data';
import { InvalidReport, parseReport } from '../../src/parse';
import { sampleReport } from '../fixture/sample';

function parseChanged(change: (document: Report) => void) {
  const document = structuredClone(sampleReport());
  change(document);
  return parseReport(JSON.stringify(document));
}

it('a reproduction keeps all its content', () => {
  const document = sampleReport();
  expect(parseReport(JSON.stringify(document))).toEqual(document);
});

describe('a wrong document is refused with its place', () => {
  it.each([
    ['text', 'not json', /not JSON/],
    ['an empty template', 'null', /template/],
    ['another schema', '{"schema": "holdfast.report/2"}', /report\/2.*holdfast\.report\/1/],
    ['a list', '[]', /schema is missing/],
  ])('%s', (_, text, message) => {
    expect(() => parseReport(text)).toThrow(message);
    expect(() => parseReport(text)).toThrow(InvalidReport);
  });

  it('a point without x', () => {
    const broken = () =>
      parseChanged((document) => {
        Object.assign(document.panels[2]?.series[1]?.points[3] ?? {}, { x: 'many' });
      });
    expect(broken).toThrow(/^panels\/2\/series\/1\/points\/3\/x: .*Expected "number"/);
  });

  it('a panel within a panel', () => {
    const broken = () =>
      parseChanged((document) => {
        Object.assign(document.panels[1] ?? {}, { beyond: { id: 'alone' } });
      });
    expect(broken).toThrow(/^panels\/1\/beyond: .*required property/);
  });

  it('a field that the schema does not know', () => {
    const broken = () =>
      parseChanged((document) => Object.assign(document.made, { colour: 'red' }));
    expect(broken).toThrow(/^made\/colour: /);
  });

  it('a heat map whose rows do not fit its axes', () => {
    const broken = () => parseChanged((document) => void document.heatmap?.values.pop());
    expect(broken).toThrow(/41 rows of 41 values/);
  });

  it('an image of the wrong size', () => {
    const broken = () => parseChanged((document) => void document.pixels[0]?.background.pop());
    expect(broken).toThrow('pixels/0/background: has 783 values, needs 28 x 28');
  });
});
