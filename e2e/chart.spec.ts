import { F, logIn } from './support/people';
import { expect, test } from './support/test';

test('a chart is drawn when it is seen, in the colours of the theme', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.emulateMedia({ colorScheme: 'light' });
  await logIn(page, 'admin');
  await page.goto(`${F}/workbench`);
  const chart = page.getByRole('figure').last();
  await expect(chart).toBeAttached();
  await expect(chart.locator('svg')).toHaveCount(0);
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator('svg path').first()).toBeAttached();
  const colours = () =>
    chart
      .locator('svg')
      .evaluate((svg) => [...svg.querySelectorAll('[stroke], [fill]')].map((one) => [one.getAttribute('stroke'), one.getAttribute('fill')].join()));
  const light = await colours();
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
  });
  await expect.poll(colours).not.toEqual(light);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
  await expect.poll(colours).toEqual(light);
});
