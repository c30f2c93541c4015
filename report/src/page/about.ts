// What stands still: where the result comes from, all sets side by side, what is proven.

import { h } from '../dom';
import { plural } from '../format';
import type { Certificate, Page } from './data';
import { type NumberFormat, percent, shareText } from './numbers';
import { keptText, namesList, sourceText, sureness, titleOf, valueText } from './words';

/** Terms and what they mean here, below or beside each other; empty ones are left out. */
export function terms(
  pairs: [string, string | HTMLElement][],
  flow: 'rows' | 'flow' = 'rows',
): HTMLElement {
  const shown = pairs.filter(([, value]) => value !== '');
  return h(
    'dl',
    { class: `terms ${flow}` },
    ...shown.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))),
  );
}

export function headSection(page: Page): HTMLElement {
  const { head } = page;
  return h(
    'header',
    {},
    h('h1', {}, titleOf(page)),
    h('p', { class: 'subtitle' }, sourceText(page)),
    page.interrupted &&
      h('p', { class: 'notice' }, 'The search was interrupted; this is the best it had by then.'),
    terms(
      [
        ['File', head.data.join(', ')],
        ['Target', head.target ?? ''],
        ['Settings', head.settings.join(', ')],
        ['Algorithm', head.algorithm ?? ''],
        ['Adversary', head.adversary],
        ['Command', head.command && h('code', {}, head.command)],
        ['Version', `Holdfast ${head.version}, seed ${head.seed}, ${head.date}`],
      ],
      'flow',
    ),
  );
}

/** Every set intact and in its worst case. */
export function setsSection(page: Page, format: NumberFormat): HTMLElement {
  const { sets, measure } = page;
  // A curve may end before the losses that its sets are made for.
  const tau = Math.min(page.tau, sets[0].curve.length - 1);
  const rows = sets.map((set) => {
    const worst = set.curve[Math.min(tau, set.curve.length - 1)] ?? set.curve[0];
    const lost = worst.deleted.map((place) => set.items[place]?.name ?? '');
    const value = (number: number) => [
      h('span', { class: 'amount' }, format.text(number)),
      h('small', {}, shareText(measure, number)),
    ];
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, set.name),
      h('td', { class: 'number' }, ...value(set.value)),
      h('td', { class: 'number' }, ...value(worst.value)),
      h('td', { class: 'number' }, keptText(worst.value, set.value)),
      h('td', {}, namesList(lost)),
      h('td', {}, sureness(worst, format)),
    );
  });
  const losses = tau === 1 ? 'loss' : `${tau} losses`;
  const headings = ['', 'Intact', 'Worst case', 'Kept', 'What is lost', 'How sure'];
  return h(
    'section',
    { 'aria-labelledby': 'sets' },
    h('h2', { id: 'sets' }, tau === 0 ? 'Values' : `Intact, and after the worst ${losses}`),
    h(
      'div',
      { class: 'card table-frame', tabindex: 0, role: 'region', 'aria-label': 'Values' },
      h(
        'table',
        { class: 'sets' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...headings.map((text) => (text ? h('th', { scope: 'col' }, text) : h('td'))),
          ),
        ),
        h('tbody', {}, ...rows),
      ),
    ),
  );
}

function promise({ a_priori, a_priori_of, a_priori_why }: Certificate): string {
  if (a_priori === null) return a_priori_why ?? '';
  const share =
    a_priori < 0.001 ? `${Number((100 * a_priori).toPrecision(2))} %` : percent(a_priori);
  return `${share} of the best worst case${a_priori_of ? `, for ${a_priori_of}` : ''}`;
}

export function certificateSection(page: Page, format: NumberFormat): HTMLElement | null {
  const { certificate, measure } = page;
  if (!certificate) return null;
  const { worst_case: worst, optimum_upper, proven_share } = certificate;
  const said = (value: number) => valueText(value, format, measure);
  const interval = worst.proven
    ? `${said(worst.upper)}, proven`
    : `${said(worst.lower)} to ${said(worst.upper)}`;
  return h(
    'section',
    { 'aria-labelledby': 'certificate' },
    h('h2', { id: 'certificate' }, 'What is proven'),
    h(
      'p',
      { class: 'lead' },
      `After ${plural(page.tau, 'loss', 'losses')}, this set keeps at least `,
      h('strong', {}, percent(proven_share)),
      ' of what the best set of its size could keep.',
    ),
    terms([
      ['Worst case', interval],
      ['No set keeps more than', `${said(optimum_upper)}, by ${certificate.bounds[0]?.method}`],
      ['Promised before the choice', promise(certificate)],
    ]),
  );
}

export function repairSection(page: Page, format: NumberFormat): HTMLElement | null {
  const { repair, measure, sets } = page;
  if (!repair) return null;
  const said = (value: number) => valueText(value, format, measure);
  const names = (list: string[]) => h('span', {}, list.length > 0 ? namesList(list) : 'nothing');
  return h(
    'section',
    { 'aria-labelledby': 'repair' },
    h('h2', { id: 'repair' }, 'The repair'),
    terms([
      ['Lost', names(repair.deleted)],
      ['Added', names(repair.added)],
      ['Before', said(repair.before)],
      ['After the loss', said(repair.left)],
      ['Repaired', said(sets[0].value)],
    ]),
  );
}
