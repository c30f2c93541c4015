// Documents with random damage: each is read or refused with InvalidReport, never anything else.
// HOLDFAST_CAMPAIGN_SECONDS makes it go on for longer than a test may take.

import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modelOf } from '../../src/page/models';
import { parsePage } from '../../src/page/parse';
import { InvalidReport, parseReport } from '../../src/parse';
import { doubles, integers, pageOf, patterns, trace } from '../fixture/page';
import { generator } from '../fixture/panels';
import { sampleReport } from '../fixture/sample';

const { env } = process;
const seconds = Number(env.HOLDFAST_CAMPAIGN_SECONDS ?? 0);
const random = generator(Number(env.HOLDFAST_CAMPAIGN_SEED ?? 1) | 0);
const below = (count: number) => Math.floor(random() * count);

const oddValues = [
  // biome-ignore format: one list
  null,
  true,
  0,
  -1,
  0.5,
  1e300,
  -0,
  9007199254740992,
  '',
  'a',
  '<script>',
  '__proto__',
  'AAAA',
  '=',
  '\ud800',
  'AAAAAAAA8D8=',
  [],
  {},
  [[]],
  [0],
  [null],
  { schema: 1 },
  { kind: 'trace' },
];

type Place = { parent: Record<string, unknown>; key: string };

/** Every place in a document where something stands. */
function placesOf(document: unknown, places: Place[] = []): Place[] {
  if (typeof document !== 'object' || document === null) return places;
  const parent = document as Record<string, unknown>;
  for (const key of Object.keys(parent)) {
    places.push({ parent, key });
    placesOf(parent[key], places);
  }
  return places;
}

function damage(places: Place[]) {
  const at = () => places[below(places.length)] as Place;
  const { parent, key } = at();
  const other = at();
  const kind = below(5);
  if (kind === 0) delete parent[key];
  else if (kind === 1) parent[key] = structuredClone(oddValues[below(oddValues.length)]);
  else if (kind === 2) parent[key] = structuredClone(other.parent[other.key]);
  else if (kind === 3) parent[`${key}x`] = parent[key];
  else if (Array.isArray(parent[key]))
    (parent[key] as unknown[]).push(...(parent[key] as unknown[]));
  else if (typeof parent[key] === 'number') parent[key] = -(parent[key] as number) + random() - 0.5;
  else if (typeof parent[key] === 'string') parent[key] = (parent[key] as string).slice(1);
}

/** Bytes that were lost, doubled or changed on the way. */
function damageText(text: string): string {
  const at = below(text.length);
  const end = at + 1 + below(12);
  const middle = [
    '',
    text.slice(at, end).repeat(2),
    String.fromCharCode(below(200)),
    text.slice(below(text.length)).slice(0, 20),
  ][below(4)];
  return text.slice(0, at) + middle + text.slice(end);
}

function isReadOrRefused(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof InvalidReport)) throw new Error(`${error} for ${text.slice(0, 20000)}`);
    expect(error.message).toMatch(/^.+$/s);
    return false;
  }
}

async function fuzz(
  name: string,
  parse: (text: string) => unknown,
  samples: unknown[],
  least: number,
) {
  const end = performance.now() + 500 * seconds;
  let documents = 0;
  let read = 0;
  while (documents < least || performance.now() < end) {
    const document = structuredClone(samples[below(samples.length)]);
    for (let wounds = 1 + below(3); wounds > 0; wounds--) damage(placesOf(document));
    let text = JSON.stringify(document);
    if (below(4) === 0) text = damageText(text);
    if (isReadOrRefused(parse, text)) read++;
    documents++;
    // The test runner wants to be heard from.
    if (documents % 50 === 0) await new Promise(setImmediate);
  }
  if (env.HOLDFAST_CAMPAIGN_COUNTS)
    appendFileSync(env.HOLDFAST_CAMPAIGN_COUNTS, `damaged documents: ${name} ${documents}\n`);
  // Otherwise it would only show that everything is refused.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(documents);
}

/** What is read can be computed with. */
function readAndModel(text: string) {
  for (const set of parsePage(text).sets) modelOf(set)(set.items.map(() => false));
}

const covering = {
  kind: 'covering',
  items: integers(0, 1),
  values: doubles(2, 1),
  each: 2,
  complete: true,
};

it(
  'pages of results',
  async () => {
    const models = [trace, patterns, covering];
    await fuzz(
      'page',
      readAndModel,
      models.map((model) => pageOf(model as never)),
      3000,
    );
  },
  600_000 + 2000 * seconds,
);

it(
  'reports of reproductions',
  async () => {
    const report = sampleReport();
    report.panels.splice(1);
    report.heatmap = null;
    delete report.readings;
    report.pixels.splice(1);
    await fuzz('report', parseReport, [report], 60);
  },
  600_000 + 2000 * seconds,
);
