// What a protection or an assessment says beyond the set itself.

import * as Plot from '@observablehq/plot';
import { pageTheme } from '../chart/theme';
import { h } from '../dom';
import { plural } from '../format';
import { terms } from './about';
import type { Board } from './board';
import type { AssessedEvent, Assessment } from './data';
import { percent } from './numbers';
import { picture } from './picture';
import { namesList, valueText } from './words';

function namesOf({ set }: Board, places: number[]): HTMLElement {
  const names = places.map((place) => set.items[place]?.name ?? '');
  return h('span', {}, ...(names.length > 0 ? namesList(names) : ['nothing']));
}

/** A button that takes just these items off. */
function showButton(board: Board, places: number[], label: string): HTMLElement {
  return h(
    'button',
    { type: 'button', class: 'tool show', 'aria-label': label, onclick: () => board.lose(places) },
    'Show',
  );
}

export function protectionSection(board: Board): HTMLElement | null {
  const { protection, tau, measure } = board.page;
  if (!protection) return null;
  const said = (value: number) => valueText(value, board.format, measure);
  const sure = protection.proven
    ? 'proven: no other protection keeps more'
    : `the best that was found; no protection keeps more than ${said(protection.at_most)}`;
  return h(
    'section',
    { 'aria-labelledby': 'protection' },
    h('h2', { id: 'protection' }, 'What to protect'),
    terms([
      ['Protect', namesOf(board, protection.protected)],
      ['Worst case then', `${said(protection.value)}; ${sure}`],
      ['Worst case without', said(protection.unprotected)],
      [
        `Worst loss of ${tau} others`,
        h(
          'span',
          {},
          namesOf(board, protection.deleted),
          ' ',
          showButton(board, protection.deleted, 'Show the worst loss under protection'),
        ),
      ],
    ]),
    h(
      'p',
      { class: 'hint' },
      'The curve and the slider above are about losses without protection.',
    ),
  );
}

/** Events as steps: what the worst so many per cent of them leave. */
function drawEvents(board: Board, { events, mean }: Assessment, width: number): Element {
  let weight = 0;
  const steps = events.map((event) => {
    const from = weight;
    weight += event.weight;
    return { ...event, from, to: weight };
  });
  const whole = board.set.value;
  const kept = (value: number) => (whole > 0 ? (100 * value) / whole : 0);
  const levels = [
    { text: 'mean', value: mean },
    { text: 'nothing lost', value: whole },
  ];
  return Plot.plot({
    width,
    height: 240,
    marginLeft: 52,
    marginRight: 14,
    marginTop: 26,
    marginBottom: 38,
    ariaLabel: 'What events leave, the worst first',
    style: { fontSize: '12px', color: pageTheme.text, background: 'transparent' },
    x: { label: '% of the events, the worst first', labelArrow: 'none', labelAnchor: 'center' },
    y: {
      label: '% of the intact value left',
      labelArrow: 'none',
      zero: true,
      ticks: 5,
      grid: true,
    },
    marks: [
      Plot.rectY(steps, {
        x1: ({ from }: { from: number }) => 100 * from,
        x2: ({ to }: { to: number }) => 100 * to,
        y1: 0,
        y2: ({ value }: AssessedEvent) => kept(value),
        fill: 'var(--kept)',
        fillOpacity: 0.55,
        className: 'events',
      }),
      Plot.ruleY(levels, {
        y: ({ value }: { value: number }) => kept(value),
        stroke: pageTheme.text,
        strokeDasharray: '3 3',
      }),
      Plot.text(levels, {
        x: 100 * weight,
        y: ({ value }: { value: number }) => kept(value),
        text: 'text',
        textAnchor: 'end',
        dy: -6,
        fill: pageTheme.text,
        stroke: 'var(--card)',
      }),
    ],
  });
}

function eventRow(board: Board, { event, value, weight, lost }: AssessedEvent): HTMLElement {
  const { format, page } = board;
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, String(event + 1)),
    h('td', { class: 'number' }, valueText(value, format, page.measure)),
    h('td', { class: 'number' }, percent(weight)),
    h('td', {}, namesOf(board, lost)),
    h('td', {}, showButton(board, lost, `Show event ${event + 1}`)),
  );
}

export function assessmentSection(board: Board): HTMLElement | null {
  const { assessment, measure } = board.page;
  if (!assessment) return null;
  const said = (value: number) => valueText(value, board.format, measure);
  const error = assessment.standard_error;
  const worst = assessment.events.slice(0, 10);
  const headings = ['Event', 'Left', 'Share of events', 'What it takes', ''];
  const heads = headings.map((text) => (text ? h('th', { scope: 'col' }, text) : h('td')));
  return h(
    'section',
    { 'aria-labelledby': 'assessment' },
    h('h2', { id: 'assessment' }, 'What the events leave'),
    terms([
      [
        'Mean',
        said(assessment.mean) + (error === null ? '' : ` (standard error ${error.toPrecision(2)})`),
      ],
      [`Mean of the worst ${percent(assessment.tail)}`, said(assessment.cvar)],
      ['Different events', plural(assessment.different, 'event')],
    ]),
    h(
      'figure',
      { class: 'card panel events-part' },
      picture(board, (width) => drawEvents(board, assessment, width)),
      h(
        'figcaption',
        {},
        'A bar is an event, as wide as it is frequent and as high as what it leaves.',
      ),
    ),
    h('h3', {}, `The worst ${plural(worst.length, 'event')}`),
    h(
      'div',
      { class: 'card table-frame', tabindex: 0, role: 'region', 'aria-label': 'Events' },
      h(
        'table',
        { class: 'sets events' },
        h('thead', {}, h('tr', {}, ...heads)),
        h('tbody', {}, ...worst.map((event) => eventRow(board, event))),
      ),
    ),
  );
}
