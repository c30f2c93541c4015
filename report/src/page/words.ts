// What the page says about numbers.

import { h } from '../dom';
import { capital, plural } from '../format';
import type { Attack, Measure, Page } from './data';
import { type NumberFormat, percent, shareText } from './numbers';

/** "1288220, R² 0.491". */
export function valueText(value: number, format: NumberFormat, measure: Measure): string {
  const share = shareText(measure, value);
  return format.text(value) + (share ? `, ${share}` : '');
}

/** How much of the intact value is left. */
export function keptText(value: number, intact: number): string {
  return intact > 0 ? percent(value / intact) : '';
}

/** Whether a worse deletion may exist. */
export function sureness(attack: Attack, format: NumberFormat): string {
  const { length } = attack.deleted;
  if (length === 0) return 'nothing is lost';
  if (attack.proven) return `proven: no other loss of ${length === 1 ? 'one' : length} is worse`;
  if (attack.at_least > 0) {
    return `found by ${attack.adversary}; proven: none leaves less than ${format.text(attack.at_least)}`;
  }
  return `found by ${attack.adversary}; a worse one may exist`;
}

export function titleOf({ kind, sets, tau, head }: Page): string {
  const items = plural(sets[0].items.length, 'item');
  switch (kind) {
    case 'selection': {
      const losses = `chosen to withstand the loss of any ${tau === 1 ? 'one' : tau}`;
      return `${items} of ${head.items}${tau === 0 ? '' : `, ${losses}`}`;
    }
    case 'deletion':
      return `What losses leave of ${items}`;
    case 'certificate':
      return `How good ${items} provably are`;
    case 'curve':
      return `What losses leave of ${plural(sets.length, 'choice')} of ${items}`;
    case 'protection':
      return `What to protect of ${items}`;
    case 'assessment':
      return `What events leave of ${items}`;
    case 'repair':
      return `${items} after a repair`;
  }
}

/** Each by itself: a name may run from right to left. */
export function namesList(names: string[]): (HTMLElement | string)[] {
  return names.flatMap((name, i) => [i > 0 ? ', ' : '', h('bdi', {}, name)]);
}

/** "linear on air.csv, target DEBE032: 59 items, 365 rows". */
export function sourceText({ head }: Page): string {
  const target = head.target === null ? [] : [`target ${head.target}`];
  const given = [...head.data, ...target].join(', ');
  const facts = [plural(head.items, 'item'), ...head.facts].join(', ');
  return `${capital(head.objective)}${given ? ` on ${given}` : ''}: ${facts}`;
}
