// What the reader chose for the whole page, and who wants to know.

export type ThemeChoice = 'auto' | 'light' | 'dark';

export interface Change {
  /** A method that is switched on or off on every chart. */
  series?: { key: string; shown: boolean };
  /** Logarithmic axes wherever they are possible. */
  log?: boolean;
}

export class Settings {
  /** Show methods that are not in the paper. */
  beyond = false;
  /** Show interval bands. */
  bands = true;
  private readonly listeners: ((change: Change) => void)[] = [];

  subscribe(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  announce(change: Change = {}): void {
    for (const listener of this.listeners) listener(change);
  }
}

const place = 'holdfast-theme';

/** Storage may be refused, for pages from disk in particular. */
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
    // Then the choice lasts as long as the page.
  }
}
