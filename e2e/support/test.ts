import { test as base } from '@playwright/test';
import { clockAhead } from '../../tests/clock/clock.mjs';
import { shiftDate } from '../../tests/clock/shiftDate.mjs';

export { expect } from '@playwright/test';

/** Playwright's test, with the clock of the run in every page of every browser context, at the server of the worker it runs in. */
export const test = base.extend<object, { clock: undefined }>({
  baseURL: async ({ baseURL }, use, { parallelIndex }) => {
    const own = new URL(baseURL ?? '');
    own.port = String(Number(own.port) + parallelIndex);
    await use(own.origin);
  },
  clock: [
    async ({ browser }, use) => {
      const ahead = clockAhead();
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        if (ahead !== 0) await context.addInitScript(shiftDate, ahead);
        return context;
      };
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
});
