// Turns the text of a report into checked data.

import type {
  AdversaryRow,
  Claim,
  Heatmap,
  Made,
  Panel,
  PixelImage,
  PlainTable,
  Report,
  Series,
} from './data';

export const schema = 'holdfast.report/1';

/** Says in one line what is wrong with a document. */
export class InvalidReport extends Error {}

/**
 * Checks what drawing relies on and fills in what a document may leave out. Throws InvalidReport that
 * names the offending place.
 */
export function parseReport(text: string): Report {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new InvalidReport(`the data is not JSON: ${(error as Error).message}`);
  }
  if (document === null) {
    throw new InvalidReport('this page is an empty template; the command holdfast fills it');
  }
  const root = record(document, 'the data');
  if (root.schema !== schema) {
    throw new InvalidReport(
      `schema is ${JSON.stringify(root.schema)}, this page reads "${schema}"`,
    );
  }
  return {
    kind: string(root.kind, 'reproduction'),
    title: string(root.title, 'Holdfast'),
    subtitle: string(root.subtitle),
    made: parseMade(root.made),
    panels: list(root.panels, 'panels').map((panel, i) => parsePanel(panel, `panels[${i}]`, i)),
    heatmap: root.heatmap == null ? null : parseHeatmap(root.heatmap),
    claims: list(root.claims, 'claims').map(parseClaim),
    pixels: list(root.pixels, 'pixels').map(parsePixels),
    adversaries: list(root.adversaries, 'adversaries').map(parseAdversary),
    beyond: list(root.beyond, 'beyond').map((table, i) => parseTable(table, `beyond[${i}]`)),
    tables: list(root.tables, 'tables').map((table, i) => parseTable(table, `tables[${i}]`)),
    reading: list(root.reading, 'reading').map((entry, i) => {
      const item = record(entry, `reading[${i}]`);
      return { topic: string(item.topic), text: string(item.text) };
    }),
  };
}

type Fields = Record<string, unknown>;

function record(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidReport(`${where} is ${describe(value)}, it must be an object`);
  }
  return value as Fields;
}

function list(value: unknown, where: string): unknown[] {
  if (value == null) return [];
  if (!Array.isArray(value)) {
    throw new InvalidReport(`${where} is ${describe(value)}, it must be a list`);
  }
  return value;
}

function string(value: unknown, otherwise = ''): string {
  return value == null ? otherwise : String(value);
}

function number(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InvalidReport(`${where} is ${describe(value)}, it must be a number`);
  }
  return value;
}

/** JSON has no NaN: writers put null, and some put text. */
function maybeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function numbers(value: unknown, where: string): number[] {
  return list(value, where).map((entry, i) => number(entry, `${where}[${i}]`));
}

function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

function parseMade(value: unknown): Made {
  const made = value == null ? {} : record(value, 'made');
  const machine = made.machine == null ? {} : record(made.machine, 'made.machine');
  return {
    version: string(made.version),
    seed: typeof made.seed === 'number' ? made.seed : string(made.seed),
    trials: maybeNumber(made.trials) ?? 0,
    beyond_trials: maybeNumber(made.beyond_trials) ?? 0,
    quick: made.quick === true,
    command: string(made.command),
    date: string(made.date),
    seconds: maybeNumber(made.seconds),
    machine: Object.fromEntries(
      Object.entries(machine)
        .filter(([, entry]) => entry != null && entry !== '')
        .map(([key, entry]) => [key, typeof entry === 'number' ? entry : String(entry)]),
    ),
  };
}

function parsePanel(value: unknown, where: string, index: number): Panel {
  const panel = record(value, where);
  const x = record(panel.x ?? {}, `${where}.x`);
  const y = record(panel.y ?? {}, `${where}.y`);
  return {
    id: string(panel.id, `panel-${index + 1}`),
    figure: string(panel.figure),
    group: string(panel.group),
    title: string(panel.title),
    x: { label: string(x.label, 'x'), name: string(x.name, string(x.label, 'x')) },
    y: { label: string(y.label, 'y'), kind: string(y.kind, 'objective') },
    note: string(panel.note),
    series: list(panel.series, `${where}.series`).map((entry, i) =>
      parseSeries(entry, `${where}.series[${i}]`),
    ),
    beyond: panel.beyond == null ? null : parsePanel(panel.beyond, `${where}.beyond`, index),
  };
}

function parseSeries(value: unknown, where: string): Series {
  const series = record(value, where);
  const name = string(series.name, string(series.label));
  const points = list(series.points, `${where}.points`).map((entry, i) => {
    const point = record(entry, `${where}.points[${i}]`);
    const mean = maybeNumber(point.mean);
    return {
      x: number(point.x, `${where}.points[${i}].x`),
      mean,
      low: mean === null ? null : (maybeNumber(point.low) ?? mean),
      high: mean === null ? null : (maybeNumber(point.high) ?? mean),
      n: maybeNumber(point.n) ?? 1,
    };
  });
  points.sort((a, b) => a.x - b.x);
  return {
    name,
    label: string(series.label, name),
    points,
    gap: series.gap == null || series.gap === '' ? null : String(series.gap),
  };
}

function parseHeatmap(value: unknown): Heatmap {
  const map = record(value, 'heatmap');
  const x = record(map.x, 'heatmap.x');
  const y = record(map.y, 'heatmap.y');
  const xs = numbers(x.values, 'heatmap.x.values');
  const ys = numbers(y.values, 'heatmap.y.values');
  const values = list(map.values, 'heatmap.values').map((row, i) =>
    list(row, `heatmap.values[${i}]`).map(maybeNumber),
  );
  if (values.length !== ys.length || values.some((row) => row.length !== xs.length)) {
    throw new InvalidReport(
      `heatmap.values must have ${ys.length} rows of ${xs.length} values, like its axes`,
    );
  }
  const mark = map.mark == null ? null : record(map.mark, 'heatmap.mark');
  return {
    id: string(map.id, 'heatmap'),
    title: string(map.title),
    x: { label: string(x.label, 'x'), values: xs },
    y: { label: string(y.label, 'y'), values: ys },
    values,
    mark: mark && {
      x: number(mark.x, 'heatmap.mark.x'),
      y: number(mark.y, 'heatmap.mark.y'),
      label: string(mark.label),
    },
  };
}

function parseClaim(value: unknown, index: number): Claim {
  const claim = record(value, `claims[${index}]`);
  const extended = claim.extended == null ? null : record(claim.extended, 'extended');
  return {
    claim: number(claim.claim, `claims[${index}].claim`),
    text: string(claim.text),
    where: string(claim.where),
    verdict: string(claim.verdict, 'not judged'),
    evidence: string(claim.evidence),
    extended: extended && parseExtended(extended),
  };
}

function parseExtended(fields: Fields): NonNullable<Claim['extended']> {
  const label = string(fields.label, 'extended grid');
  const evidence = string(fields.evidence);
  return {
    label,
    verdict: string(fields.verdict, 'not judged'),
    // The page shows the label in a place of its own.
    evidence: evidence.startsWith(`${label}: `) ? evidence.slice(label.length + 2) : evidence,
  };
}

function parsePixels(value: unknown, index: number): PixelImage {
  const where = `pixels[${index}]`;
  const image = record(value, where);
  const rows = number(image.rows, `${where}.rows`);
  const cols = number(image.cols, `${where}.cols`);
  const background = numbers(image.background, `${where}.background`);
  if (background.length !== 0 && background.length !== rows * cols) {
    throw new InvalidReport(
      `${where}.background has ${background.length} values, ${rows} x ${cols} would be ${rows * cols}`,
    );
  }
  return {
    title: string(image.title),
    algorithm: string(image.algorithm),
    rows,
    cols,
    background,
    chosen: numbers(image.chosen, `${where}.chosen`),
    deleted: numbers(image.deleted, `${where}.deleted`),
    objective: maybeNumber(image.objective),
    score: maybeNumber(image.score),
  };
}

function parseAdversary(value: unknown, index: number): AdversaryRow {
  const where = `adversaries[${index}]`;
  const row = record(value, where);
  const wins = Object.entries(record(row.wins ?? {}, `${where}.wins`));
  return {
    figure: string(row.figure),
    algorithm: string(row.algorithm),
    runs: number(row.runs, `${where}.runs`),
    wins: Object.fromEntries(
      wins.map(([name, count]) => [name, number(count, `${where}.${name}`)]),
    ),
    note: string(row.note),
  };
}

function parseTable(value: unknown, where: string): PlainTable {
  const table = record(value, where);
  return {
    title: string(table.title),
    columns: list(table.columns, `${where}.columns`).map((column) => string(column)),
    rows: list(table.rows, `${where}.rows`).map((row, i) =>
      list(row, `${where}.rows[${i}]`).map((cell) =>
        typeof cell === 'number' || cell === null ? cell : String(cell),
      ),
    ),
  };
}
