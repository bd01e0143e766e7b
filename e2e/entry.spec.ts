import { logout } from '~/domains/account/calls';
import { orderPage } from '~/domains/order/calls';
import { alive, ask, D, F, logIn, logInByForm, open, people, personAt } from './support/people';
import { expect, test } from './support/test';

test('a wrong password is answered by a sentence and keeps the account that was typed', async ({ page }) => {
  await page.goto('/portal/login');
  await logInByForm(page, 'clerk', 'Wrong#2026');
  await expect(page.getByRole('alert').filter({ hasText: /密码/ })).toBeVisible();
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue(people.clerk);
  await expect(page).toHaveURL(/\/portal\/login$/);
});

test('a visitor is sent to login, comes back to path and query, and is out again after logout', async ({ page }) => {
  await page.goto(`${F}/order/list?status=DRAFT&pageSize=20`);
  await expect(page).toHaveURL(/\/portal\/login\?redirect=/);
  await expect(page.getByText('请登录', { exact: true })).toBeVisible();
  await logInByForm(page, 'clerk');
  await page.waitForURL(`**${F}/order/list?status=DRAFT&pageSize=20`);
  await alive(page);
  await page.getByRole('button', { name: '苏晓禾' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.waitForURL('**/portal/login');
  await page.goBack();
  await expect(page).toHaveURL(/\/portal\/login\?redirect=/);
  await page.goto(`${F}/order/list`);
  await expect(page).toHaveURL(/\/portal\/login\?redirect=/);
});

test('an app’s own address asks a visitor to log in and then leads to where it opens', async ({ page }) => {
  await page.goto('/portal/openPlatform');
  await expect(page).toHaveURL(/\/portal\/login\?redirect=%2Fportal%2FopenPlatform/);
  await logInByForm(page, 'admin');
  await page.waitForURL('**/portal/openPlatform/developer');
  await page.goto('/portal/creditSystem');
  await page.waitForURL('**/portal/creditSystem/guide');
});

test('login never leads to another site', async ({ page }) => {
  await page.goto('/portal/login?redirect=%2F%5Cevil.example');
  await logInByForm(page, 'clerk');
  await page.waitForURL((url) => url.pathname !== '/portal/login');
  expect(new URL(page.url()).hostname).toBe('localhost');
});

test('a page without permission, a dealer’s page and an unknown page say what they are', async ({ browser }) => {
  const clerk = await personAt(browser, 'clerk');
  for (const path of [`${F}/warehouse/realTimeList`, `${D}/order/list`]) {
    expect((await clerk.goto(path))?.status()).toBe(403);
    await expect(clerk.getByRole('heading', { name: '暂无权限访问该页面' })).toBeVisible();
  }
  for (const path of ['/portal/no/such/page', `${F}/order/detail?id=01900000-0000-7000-8000-000000000000`]) {
    expect((await clerk.goto(path))?.status()).toBe(404);
    await expect(clerk).toHaveTitle('页面不存在 - 汇链通');
  }
});

test('a person who is factory and dealer changes sides and chooses on the identity page', async ({ browser }) => {
  const page = await personAt(browser, 'both');
  await open(page, '/portal/temphome');
  const places = page.getByRole('button', { name: /云岭工程材料有限公司/ });
  await places.click();
  await page.getByRole('menuitem', { name: '经销商身份' }).click();
  await page.waitForURL('**/portal/supplyChain/identify');
  await alive(page);
  await expect(page.getByRole('heading', { name: '请选择身份' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.getByRole('listitem').filter({ hasText: '岩禾建材有限公司' }).getByRole('button', { name: '进入经销商' }).click();
  await page.waitForURL(`**${D}/order/list?isInit=true`);
  await expect(page.locator('header').first()).toContainText('岩禾建材有限公司');
  await open(page, '/portal/supplyChain/identify');
  await page.getByRole('button', { name: '进入厂家' }).click();
  await page.waitForURL(`**${F}/workbench`);
  await alive(page);
  await expect(page.getByRole('navigation', { name: '常用应用' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: '应用', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /云岭工程材料有限公司/ })).toBeVisible();
});

test('a dealer of two factories moves to the other one and sees its orders only', async ({ browser }) => {
  const dealer = await personAt(browser, 'dealer');
  await open(dealer, `${D}/order/list`);
  const before = await dealer
    .getByRole('link', { name: /^DD\d+/ })
    .first()
    .innerText();
  await dealer.getByRole('button', { name: /青屿防水/ }).click();
  await dealer.getByRole('menuitem', { name: /岩禾建材/ }).click();
  await dealer.waitForURL(`**${D}/order/list?isInit=true`);
  await alive(dealer);
  await expect(dealer.getByRole('button', { name: /岩禾建材/ })).toBeVisible();
  await expect(dealer.getByRole('link', { name: /^DD\d+/ }).first()).not.toHaveText(before);
});

test('a session that ends under an open page leads to login and back', async ({ page, context }) => {
  await logIn(page, 'clerk');
  await open(page, `${F}/order/list?pageSize=20`);
  // What the page asks by itself is held back, or it may be on its way to login before the button is pressed.
  const byItself = (url: URL) => url.pathname.startsWith('/web/') && url.pathname !== `/web${orderPage.path}`;
  await page.route(byItself, (route) => route.abort());
  await context.clearCookies();
  await page.getByRole('button', { name: '刷新' }).click();
  await page.waitForURL(/\/portal\/login\?redirect=/);
  await page.unroute(byItself);
  await logInByForm(page, 'clerk');
  await page.waitForURL(`**${F}/order/list?pageSize=20`);
});

test('a page whose session was ended elsewhere leaves for login by itself, and leads back', async ({ page }) => {
  await logIn(page, 'clerk');
  await open(page, `${F}/order/list?pageSize=20`);
  await ask(page, logout, {});
  await page.waitForURL(/\/portal\/login\?redirect=/);
  await logInByForm(page, 'clerk');
  await page.waitForURL(`**${F}/order/list?pageSize=20`);
});
