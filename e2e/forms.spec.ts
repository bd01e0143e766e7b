import type { Page } from '@playwright/test';
import { type Screen, screens } from '~/portal/screens';
import { F, logIn, PASSWORD, people, type Who } from './support/people';
import { addressOf } from './support/screens';
import { expect, test } from './support/test';

/** What is wrong with the forms of a page as the server sends it. */
async function looseForms(page: Page, { path }: Screen): Promise<string[]> {
  const html = await (await page.request.get(await addressOf(page, path))).text();
  return html
    .split(/(?=<form\b)/)
    .slice(1)
    .flatMap((form) => {
      const [tag = ''] = /^<form\b[^>]*/.exec(form) ?? [];
      const inside = form.slice(0, form.indexOf('</form>'));
      // A form of a button alone has nothing to lose and needs no script.
      const takesText = /<(input|select|textarea)\b/.test(inside);
      if (/method="post"/.test(tag))
        return !takesText || /<noscript>/.test(inside) || path === '/portal/login' ? [] : [`${path}: does not say that it needs a script`];
      const search = /method="get"/.test(tag) && /aria-label="查询条件"|role="search"/.test(tag) && !/type="password"/.test(inside);
      return search ? [] : [`${path}: ${tag}`];
    });
}

const whose = ({ who }: Screen): Who | null => (who === 'public' ? null : who === 'dealer' ? 'dealer' : who === 'type3' ? 'both' : 'admin');

for (const who of [null, 'dealer', 'both', 'admin'] as const)
  test(`every form sent to ${who ?? 'a visitor'} posts or searches, and says when it needs a script`, async ({ page }) => {
    test.setTimeout(240_000);
    if (who) await logIn(page, who);
    const found: string[] = [];
    for (const screen of screens.filter((one) => whose(one) === who)) found.push(...(await looseForms(page, screen)));
    expect(found).toEqual([]);
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  const typed = async (page: Page, password: string) => {
    await page.getByLabel('账号', { exact: true }).fill(people.clerk);
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByLabel('密码', { exact: true }).press('Enter');
  };

  test('a person logs in by the form alone and arrives where they were going; a wrong password is said, the account kept', async ({ page }) => {
    await page.goto(`${F}/order/list?status=DRAFT`);
    await typed(page, 'Wrong#2026');
    await expect(page.getByRole('alert')).toContainText('账号或密码不正确');
    await expect(page.getByLabel('账号', { exact: true })).toHaveValue(people.clerk);
    await expect(page.getByLabel('密码', { exact: true })).toHaveValue('');
    expect(page.url()).not.toContain('password');
    await typed(page, PASSWORD);
    await page.waitForURL(`**${F}/order/list?status=DRAFT`);
    await expect(page.getByRole('heading', { name: '订单' }).first()).toBeVisible();
  });

  test('a form that needs a script takes nothing and says so', async ({ page }) => {
    await page.goto('/portal/register');
    const told = page.locator('noscript p');
    await expect(told).toBeVisible();
    expect(await told.textContent()).toContain('浏览器未启用 JavaScript，此表单暂时无法填写');
    await expect(page.getByLabel('企业名称')).toBeDisabled();
    await expect(page.getByRole('button', { name: '注册并开通' })).toBeDisabled();
  });
});

test('a login form posted from another site, or with a foreign redirect, leads nowhere', async ({ page, baseURL }) => {
  const post = (redirect: string, headers: Record<string, string>) =>
    page.request.post(`/portal/login?redirect=${redirect}`, { form: { account: people.clerk, password: PASSWORD }, headers, maxRedirects: 0 });
  const foreign = await post('', { origin: 'https://evil.example' });
  expect(foreign.status()).toBe(403);
  expect(await foreign.text()).toContain('请求来源不受信任');
  expect(foreign.headers()['set-cookie'] ?? '').not.toContain('portal_session');
  for (const redirect of ['%2F%09%2Fevil.example', '%2F%0A%2Fevil.example', '%2F%5Cevil.example', '%2F%2Fevil.example', '%2F.%2F%2Fevil.example']) {
    const answer = await post(redirect, { origin: baseURL ?? '' });
    expect(answer.status(), redirect).toBe(303);
    expect(new URL(answer.headers()['location'] ?? '', baseURL).origin, redirect).toBe(baseURL);
    await page.context().clearCookies();
  }
});

test('what is typed before the script comes is kept by it', async ({ page }) => {
  let pass = () => {};
  const held = new Promise<void>((done) => {
    pass = done;
  });
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/portal/login', { waitUntil: 'commit' });
  await page.getByLabel('账号', { exact: true }).fill(people.clerk);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  pass();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/portal/login');
});
