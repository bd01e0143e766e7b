import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Found, plainText, questionPath } from '~/domains/help/help';
import { spellingOf } from '~/domains/help/spelling.server';
import { screens } from '~/portal/screens';
import { contentProblems } from '../scripts/content';
import { barriersOf } from './support/accessible';
import { logIn, open } from './support/people';
import { expect, test } from './support/test';
import { complaintsOf, countShifts, overflowOf, shiftsOf } from './support/watch';

const PHONE = { width: 390, height: 844 };
const site = screens.filter(({ who, path }) => who === 'public' && /temphome|introduce|help|legal/.test(path)).map(({ path }) => path);
const chapter = '/portal/help/orderMaster/orders';

test('a visitor with a phone finds an answer, reads it, and says that it helped', async ({ page }) => {
  const complaints = complaintsOf(page);
  await countShifts(page);
  await page.setViewportSize(PHONE);
  await page.goto('/portal');
  await expect(page).toHaveURL(/\/portal\/temphome$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('同一本账');
  await page.getByRole('button', { name: '打开导航' }).click();
  await page.getByRole('navigation', { name: '全部页面' }).getByRole('link', { name: '帮助中心' }).click();
  await page.getByLabel('搜索帮助').fill('提交后修改');
  const hit = page.getByRole('option', { name: /订单提交后还能修改吗/ });
  await expect(hit.locator('mark').first()).toHaveText(/提交后|修改/);
  await hit.click();
  await expect(page).toHaveURL(/orderMaster\/orders#edit-submitted$/);
  const answer = page.locator('#edit-submitted');
  await expect(answer).toBeInViewport();
  await answer.getByRole('button', { name: '有帮助', exact: true }).click();
  await expect(answer.getByRole('status')).toHaveText('谢谢，已记录');
  await page.reload();
  await expect(answer.getByRole('button', { name: '有帮助', exact: true })).toHaveAttribute('aria-pressed', 'true');
  expect(await overflowOf(page)).toBe('');
  expect(await shiftsOf(page)).toBeLessThan(0.01);
  expect(complaints).toEqual([]);
});

test('pages of the help follow one another in one document: the words, the address, the reading and the way back', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(chapter);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const inOneDocument = () => page.evaluate(() => 'sameDocument' in window);
  await page.mouse.wheel(0, 600);
  await page.getByRole('navigation', { name: /章节$/ }).getByRole('link', { name: '库存与发货', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('库存与发货');
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/^库存与发货 - /);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /orderMaster\/stock$/);
  await expect(page.locator('.help-menu [aria-current]')).toHaveText('库存与发货');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page
    .locator('.question')
    .nth(2)
    .evaluate((question) => question.scrollIntoView());
  await expect(page.getByRole('navigation', { name: '本页问题' }).locator('[aria-current]')).toHaveCount(1);
  await page.keyboard.press('/');
  await page.keyboard.type('提交后修改');
  await page.getByRole('option', { name: /订单提交后还能修改吗/ }).click();
  await expect(page.locator('#edit-submitted')).toBeInViewport();
  await expect(page.locator('#edit-submitted mark').first()).toBeVisible();
  expect(await inOneDocument()).toBe(true);
  await page.goBack();
  await expect(heading).toHaveText('库存与发货');
  await page.goBack();
  await expect(page).toHaveURL(/orderMaster\/orders$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  expect(await inOneDocument()).toBe(true);
  expect(complaints).toEqual([]);
});

test('what was not helpful can be said in a sentence', async ({ page }) => {
  await page.goto(`${chapter}#cancel-order`);
  const answer = page.locator('#cancel-order');
  await answer.getByRole('button', { name: '没帮助' }).click();
  await answer.getByLabel('说明哪里没有帮助').fill('没有写运费怎么退');
  await answer.getByRole('button', { name: '提交说明' }).click();
  await expect(answer.getByRole('status')).toHaveText('收到，我们会据此修改');
});

test('the keyboard searches, chooses and leaves; nothing found is said so', async ({ page }) => {
  await page.goto('/portal/help/customerGuard');
  await page.keyboard.press('/');
  await page.keyboard.type('冻结的钱');
  await expect(page.getByRole('option').first()).toContainText('冻结的钱什么时候能用');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/funds#held-money$/);
  await expect(page.locator('#held-money mark').first()).toHaveText(/冻结/);
  await page.getByLabel('搜索帮助').fill('量子纠缠');
  await expect(page.getByText('没有找到“量子纠缠”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('没有找到“量子纠缠”')).toBeHidden();
});

test('the list of this page’s questions follows the reading, and # copies an address', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${chapter}#close-order`);
  const toc = page.getByRole('navigation', { name: '本页问题' });
  await expect(toc.locator('[aria-current]')).toHaveText('结单和取消有什么区别？');
  await page.locator('#order-again').scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: '复制“怎样重复下一张以前的订单？”的链接' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/orderMaster\/orders#order-again$/);
});

test('an editor adds a question and finds it by search', async ({ page }) => {
  const content = mkdtempSync(join(tmpdir(), 'content-'));
  cpSync('content', content, { recursive: true });
  const text =
    '---\ntitle: 怎样给订单开具电子发票？\nchapter: orders\norder: 300\nupdated: 2026-11-21\nkeywords: [发票, 数电票]\n---\n\n在订单详情里申请，财务核对后发到[登记的邮箱](edit-submitted.md)。\n';
  writeFileSync(join(content, 'help/order/e-invoice.md'), text);
  expect(contentProblems(content)).toEqual([]);
  const built = (await (await page.request.get('/portal/help/search.json')).json()) as Found[];
  const added: Found = {
    id: questionPath('order/e-invoice', 'orders'),
    title: '怎样给订单开具电子发票？',
    chapter: '订单管家 · 下单与审核',
    keywords: '发票 数电票',
    spelling: spellingOf('怎样给订单开具电子发票？', '发票', '数电票'),
    text: plainText(text.split('---\n')[2] ?? ''),
  };
  await page.route('**/portal/help/search.json', (route) => route.fulfill({ json: [...built, added] }));
  await page.goto('/portal/help/orderMaster');
  await page.getByLabel('搜索帮助').fill('数电票怎么开');
  const hit = page.getByRole('option').first();
  await expect(hit).toContainText('怎样给订单开具电子发票？');
  expect(await hit.getAttribute('href')).toBe('/portal/help/orderMaster/orders#e-invoice');
  expect(built.length).toBeGreaterThanOrEqual(60);
  expect(built.find(({ id }) => id.endsWith('#edit-submitted'))?.text).toContain(
    plainText(readFileSync('content/help/order/edit-submitted.md', 'utf8').split('---\n')[2] ?? '').slice(0, 20),
  );
});

test('a logged-in person gets the way back, and every screen’s ? opens its help', async ({ page, context }) => {
  await logIn(page, 'clerk');
  await open(page, '/portal/temphome');
  await expect(page.getByRole('heading', { name: /您好/ })).toBeVisible();
  await open(page, '/portal/supplyChain/factory/order/list');
  const [help] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: /“订单管理”的帮助/ }).click()]);
  await expect(help).toHaveURL(/orderMaster\/orders#order-states$/);
  await expect(help.locator('#order-states')).toBeInViewport();
  await expect(help.getByRole('link', { name: '回到首页' })).toBeVisible();
  await expect(help.locator('.public-actions').getByRole('link', { name: '登录' })).toBeHidden();
});

test('prerendered pages name this site, are compressed, asked for again cheaply, and carry their policy', async ({ request, baseURL }) => {
  const page = await request.get('/portal/help/orderMaster/orders', { headers: { 'accept-encoding': 'br' } });
  const html = await page.text();
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/portal/help/orderMaster/orders">`);
  expect(html).not.toContain('public-origin.invalid');
  expect(page.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-frame-options': 'DENY',
    vary: 'Accept-Encoding',
  });
  const policy = page.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/style-src 'self' 'unsafe-inline'/);
  expect(/script-src [^;]*/.exec(policy)?.[0]).toMatch(/^script-src 'self'(?!.*unsafe)/);
  const again = await request.get('/portal/help/orderMaster/orders', { headers: { 'accept-encoding': 'br', 'if-none-match': page.headers()['etag'] ?? '' } });
  expect(again.status()).toBe(304);
  const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as {
    mainEntity?: { name: string; acceptedAnswer: { text: string } }[];
  };
  expect(facts.mainEntity?.length).toBeGreaterThan(5);
  for (const { acceptedAnswer } of facts.mainEntity ?? []) expect(acceptedAnswer.text.length).toBeGreaterThan(20);
  const strange = await request.get('/portal/help/orderMaster', { headers: { host: '"><script>strange' } }).catch(() => null);
  if (strange) expect(await strange.text()).not.toContain('strange');
});

test('search engines are told the public pages and kept from the others', async ({ request, baseURL }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /portal/\n');
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc);
  for (const path of site) expect(listed).toContain(`${baseURL}${path}`);
  for (const loc of listed) {
    expect(
      robots.split('\n').some((line) => line.startsWith('Allow: ') && loc.startsWith(`${baseURL}${line.slice(7)}`)),
      loc,
    ).toBe(true);
    expect((await request.get(loc)).status(), loc).toBe(200);
  }
});

test('every public page can be read by everybody on a phone, in both themes', async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize(PHONE);
  const problems: string[] = [];
  for (const path of [...site, chapter, '/portal/help/orderMaster/start']) {
    await page.goto(path);
    problems.push(...[await overflowOf(page), ...(await barriersOf(page))].filter(Boolean).map((one) => `${path}: ${one}`));
  }
  expect(problems).toEqual([]);
});
