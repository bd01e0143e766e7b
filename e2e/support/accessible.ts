import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** WCAG 2.2 A and AA, and what axe's authors hold for good practice beyond it. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What keeps people out of the page as it stands: everything in light, then the colours again in dark. */
export async function barriersOf(page: Page): Promise<string[]> {
  await show(page, 'light');
  await page.evaluate(axe.source);
  const light = await scan(page, { type: 'tag', values: RULES });
  expect(light.passes.length).toBeGreaterThan(5);
  await show(page, 'dark');
  const dark = await scan(page, { type: 'rule', values: ['color-contrast'] });
  await show(page, 'light');
  // An open menu belongs to its button, wherever in the document it is drawn.
  const menus = await page.locator('[data-radix-popper-content-wrapper]').count();
  const seen = menus ? light.violations.filter(({ id }) => id !== 'region') : light.violations;
  return [...seen.map((one) => ({ ...one, theme: '' })), ...dark.violations.map((one) => ({ ...one, theme: ' in dark' }))].flatMap(({ id, theme, nodes }) =>
    nodes.slice(0, 3).map(({ html, any, all, none }) => `${id}${theme}: ${html.slice(0, 160)} ${[...any, ...all, ...none][0]?.message ?? ''}`),
  );
}

/** Without selectors, and details of what is right, which cost more than the rules themselves. */
const scan = (page: Page, runOnly: RunOptions['runOnly']) =>
  page.evaluate((options) => (window as unknown as { axe: typeof axe }).axe.run(document, options), {
    resultTypes: ['violations'],
    selectors: false,
    runOnly,
  } satisfies RunOptions as RunOptions);

/** Colours must have arrived where they are going before they are measured. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(
    () =>
      new Promise<unknown>((done) => {
        // Nothing of ours moves for long; a frame or an end that never comes must not hold the test.
        setTimeout(done, 5_000);
        const arrived = () => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)));
        requestAnimationFrame(() => requestAnimationFrame(() => void arrived().then(done)));
      }),
  );
}
