// Written by `npm run format` from page.schema.json.

export type Names = string[];
/**
 * x and y, or longitude and latitude.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Place = [number, number];
/**
 * Places in the list of the set's items.
 */
export type Positions = number[];
/**
 * Doubles or 32-bit integers, lowest byte first, in base 64.
 */
export type Numbers = string;

/**
 * One result as a page shows it, whatever the task.
 */
export interface Page {
  schema: 'holdfast.page/1';
  kind: 'selection' | 'deletion' | 'certificate' | 'curve' | 'repair' | 'protection' | 'assessment';
  head: Head;
  measure: Measure;
  /**
   * How many losses it is made for.
   */
  tau: number;
  /**
   * Whether this is the best so far.
   */
  interrupted: boolean;
  /**
   * The set that the result is about, then those to compare it with.
   *
   * @minItems 1
   */
  sets: [ChosenSet, ...ChosenSet[]];
  certificate: Certificate | null;
  repair: Repair | null;
  protection: Protection | null;
  assessment: Assessment | null;
  map: Places | null;
}
/**
 * Where the result comes from.
 */
export interface Head {
  objective: string;
  /**
   * How many there are in all.
   */
  items: number;
  data: Names;
  target: string | null;
  settings: Names;
  facts: Names;
  algorithm: string | null;
  /**
   * Who was asked to attack.
   */
  adversary: string;
  /**
   * Empty if nobody typed one.
   */
  command: string;
  version: string;
  seed: number;
  date: string;
}
/**
 * What a value is a part of.
 */
export interface Measure {
  /**
   * 100 % of a share.
   */
  largest: number | null;
  /**
   * Whether the share is R squared.
   */
  r_squared: boolean;
  /**
   * What the share is a part of.
   */
  whole: string;
}
export interface ChosenSet {
  /**
   * Who chose it.
   */
  name: string;
  value: number;
  items: ChosenItem[];
  /**
   * The worst deletions of 0, 1, 2, ... items that are known.
   *
   * @minItems 1
   */
  curve: [Attack, ...Attack[]];
  /**
   * Items outside the set that could be added; the model knows them too.
   */
  spares: Spare[];
  model: TraceModel | LogDetModel | CoveringModel | PatternModel;
}
export interface ChosenItem {
  index: number;
  name: string;
  /**
   * Of an algorithm that builds parts.
   */
  part: string | null;
  /**
   * What it is worth by itself.
   */
  alone: number;
  /**
   * What the set loses without it.
   */
  loss: number;
  place: Place | null;
}
export interface Attack {
  /**
   * What is left.
   */
  value: number;
  /**
   * No deletion of this size leaves less.
   */
  at_least: number;
  proven: boolean;
  /**
   * Who found it.
   */
  adversary: string;
  deleted: Positions;
  /**
   * The best item to add then, if the page cannot find it by itself.
   */
  repair: Refill | null;
}
export interface Refill {
  added: string;
  /**
   * With it.
   */
  value: number;
}
export interface Spare {
  name: string;
  place: Place | null;
}
/**
 * f(S) = tr(B' inverse(A) B) on S. Lower triangle of A; B, or that of B B'.
 */
export interface TraceModel {
  kind: 'trace';
  /**
   * How many columns each item has.
   */
  sizes: number[];
  matrix: Numbers;
  /**
   * A column adds no direction if this share of its length or less is new.
   */
  dependent: number;
  /**
   * The columns of B; null where B B' is given instead.
   */
  responses: number | null;
  right: Numbers;
}
/**
 * f(S) = log det A_SS - |S| log noise.
 */
export interface LogDetModel {
  kind: 'logdet';
  sizes: number[];
  matrix: Numbers;
  noise: number;
}
/**
 * f(S) = sum of each row's largest value. Its best items first, -1 for none.
 */
export interface CoveringModel {
  kind: 'covering';
  /**
   * How many items a row lists.
   */
  each: number;
  /**
   * Whether each row lists all that count.
   */
  complete: boolean;
  items: Numbers;
  values: Numbers;
}
/**
 * Values of the deletions that were computed.
 */
export interface PatternModel {
  kind: 'patterns';
  /**
   * Whether f is known never to fall.
   */
  monotone: boolean;
  patterns: Pattern[];
  quadratic: QuadraticModel | null;
}
export interface Pattern {
  deleted: Positions;
  value: number;
}
/**
 * f(S - E) is about f(S) - sum over parts of w_E' inverse(M_EE) w_E / 2.
 */
export interface QuadraticModel {
  /**
   * Weights of an item.
   */
  outputs: number;
  parts: QuadraticPart[];
}
export interface QuadraticPart {
  weights: Numbers;
  inverse: Numbers;
}
/**
 * Part of holdfast.certificate/1, whose other keys are not shown.
 */
export interface Certificate {
  worst_case: {
    lower: number;
    upper: number;
    proven: boolean;
    lower_by: string;
    [k: string]: unknown;
  };
  /**
   * No set keeps more.
   */
  optimum_upper: number;
  proven_share: number;
  /**
   * Promised before the choice.
   */
  a_priori: number | null;
  a_priori_of?: string;
  /**
   * Why nothing is promised.
   */
  a_priori_why?: string;
  /**
   * @minItems 1
   */
  bounds: [Bound, ...Bound[]];
  [k: string]: unknown;
}
export interface Bound {
  method: string;
  value: number;
  [k: string]: unknown;
}
export interface Repair {
  /**
   * The value before the loss.
   */
  before: number;
  /**
   * The value after it.
   */
  left: number;
  deleted: Names;
  added: Names;
}
export interface Protection {
  protected: Positions;
  deleted: Positions;
  /**
   * What the worst loss of others leaves.
   */
  value: number;
  /**
   * Whether no protection keeps more.
   */
  proven: boolean;
  /**
   * What no protection can exceed.
   */
  at_most: number;
  /**
   * The worst case without it.
   */
  unprotected: number;
}
export interface Assessment {
  mean: number;
  tail: number;
  /**
   * The mean over the worst tail.
   */
  cvar: number;
  /**
   * Of the mean.
   */
  standard_error: number | null;
  /**
   * How many different events there are.
   */
  different: number;
  /**
   * The worst first.
   *
   * @minItems 1
   */
  events: [AssessedEvent, ...AssessedEvent[]];
}
export interface AssessedEvent {
  event: number;
  value: number;
  /**
   * Its share of all events.
   */
  weight: number;
  lost: Positions;
}
export interface Places {
  /**
   * Whether places are degrees.
   */
  geographic: boolean;
  /**
   * Items that are in none of the sets.
   */
  others: {
    name: string;
    place: Place;
  }[];
}
