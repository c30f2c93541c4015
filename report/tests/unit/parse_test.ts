import { describe, expect, it } from 'vitest';
import { InvalidReport, parseReport } from '../../src/parse';
import { sampleCurve, sampleReport } from '../fixture/sample';

type Document = ReturnType<typeof sampleReport>;

function parseChanged(change: (document: Document) => void) {
  const document = structuredClone(sampleReport());
  change(document);
  return parseReport(JSON.stringify(document));
}

describe('a report', () => {
  it('keeps all its content', () => {
    const document = sampleReport();
    const report = parseReport(JSON.stringify(document));
    expect(report.panels.length).toBe(document.panels.length);
    expect(report.panels[0]?.series).toEqual(document.panels[0]?.series);
    expect(report.claims).toEqual(document.claims);
    expect(report.heatmap).toEqual(document.heatmap);
    expect(report.pixels).toEqual(document.pixels);
    expect(report.adversaries).toEqual(document.adversaries);
    expect(report.tables).toEqual(document.tables);
    expect(report.made).toEqual(document.made);
  });

  it('of one curve may leave out what it does not have', () => {
    const { heatmap, claims, pixels, adversaries, tables, reading, ...least } = sampleCurve();
    const report = parseReport(JSON.stringify(least));
    expect(report.kind).toBe('curve');
    expect(report.panels.length).toBe(1);
    expect([report.heatmap, report.claims, report.pixels]).toEqual([null, [], []]);
  });

  it('has points in order, gaps as null, and intervals of width 0 where none is given', () => {
    const report = parseChanged((document) => {
      const points: object[] = [
        { x: 20, mean: 2 },
        { x: 10, mean: null, low: 1, high: 3, n: 0 },
      ];
      Object.assign(document.panels[0]?.series[0] ?? {}, { points });
    });
    expect(report.panels[0]?.series[0]?.points).toEqual([
      { x: 10, mean: null, low: null, high: null, n: 0 },
      { x: 20, mean: 2, low: 2, high: 2, n: 1 },
    ]);
  });
});

it('a second verdict carries its label once', () => {
  const report = parseChanged((document) => {
    const extended = { label: 'other reading', verdict: 'holds', evidence: 'other reading: wins' };
    Object.assign(document.claims[0] ?? {}, { extended });
    Object.assign(document.claims[1] ?? {}, { extended: { verdict: 'holds', evidence: 'wins' } });
  });
  const seconds = report.claims.slice(0, 2).map((claim) => claim.extended);
  expect(seconds[0]).toEqual({ label: 'other reading', verdict: 'holds', evidence: 'wins' });
  expect(seconds[1]).toEqual({ label: 'extended grid', verdict: 'holds', evidence: 'wins' });
});

describe('a wrong document is refused with its place', () => {
  it.each([
    ['text', 'not json', /not JSON/],
    ['an empty template', 'null', /template/],
    [
      'another schema',
      '{"schema": "holdfast.report/2"}',
      /holdfast\.report\/2.*holdfast\.report\/1/,
    ],
    ['a list', '[]', /must be an object/],
  ])('%s', (_, text, message) => {
    expect(() => parseReport(text)).toThrow(message);
    expect(() => parseReport(text)).toThrow(InvalidReport);
  });

  it('a point without x', () => {
    const broken = () =>
      parseChanged((document) => {
        Object.assign(document.panels[2]?.series[1]?.points[3] ?? {}, { x: 'many' });
      });
    expect(broken).toThrow('panels[2].series[1].points[3].x is "many", it must be a number');
  });

  it('a heat map whose rows do not fit its axes', () => {
    const broken = () => parseChanged((document) => void document.heatmap.values.pop());
    expect(broken).toThrow(/41 rows of 41 values/);
  });

  it('an image of the wrong size', () => {
    const broken = () =>
      parseChanged((document) => {
        const image = document.pixels[0];
        if (image) image.background = image.background.slice(1);
      });
    expect(broken).toThrow('pixels[0].background has 783 values, 28 x 28 would be 784');
  });
});
