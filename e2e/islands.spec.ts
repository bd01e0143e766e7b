import { F, logIn, open } from './support/people';
import { expect, test } from './support/test';

test('a field shows what its screen took, not what was typed', async ({ page }) => {
  await logIn(page, 'clerk');
  await open(page, `${F}/order/create`);
  const freight = page.getByLabel('运费(元)');
  await freight.fill('12.5');
  await freight.pressSequentially('元');
  await expect(freight).toHaveValue('12.5');
  await freight.fill('１，２００');
  await expect(freight).toHaveValue('1200');
});

test('what a dialog asks first has the focus, Esc is heard at once, and no two things have one name', async ({ page }) => {
  await open(page, '/test');
  await page.getByRole('button', { name: '确认并填写原因' }).click();
  const reason = page.getByRole('dialog').getByLabel('驳回原因');
  await expect(reason).toBeFocused();
  const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(reason).toBeHidden();
});
