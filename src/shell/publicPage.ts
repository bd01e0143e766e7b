import { switchTheme } from './theme';

const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
const isDark = (): boolean => (root.dataset['theme'] ?? (dark.matches ? 'dark' : 'light')) === 'dark';

/** Pictures drawn for each theme follow the system by themselves; a choice made in this browser goes before it. */
function followChoice(): void {
  if (!root.dataset['theme']) return;
  for (const source of document.querySelectorAll<HTMLSourceElement>('source[data-dark]')) source.media = isDark() ? 'all' : 'not all';
}

document.querySelector('[data-theme-switch]')?.addEventListener('click', () => {
  switchTheme(isDark() ? 'light' : 'dark');
  followChoice();
});
followChoice();
