import { describe, expect, it } from 'vitest';
import { contourLevels } from '../../src/chart/heatmap';
import { nearest, readAt } from '../../src/chart/hover';
import { bandLimits, canBeLogarithmic, gridOf, withGaps, xTicks } from '../../src/chart/lines';
import type { Panel, Series } from '../../src/data';
import { assignStyles, styleKey } from '../../src/series_style';

function series(name: string, values: Record<number, number | null>): Series {
  const points = Object.entries(values).map(([x, mean]) => ({
    x: Number(x),
    mean,
    low: mean,
    high: mean,
    n: 1,
  }));
  return { name, label: name, points, gap: null };
}

function panel(...all: Series[]): Panel {
  return {
    id: 'p',
    figure: '1',
    group: '',
    title: '',
    x: { label: 'k', name: 'k' },
    y: { label: '', kind: 'objective' },
    note: '',
    data: '',
    look_for: '',
    claims: [],
    series: all,
    beyond: null,
  };
}

describe('gaps', () => {
  const full = series('full', { 5: 1, 10: 2, 15: 3, 20: 4 });
  const broken = series('broken', { 10: 2, 20: 4 });

  it('break the line where the series skips an x of the grid', () => {
    const points = withGaps(broken, gridOf(panel(full, broken)));
    expect(points.map((point) => [point.x, point.mean])).toEqual([
      [10, 2],
      [15, null],
      [20, 4],
    ]);
  });
  it('of an empty series do not matter', () => {
    expect(withGaps(series('none', {}), [5, 10])).toEqual([]);
  });
});

it('bands are cut off where they reach far beyond the lines', () => {
  const style = { color: 0, dash: '', symbol: 'circle', width: 1 };
  const curve = (values: Record<number, number | null>) => ({
    key: 'a',
    series: series('a', values),
    style,
  });
  const [low, high] = bandLimits([curve({ 1: 10, 2: 15 }), curve({ 1: null, 2: 20 })]);
  expect([low, high]).toEqual([6, 24]);
  expect(bandLimits([curve({ 1: 3, 2: 3 })])).toEqual([-Infinity, Infinity]);
});

describe('axes', () => {
  it('are logarithmic only where every mean is positive', () => {
    expect(canBeLogarithmic(panel(series('a', { 1: 2, 2: 3 })))).toBe(true);
    expect(canBeLogarithmic(panel(series('a', { 1: 2, 2: null })))).toBe(true);
    expect(canBeLogarithmic(panel(series('a', { 1: 2, 2: 0 })))).toBe(false);
    expect(canBeLogarithmic(panel(series('a', { 1: 2 }), series('b', { 1: -1 })))).toBe(false);
    expect(canBeLogarithmic(panel())).toBe(false);
  });
  it('of a few whole numbers have no ticks between them', () => {
    expect(xTicks([0, 1, 2], 8)).toEqual([0, 1, 2]);
    expect(xTicks([0, 0.5, 1], 8)).toBe(8);
    expect(xTicks([15, 20, 100], 8)).toBe(8);
  });
});

describe('reading values', () => {
  const style = { color: 0, dash: '', symbol: 'circle', width: 1 };
  const curve = (one: Series) => ({ key: one.name, series: one, style });

  it('lists the largest first and the missing last', () => {
    const curves = [
      curve(series('none', { 1: 9 })),
      curve(series('small', { 2: 1 })),
      curve(series('large', { 2: 5 })),
      curve(series('null', { 2: null })),
    ];
    expect(readAt(curves, 2).map((reading) => reading.curve.key)).toEqual([
      'large',
      'small',
      'none',
      'null',
    ]);
  });
  it('takes the nearest x', () => {
    expect(nearest([10, 20, 40], 29)).toBe(1);
    expect(nearest([10, 20, 40], 31)).toBe(2);
    expect(nearest([10, 20, 40], -100)).toBe(0);
  });
});

describe('styles', () => {
  it('of a method are the same in every panel and in every report', () => {
    const one = assignStyles([panel(series('greedy', {}), series('mine', {}))]);
    const two = assignStyles([panel(series('omp', {})), panel(series('greedy', {}))]);
    expect(one.get('greedy')).toEqual(two.get('greedy'));
  });
  it('differ in dash and marker for sixteen series', () => {
    const many = Array.from({ length: 16 }, (_, i) => series(`method ${i}`, {}));
    const styles = [...assignStyles([panel(...many)]).values()];
    expect(new Set(styles.map((style) => style.dash)).size).toBe(16);
    expect(new Set(styles.map((style) => style.dash + style.symbol + style.color)).size).toBe(16);
  });
  it('differ for one method with two options', () => {
    const twice = panel(series('greedy', {}), series('greedy', {}));
    const keys = twice.series.map((entry) => styleKey(twice, entry));
    const styles = assignStyles([twice]);
    expect(styles.get(keys[0] ?? '')).not.toEqual(styles.get(keys[1] ?? ''));
  });
});

it('contours are at round values inside the range', () => {
  const axis = { label: '', values: [0, 1] };
  const map = {
    id: '',
    title: '',
    x: axis,
    y: axis,
    data: '',
    look_for: '',
    claims: [],
    mark: null,
  };
  expect(
    contourLevels({
      ...map,
      values: [
        [0, 0.1],
        [0.2, 0.3873],
      ],
    }),
  ).toEqual([0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]);
  expect(
    contourLevels({
      ...map,
      values: [
        [1, 1],
        [1, 1],
      ],
    }),
  ).toEqual([]);
});
