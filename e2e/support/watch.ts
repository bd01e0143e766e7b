import type { Page } from '@playwright/test';

/** Everything the browser complains about while the page is used, in order. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    complaints.push(`page: ${error.message}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/** Adds up the layout shifts of each page opened from now on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as { shifted: number };
    counted.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) counted.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
export const shiftsOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

/** How far the page is wider than its window, and what sticks out. */
export const overflowOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return '';
    const wide = [...document.querySelectorAll('#main *, header *')].find(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !element.closest('.overflow-x-auto'),
    );
    return `${scrollWidth - clientWidth}px wider, at <${wide?.tagName} class="${wide?.getAttribute('class')}">`;
  });

/** Words that other things in their row leave a column of a few signs to: readable by nobody, though nothing runs out of the page. */
export const squeezedOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const [widest, shortest, fewest] = [70, 90, 6];
    const own = (one: Element) => [...one.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '')).join('');
    return [...document.querySelectorAll('main *')]
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        return width > 0 && width < widest && height > shortest && height > 3 * width && own(one).length >= fewest;
      })
      .map((one) => `“${own(one).slice(0, 20)}” is squeezed`);
  });
