// Which set is looked at, which of its items are off, and who wants to know.

import type { Attack, ChosenSet, Page } from './data';
import { type Left, type Model, modelOf } from './models';
import { NumberFormat } from './numbers';
import { type Refill, refillOf } from './refill';

export class Board {
  private place = 0;
  private readonly states: boolean[][];
  private readonly models = new Map<number, Model>();
  /** What is left now; null until somebody asks. */
  private computed: Left | null = null;
  private refilled: Refill[] | null = null;
  private readonly listeners: ((setChanged: boolean) => void)[] = [];
  /** One format for all values on the page. */
  readonly format: NumberFormat;

  constructor(readonly page: Page) {
    this.states = page.sets.map((set) => set.items.map(() => false));
    this.format = new NumberFormat(page.sets.map((set) => set.value));
  }

  get set(): ChosenSet {
    return this.page.sets[this.place] as ChosenSet;
  }

  get index(): number {
    return this.place;
  }

  get off(): readonly boolean[] {
    return this.states[this.place] as boolean[];
  }

  get lost(): number {
    return this.off.filter(Boolean).length;
  }

  /** The worst deletion of as many items that is known, if any. */
  worst(count = this.lost): Attack | undefined {
    return this.set.curve[count];
  }

  /** Whether the items that are off are those of the worst deletion that is known. */
  get isWorst(): boolean {
    const deleted = this.worst()?.deleted;
    return deleted?.every((item) => this.off[item]) ?? false;
  }

  left(): Left {
    this.computed ??= this.compute();
    return this.computed;
  }

  private compute(): Left {
    const left = this.model([...this.off, ...this.set.spares.map(() => true)]);
    if (left.kind !== 'between' && left.kind !== 'about') return left;
    // What is proven of every loss of this size is proven of this one.
    const low = Math.max(left.low, this.worst()?.at_least ?? 0);
    return left.kind === 'about'
      ? { ...left, low, value: Math.max(low, left.value) }
      : { ...left, low };
  }

  private get model(): Model {
    let model = this.models.get(this.place);
    if (!model) {
      model = modelOf(this.set);
      this.models.set(this.place, model);
    }
    return model;
  }

  /** What would be added now, one after the other; empty if nothing is lost, or nothing known. */
  refill(): Refill[] {
    this.refilled ??= refillOf(this.set, this.model, this.off, this.isWorst ? this.worst() : null);
    return this.refilled;
  }

  toggle(item: number): void {
    this.change((state) => {
      state[item] = !state[item];
    });
  }

  /** Takes off what the worst deletion of so many items takes, and nothing else. */
  attack(count: number): void {
    this.lose(this.worst(count)?.deleted ?? []);
  }

  /** Takes these off, and nothing else. */
  lose(places: readonly number[]): void {
    const deleted = new Set(places);
    this.change((state) => {
      for (const item of state.keys()) state[item] = deleted.has(item);
    });
  }

  look(place: number): void {
    this.place = place;
    this.tell(true);
  }

  onChange(listener: (setChanged: boolean) => void): void {
    this.listeners.push(listener);
  }

  private change(edit: (state: boolean[]) => void): void {
    edit(this.states[this.place] as boolean[]);
    this.tell(false);
  }

  private tell(setChanged: boolean): void {
    this.computed = null;
    this.refilled = null;
    for (const listener of this.listeners) listener(setChanged);
  }
}
