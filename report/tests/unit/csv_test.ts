import { expect, it } from 'vitest';
import { heatmapCsv, panelCsv, toCsv } from '../../src/csv';
import type { Panel } from '../../src/data';

it('fields with commas, quotes and line ends are quoted', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['x, y', 'say "no"'],
        ['two\nlines', null],
      ],
    ),
  ).toBe('a,b\r\n"x, y","say ""no"""\r\n"two\nlines",\r\n');
});

it('a panel has one row per point, in full precision, with gaps empty', () => {
  const panel: Panel = {
    id: 'fig',
    figure: '2',
    group: '',
    title: '',
    x: { label: 'number of items', name: 'k' },
    y: { label: '', kind: 'objective' },
    note: '',
    data: '',
    look_for: '',
    claims: [],
    beyond: null,
    series: [
      {
        name: 'greedy',
        label: 'greedy, fast',
        points: [
          { x: 15, mean: 1 / 3, low: 0.1, high: 0.5, n: 20 },
          { x: 20, mean: null, low: null, high: null, n: 0 },
        ],
        gap: null,
      },
    ],
  };
  expect(panelCsv(panel)).toBe(
    'panel,algorithm,label,k,mean,low95,high95,n\r\n' +
      'fig,greedy,"greedy, fast",15,0.3333333333333333,0.1,0.5,20\r\n' +
      'fig,greedy,"greedy, fast",20,,,,0\r\n',
  );
  expect(panelCsv(panel, [])).toBe('panel,algorithm,label,k,mean,low95,high95,n\r\n');
});

it('a heat map has one row per cell', () => {
  const map = {
    id: 'fig1',
    title: '',
    x: { label: 'gamma', values: [0, 1] },
    y: { label: 'theta', values: [0.5] },
    values: [[7, null]],
    data: '',
    look_for: '',
    claims: [],
    mark: null,
  };
  expect(heatmapCsv(map)).toBe('gamma,theta,value\r\n0,0.5,7\r\n1,0.5,\r\n');
});
