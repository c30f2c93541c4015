// Written by `npm run format` from report.schema.json.

export type Verdict = 'holds' | 'in part' | 'does not hold' | 'undecided';

/**
 * The data of a report page. The command writes it in C++, the page reads it.
 */
export interface Report {
  schema: 'holdfast.report/1';
  kind: 'reproduction';
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
  readings?: Readings;
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
  /**
   * What was computed with.
   */
  data: string;
  /**
   * What a reader should look at.
   */
  look_for: string;
  /**
   * The numbers of the claims that it is about.
   */
  claims: number[];
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
  data: string;
  look_for: string;
  claims: number[];
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
   * Of cells, or of conditions; empty where the claim counts nothing.
   */
  counts: Outcomes[];
  /**
   * The number that the verdict hangs on, if there is one.
   */
  statistic: null | StatisticValue;
  /**
   * A second verdict, on other data or under another reading, named by the label.
   */
  extended: null | SecondVerdict;
}
export interface Outcomes {
  /**
   * "objective", "test accuracy", "conditions".
   */
  of: string;
  wins: number;
  ties: number;
  losses: number;
  undecided: number;
}
export interface StatisticValue {
  name: string;
  value: number;
  unit: string;
}
export interface SecondVerdict {
  label: string;
  verdict: Verdict;
  first_rule: Verdict;
  evidence: string;
  counts: Outcomes[];
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
/**
 * The claims of figures 2 to 5 under other readings of the text.
 */
export interface Readings {
  /**
   * How many trials, and on which grid of k.
   */
  note: string;
  /**
   * At most five sentences, what matters most first.
   */
  conclusion: string[];
  /**
   * The headline first, then single changes, pairs and profiles.
   */
  readings: Reading[];
  claims: ClaimReadings[];
  /**
   * Readings that were not run on some figure, and why.
   */
  left_out: LeftOut[];
}
/**
 * One way to read the text, and the figures drawn under it.
 */
export interface Reading {
  /**
   * Unique: "headline", "noise=literal", "noise=literal + start=zero".
   */
  name: string;
  kind: 'headline' | 'single' | 'pair' | 'profile';
  /**
   * Whether every change from the headline follows the letter of the text.
   */
  literal: boolean;
  /**
   * From the headline, which has none.
   */
  changes: ReadingChange[];
  /**
   * Those that it touches and that were run: "2" to "5".
   */
  figures: string[];
  /**
   * Finished on every one of them.
   */
  trials: number;
  /**
   * Of its figures; the same panel has the same id in every reading.
   */
  panels: Panel[];
}
/**
 * A decision that the text leaves open, and how it was taken.
 */
export interface ReadingChange {
  /**
   * In plain words: "noise of the AR process".
   */
  axis: string;
  /**
   * As in the name: "literal".
   */
  value: string;
  /**
   * In plain words: "alpha N(0, alpha^2)".
   */
  label: string;
  /**
   * What the headline does instead.
   */
  headline: string;
  /**
   * Why the text allows it.
   */
  why: string;
}
/**
 * A claim under every reading of its figure.
 */
export interface ClaimReadings {
  /**
   * Its number.
   */
  claim: number;
  text: string;
  where: string;
  /**
   * Where it holds, and which single decision matters most.
   */
  sentence: string;
  /**
   * The name of the single change that matters most; null if none does.
   */
  decisive: string | null;
  statistic: Statistic;
  /**
   * The headline first, then what moves the verdict most.
   */
  rows: ReadingVerdict[];
}
/**
 * What the verdict hangs on, as one number for every reading.
 */
export interface Statistic {
  /**
   * What is measured, in plain words.
   */
  name: string;
  /**
   * Values are given in it: "%" or "points".
   */
  unit: string;
  /**
   * Which values favour the claim.
   */
  better: 'higher' | 'lower';
}
export interface ReadingVerdict {
  /**
   * Its name.
   */
  reading: string;
  verdict: Verdict;
  first_rule: Verdict;
  /**
   * Of the claim's statistic.
   */
  value: number;
  /**
   * Value minus that of the headline, in the same trials and cells.
   */
  change: number;
  /**
   * Of cells, or of the conditions of the claim (met, failed, undecided).
   */
  counts: Outcomes[];
  evidence: string;
  trials: number;
}
export interface LeftOut {
  /**
   * Its name.
   */
  reading: string;
  figure: string;
  why: string;
}
