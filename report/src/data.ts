// Written by `npm run format` from report.schema.json.

export type Verdict = 'holds' | 'in part' | 'does not hold' | 'undecided';

/**
 * The data of a report page. The command writes it in C++, the page reads it.
 */
export interface Report {
  schema: 'holdfast.report/1';
  kind: 'reproduction' | 'curve';
  title: string;
  subtitle: string;
  /**
   * What so few trials can and cannot say.
   */
  caution?: string;
  made: Made;
  panels: Panel[];
  heatmap: null | Heatmap;
  claims: Claim[];
  pixels: PixelImage[];
  adversaries: AdversaryRow[];
  /**
   * What was found beyond the paper.
   */
  beyond: PlainTable[];
  tables: PlainTable[];
  /**
   * How the paper was read.
   */
  reading: Note[];
}
/**
 * Who computed the numbers, when, and on what.
 */
export interface Made {
  version: string;
  seed: number;
  /**
   * 0 for a run without trials.
   */
  trials: number;
  /**
   * The trials that were also compared beyond the paper.
   */
  beyond_trials: number;
  quick: boolean;
  command: string;
  date: string;
  seconds: number | null;
  machine: Machine;
}
export interface Machine {
  cpu: string;
  cores: number;
  threads: number;
  system: string;
  compiler: string;
}
/**
 * One chart: curves with intervals.
 */
export interface Panel {
  id: string;
  /**
   * "2", "appendix", or empty.
   */
  figure: string;
  group: string;
  title: string;
  x: {
    label: string;
    /**
     * The name of a column of numbers.
     */
    name: string;
  };
  y: {
    label: string;
    kind: 'objective' | 'score';
  };
  note: string;
  series: Series[];
  /**
   * The same panel under a stronger adversary and with more methods.
   */
  beyond: null | Panel;
}
export interface Series {
  /**
   * The algorithm; it decides the colour.
   */
  name: string;
  /**
   * The algorithm with its options.
   */
  label: string;
  /**
   * In order of x.
   */
  points: Point[];
  /**
   * Why points are missing.
   */
  gap: string | null;
}
export interface Point {
  x: number;
  /**
   * null breaks the line.
   */
  mean: number | null;
  /**
   * The ends of the 95 % interval; equal to the mean if there is none.
   */
  low: number | null;
  high: number | null;
  /**
   * The number of trials.
   */
  n: number;
}
export interface Heatmap {
  id: string;
  title: string;
  x: HeatmapAxis;
  y: HeatmapAxis;
  /**
   * One row for each y.
   */
  values: (number | null)[][];
  /**
   * A point worth a label.
   */
  mark: null | Mark;
}
export interface HeatmapAxis {
  label: string;
  values: number[];
}
export interface Mark {
  x: number;
  y: number;
  label: string;
}
/**
 * A claim of the paper. first_rule is the verdict before the rule was amended.
 */
export interface Claim {
  /**
   * Its number.
   */
  claim: number;
  text: string;
  where: string;
  verdict: Verdict;
  first_rule: Verdict;
  evidence: string;
  /**
   * A second verdict, on other data or under another reading, named by the label.
   */
  extended: null | SecondVerdict;
}
export interface SecondVerdict {
  label: string;
  verdict: Verdict;
  first_rule: Verdict;
  evidence: string;
}
/**
 * Chosen pixels over the mean image. Pixels count row by row.
 */
export interface PixelImage {
  title: string;
  algorithm: string;
  rows: number;
  cols: number;
  /**
   * 0 to 1, one for each pixel.
   */
  background: number[];
  chosen: number[];
  deleted: number[];
  objective: number;
  score: number | null;
}
/**
 * How often each adversary found the worst deletion.
 */
export interface AdversaryRow {
  figure: string;
  algorithm: string;
  runs: number;
  wins: {
    [k: string]: number;
  };
  note: string;
}
export interface PlainTable {
  title: string;
  columns: string[];
  rows: string[][];
}
export interface Note {
  topic: string;
  text: string;
}
