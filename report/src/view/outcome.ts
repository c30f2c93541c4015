// What came out of a chart, in a sentence: who is highest, and how often.

import { gridOf } from '../chart/lines';
import type { Panel } from '../data';
import { plural } from '../format';

/** How many methods are named; the rest is summed up. */
const mostNamed = 3;

/** How often each series has the highest mean where at least two have one; ties count for each. */
function leads(panel: Panel): { places: number; counts: [string, number][] } {
  const counts = new Map<string, number>();
  let places = 0;
  for (const x of gridOf(panel)) {
    const here = panel.series.flatMap(({ label, points }) => {
      const mean = points.find((point) => point.x === x)?.mean ?? null;
      return mean === null ? [] : [{ label, mean }];
    });
    if (here.length < 2) continue;
    places += 1;
    const highest = Math.max(...here.map(({ mean }) => mean));
    for (const { label, mean } of here) {
      if (mean === highest) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  return { places, counts: [...counts].sort((a, b) => b[1] - a[1]) };
}

function trialsOf(panel: Panel): string {
  const trials = panel.series.flatMap(({ points }) => points.map(({ n }) => n));
  const [low, high] = [Math.min(...trials), Math.max(...trials)];
  if (trials.length === 0 || high < 2) return '';
  return low === high
    ? ` Means of ${plural(high, 'trial')}.`
    : ` Means of ${low} to ${high} trials.`;
}

/** "Highest mean: oblivious-greedy at 14 of 19 values of k, greedy at 5. Means of 20 trials." */
export function outcomeOf(panel: Panel): string {
  const { places, counts } = leads(panel);
  const [first, ...others] = counts;
  if (!first) return '';
  const named = others.slice(0, mostNamed - 1).map(([label, count]) => `${label} at ${count}`);
  const rest =
    others.length >= mostNamed
      ? [`others at ${others.slice(mostNamed - 1).reduce((sum, [, count]) => sum + count, 0)}`]
      : [];
  const values =
    places === 1 ? `the one value of ${panel.x.name}` : `${places} values of ${panel.x.name}`;
  const leader = `${first[0]} at ${places === 1 ? values : `${first[1]} of ${values}`}`;
  return `Highest mean: ${[leader, ...named, ...rest].join(', ')}.${trialsOf(panel)}`;
}
