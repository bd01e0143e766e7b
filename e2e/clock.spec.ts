import { companyName } from '~/portal/brand';
import { alive, logIn, personAt } from './support/people';
import { expect, test } from './support/test';

test('one clock: the browser of every person, the server and its pages tell the same time', async ({ page, browser, baseURL }) => {
  const other = await personAt(browser, 'finance');
  for (const one of [page, other]) {
    await one.goto('/portal/login');
    const shown = await one.evaluate(() => Date.now());
    expect(Math.abs(shown - Date.now())).toBeLessThan(60_000);
  }
  await logIn(page, 'admin');
  await page.goto('/portal/supplyChain/factory/order/list');
  await alive(page);
  await expect(page.getByText(`© ${new Date().getFullYear()} ${companyName}`)).toBeVisible();
  expect(baseURL).toBeTruthy();
});
