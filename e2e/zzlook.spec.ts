import { screens } from '~/portal/screens';
import { logIn, open } from './support/people';
import { addressOf } from './support/screens';
import { test } from './support/test';

const mode = process.env.LOOK ?? 'wide';
const only = process.env.LOOK_ONLY ? new RegExp(process.env.LOOK_ONLY) : /creditSystem/;
test('look', async ({ browser }) => {
  test.setTimeout(600_000);
  const size = mode === 'phone' ? { width: 390, height: 844 } : mode === 'dark' ? { width: 1280, height: 800 } : { width: 1440, height: 900 };
  const page = await (await browser.newContext({ viewport: size, colorScheme: mode === 'dark' ? 'dark' : 'light' })).newPage();
  await logIn(page, process.env.LOOK_WHO === 'dealer' ? 'dealer' : 'admin');
  for (const { path } of screens.filter((one) => only.test(one.path))) {
    try {
      await open(page, await addressOf(page, path));
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/look/${mode}-${path.split('/').slice(3).join('_').replace(/[{}]/g, '')}.png`, fullPage: true });
    } catch (error) {
      console.log('LOOK', path, String(error).slice(0, 200));
    }
  }
});
