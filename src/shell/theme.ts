/** The choice is kept in this browser; without one the page follows the system. `firstPaint.js` applies it before the first paint. */
export function switchTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem('portal:theme', theme);
}
