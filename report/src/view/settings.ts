// What the reader chose for the whole page, and who listens to changes.

export type ThemeChoice = 'auto' | 'light' | 'dark';

export interface Change {
  /** A method to show or hide on every chart. */
  series?: { key: string; shown: boolean };
  /** Logarithmic axes wherever possible. */
  log?: boolean;
}

export class Settings {
  /** Show the comparison beyond the paper. */
  beyond = false;
  /** Show interval bands. */
  bands = true;
  /** Logarithmic axes wherever possible, for charts that are made later. */
  log = false;
  /** The methods hidden on every chart, for charts that are made later. */
  readonly hidden = new Set<string>();
  private readonly listeners = new Set<(change: Change) => void>();

  /** Tells the listener of every change until `gone` aborts. */
  subscribe(listener: (change: Change) => void, gone?: AbortSignal): void {
    this.listeners.add(listener);
    gone?.addEventListener('abort', () => this.listeners.delete(listener));
  }

  announce(change: Change = {}): void {
    if (change.series?.shown) this.hidden.delete(change.series.key);
    else if (change.series) this.hidden.add(change.series.key);
    this.log = change.log ?? this.log;
    for (const listener of this.listeners) listener(change);
  }
}

const place = 'holdfast-theme';

/** Browsers may refuse storage, above all to pages opened from disk. */
export function storedTheme(): ThemeChoice {
  try {
    const theme = localStorage.getItem(place);
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

export function applyTheme(theme: ThemeChoice): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(place, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
