import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Beyond WCAG: the headline says where one is, and lists, forms and menus can be told apart by name. */
const also = { 'page-has-heading-one': { enabled: true }, 'landmark-unique': { enabled: true } };

/** What keeps people out of the page as it stands: everything in light, then the colours again in dark. */
export async function barriersOf(page: Page): Promise<string[]> {
  await show(page, 'light');
  const light = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ runOnly: { type: 'tag', values: LEVELS }, rules: also })
    .analyze();
  expect(light.passes.length).toBeGreaterThan(5);
  await show(page, 'dark');
  const dark = await new AxeBuilder({ page }).setLegacyMode().withRules(['color-contrast']).analyze();
  await show(page, 'light');
  return [...light.violations.map((one) => ({ ...one, theme: '' })), ...dark.violations.map((one) => ({ ...one, theme: ' in dark' }))].flatMap(
    ({ id, theme, nodes }) =>
      nodes.slice(0, 3).map(({ html, any, all, none }) => `${id}${theme}: ${html.slice(0, 160)} ${[...any, ...all, ...none][0]?.message ?? ''}`),
  );
}

/** Colours must have arrived where they are going before they are measured. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(
    () =>
      new Promise<unknown>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done(Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))))),
      ),
  );
}
