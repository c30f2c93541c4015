// The data of a report, as the command writes it and `parse.ts` hands it on.

export interface Point {
  x: number;
  /** null where there is no value; the line is broken there. */
  mean: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

export interface Series {
  name: string;
  label: string;
  points: Point[];
  /** Why there are values missing, in words. */
  gap: string | null;
}

export interface Panel {
  id: string;
  figure: string;
  group: string;
  title: string;
  x: { label: string; name: string };
  y: { label: string; kind: string };
  note: string;
  series: Series[];
  /** The same panel beyond the paper: a stronger judge, further methods. Shown on demand. */
  beyond: Panel | null;
}

export interface Heatmap {
  id: string;
  title: string;
  x: { label: string; values: number[] };
  y: { label: string; values: number[] };
  /** One row for each value of y. */
  values: (number | null)[][];
  mark: { x: number; y: number; label: string } | null;
}

export const verdicts = ['holds', 'in part', 'does not hold'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Claim {
  claim: number;
  text: string;
  where: string;
  /** One of `verdicts`, or other words where no verdict was reached. */
  verdict: string;
  evidence: string;
  /** A second verdict, on other data or in another reading that the label names. */
  extended: { label: string; verdict: string; evidence: string } | null;
}

export interface PixelImage {
  title: string;
  algorithm: string;
  rows: number;
  cols: number;
  /** Row by row, 0 to 1. */
  background: number[];
  chosen: number[];
  deleted: number[];
  objective: number | null;
  score: number | null;
}

export interface AdversaryRow {
  figure: string;
  algorithm: string;
  runs: number;
  wins: Record<string, number>;
  note: string;
}

export interface PlainTable {
  title: string;
  columns: string[];
  rows: (string | number | null)[][];
}

export interface Made {
  version: string;
  seed: number | string;
  trials: number;
  /** In how many of them the comparison beyond the paper was made. */
  beyond_trials: number;
  quick: boolean;
  command: string;
  date: string;
  seconds: number | null;
  machine: Record<string, string | number>;
}

export interface Report {
  kind: string;
  title: string;
  subtitle: string;
  made: Made;
  panels: Panel[];
  heatmap: Heatmap | null;
  claims: Claim[];
  pixels: PixelImage[];
  adversaries: AdversaryRow[];
  /** What was found beyond the paper. */
  beyond: PlainTable[];
  tables: PlainTable[];
  reading: { topic: string; text: string }[];
}
