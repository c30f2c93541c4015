// Which set is looked at, which of its items are off, and who wants to know.

import type { Attack, ChosenSet, Page } from './data';
import { type Left, type Model, modelOf } from './models';
import { NumberFormat } from './numbers';

export class Board {
  private place = 0;
  private readonly states: boolean[][];
  private readonly models = new Map<number, Model>();
  /** What is left now; null until somebody asks. */
  private computed: Left | null = null;
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
    let model = this.models.get(this.place);
    if (!model) {
      model = modelOf(this.set);
      this.models.set(this.place, model);
    }
    const left = model(this.off);
    if (left.kind !== 'between') return left;
    // What is proven of every loss of this size is proven of this one.
    return { ...left, low: Math.max(left.low, this.worst()?.at_least ?? 0) };
  }

  toggle(item: number): void {
    this.change((state) => {
      state[item] = !state[item];
    });
  }

  /** Takes off what the worst deletion of so many items takes, and nothing else. */
  attack(count: number): void {
    const deleted = new Set(this.worst(count)?.deleted);
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
    for (const listener of this.listeners) listener(setChanged);
  }
}
