// The bar at the top: where the reader is, and the switches for the whole page.

import { h, toggleButton } from '../dom';
import type { Section } from './figures';
import { applyTheme, type Settings, storedTheme, type ThemeChoice } from './settings';

const themes: ThemeChoice[] = ['auto', 'light', 'dark'];

function themeButton(): HTMLButtonElement {
  let theme = storedTheme();
  applyTheme(theme);
  const button = h('button', { type: 'button', class: 'tool theme' });
  const name = () => {
    button.textContent = { auto: '◐ Auto', light: '☀ Light', dark: '☾ Dark' }[theme];
    const colours = theme === 'auto' ? 'the same as the system' : theme;
    button.title = `Colours: ${colours}. Press to change.`;
    button.setAttribute('aria-label', button.title);
  };
  name();
  button.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto';
    applyTheme(theme);
    name();
  });
  return button;
}

export function navigation(
  sections: Section[],
  settings: Settings,
  hasBeyond: boolean,
): HTMLElement {
  const links = sections.map((section) => h('a', { href: `#${section.id}` }, section.short));
  const nav = h('nav', { 'aria-label': 'Sections' }, ...links);
  const beyond = hasBeyond
    ? toggleButton(
        {
          class: 'tool beyond',
          title: 'On every chart: a stronger adversary, and methods that are not in the paper',
        },
        settings.beyond,
        (pressed) => {
          settings.beyond = pressed;
          settings.announce();
        },
        h('span', {}, 'Beyond'),
        h('span', { class: 'long' }, ' the paper'),
      )
    : null;
  return h('header', { class: 'bar' }, nav, h('div', { class: 'tools' }, beyond, themeButton()));
}

/** Marks the link to the section that is on the screen. */
export function followScroll(bar: HTMLElement, sections: HTMLElement[]): void {
  const nav = bar.querySelector('nav');
  const links = new Map(
    [...bar.querySelectorAll<HTMLAnchorElement>('nav a')].map((link) => [link.hash.slice(1), link]),
  );
  let current: string | undefined;
  const update = () => {
    const line = bar.offsetHeight + 80;
    const here = sections.filter((section) => section.getBoundingClientRect().top <= line).at(-1);
    if (here?.id === current) return;
    current = here?.id;
    for (const [id, link] of links) {
      if (id === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    const link = links.get(current ?? '');
    if (nav && link) nav.scrollTo({ left: link.offsetLeft - nav.clientWidth / 2 });
  };
  let waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        update();
      });
    },
    { passive: true },
  );
  update();
}
