import type { Page } from '@playwright/test';
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

const lastChart = async (page: Page) => {
  await logIn(page, 'admin');
  await page.goto(`${F}/workbench`);
  const chart = page.getByRole('figure').last();
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator('svg path').first()).toBeAttached();
  return chart;
};

test('whoever points at a place of a chart reads its values, and a press opens their rows', async ({ page }) => {
  const chart = await lastChart(page);
  const place = chart.locator('div[aria-hidden]').first();
  await place.hover({ position: { x: 200, y: 60 } });
  const told = place.locator('p');
  await expect(told).toHaveText([/^\d{2}-\d{2}$/, /^近30天-?[\d,]+\.\d{2} 元$/, /^前30天-?[\d,]+\.\d{2} 元$/]);
  const day = await told.first().innerText();
  await place.click({ position: { x: 200, y: 60 } });
  await expect(page).toHaveURL(new RegExp(`createdStart=\\d{4}-${day}`));
});

test('a chart is drawn on the page itself where what draws beside it does not come', async ({ page }) => {
  await page.route('**/_astro/drawing.worker*', (route) => route.abort());
  await lastChart(page);
});
