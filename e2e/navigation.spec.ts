import type { Page } from '@playwright/test';
import { alive, D, F, logIn, open } from './support/people';
import { expect, test } from './support/test';
import { complaintsOf } from './support/watch';

const menu = (page: Page) => page.locator('.side-menu');
const orders = `${F}/order/list`;
const customers = '/portal/customer/list';
const tab = (page: Page, name: RegExp) => page.getByRole('navigation', { name: '按状态查看' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first();

/** Marks the frame: the mark is gone as soon as another document is loaded. */
const mark = (page: Page) => page.locator('.top-bar').evaluate((bar) => bar.setAttribute('data-mark', 'kept'));
const marked = (page: Page) => expect(page.locator('.top-bar')).toHaveAttribute('data-mark', 'kept');
const unmarked = (page: Page) => expect(page.locator('.top-bar[data-mark]')).toHaveCount(0);

async function follow(page: Page, path: string): Promise<void> {
  await page.locator(`.side-menu a[href="${path}"]`).evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL((url) => url.pathname === path);
  await alive(page);
}

test.describe('from page to page', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page, 'admin');
  });

  test('the frame and its message stream stay; menu, title, place and focus follow', async ({ page }) => {
    const complaints = complaintsOf(page);
    let streams = 0;
    page.on('request', (request) => {
      if (request.url().includes('/inner/message/stream')) streams += 1;
    });
    await open(page, orders);
    await mark(page);
    await follow(page, customers);
    await marked(page);
    await expect(page).toHaveTitle(/^客户管理 - /);
    await expect(menu(page).locator('[aria-current="page"]')).toHaveText('客户管理');
    await expect(page.getByRole('navigation', { name: '位置' })).toContainText('客户管理');
    await expect(page.locator('#page-voice')).toContainText('客户管理');
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#main') !== null)).toBe(true);
    await follow(page, `${F}/warehouse/realTimeList`);
    await follow(page, orders);
    await marked(page);
    expect(streams).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('back and forward bring pages and the states of their lists', async ({ page }) => {
    await open(page, orders);
    await mark(page);
    await tab(page, /^待审核/).click();
    await page.waitForURL(/status=/);
    const filtered = page.url();
    await follow(page, customers);
    await page.goBack();
    await expect(page).toHaveURL(filtered);
    await expect(tab(page, /^待审核/)).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(tab(page, /^全部/)).toHaveAttribute('aria-current', 'page');
    await page.goForward();
    await page.goForward();
    await expect(page).toHaveTitle(/^客户管理 - /);
    await marked(page);
  });

  test('a page comes back at the place it was left at; a new one begins at the top', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await open(page, `${orders}?pageSize=50`);
    const left = await page.evaluate(() => {
      scrollTo(0, 700);
      return scrollY;
    });
    expect(left).toBeGreaterThan(100);
    await follow(page, customers);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle(/^订单管理 - /);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  });

  test('a form with something typed asks before it is left, by a link and by going back', async ({ page }) => {
    await open(page, customers);
    await page.getByRole('link', { name: '新建客户' }).first().click();
    await page.waitForURL(/customer\/create/);
    await alive(page);
    const name = page.getByLabel(/^客户名称/).first();
    await name.fill('未提交的客户');
    const asks = page.getByRole('dialog', { name: '离开此页面？' });
    const elsewhere = page.locator(`.side-menu a[href="${orders}"]`);
    await elsewhere.click();
    await asks.getByRole('button', { name: '留在此页' }).click();
    await expect(asks).toHaveCount(0);
    await expect(name).toHaveValue('未提交的客户');
    await page.evaluate(() => history.back());
    await asks.getByRole('button', { name: '留在此页' }).click();
    await expect(page).toHaveURL(/customer\/create/);
    await expect(name).toHaveValue('未提交的客户');
    await elsewhere.click();
    await asks.getByRole('button', { name: '离开' }).click();
    await expect(page).toHaveTitle(/^订单管理 - /);
  });

  test('a click that means another window, and an address outside the frame, are the browser’s', async ({ page, context }) => {
    await open(page, orders);
    await mark(page);
    const opened = context.waitForEvent('page');
    await page.locator(`.side-menu a[href="${customers}"]`).evaluate((link) => link.closest('details')?.setAttribute('open', ''));
    await page.locator(`.side-menu a[href="${customers}"]`).click({ modifiers: ['Control'] });
    await expect(await opened).toHaveURL(new RegExp(customers));
    await expect(page).toHaveURL(new RegExp(orders));
    await marked(page);
    await page.evaluate(() => location.assign('/portal/legal/privacy'));
    await expect(page).toHaveTitle(/隐私政策/);
    await page.goBack();
    await expect(page).toHaveTitle(/^订单管理 - /);
    await unmarked(page);
  });

  test('whoever is no longer logged in gets the login, and arrives afterwards', async ({ page, context }) => {
    // What the frame asks for itself would be told of the end too, and lead back to this page.
    const asked = page.waitForResponse(/saas-flow\/task\/list/);
    await open(page, orders);
    await asked;
    await page.waitForTimeout(1000);
    await context.clearCookies();
    await page.locator(`.side-menu a[href="${customers}"]`).evaluate((link: HTMLAnchorElement) => link.click());
    await page.waitForURL((url) => url.pathname === '/portal/login' && url.searchParams.get('redirect') === customers);
  });

  test('a page that is missing or refused is shown within the frame', async ({ page }) => {
    await open(page, orders);
    await mark(page);
    await page.evaluate(() => location.assign('/portal/customer/detail?id=01900000-0000-7000-8000-000000000000'));
    await expect(page).toHaveTitle(/页面不存在/);
    await expect(heading(page, '页面不存在')).toBeVisible();
    await marked(page);
    await page.goBack();
    await expect(page).toHaveTitle(/^订单管理 - /);
  });

  test('a page left lets go of what it held', async ({ page }) => {
    test.setTimeout(240_000);
    await open(page, orders);
    await mark(page);
    const client = await page.context().newCDPSession(page);
    const heap = async () => {
      await client.send('HeapProfiler.collectGarbage');
      const { nodes } = await client.send('Memory.getDOMCounters');
      const { usedSize } = await client.send('Runtime.getHeapUsage');
      return { nodes, usedSize };
    };
    const round = [customers, `${F}/warehouse/realTimeList`, `${F}/product/list`, orders];
    const walk = async (times: number) => {
      for (let step = 0; step < times; step += 1) await follow(page, round[step % round.length] as string);
    };
    await walk(12);
    const early = await heap();
    await walk(48);
    const late = await heap();
    await marked(page);
    expect(late.usedSize).toBeLessThan(early.usedSize * 1.5);
    expect(late.nodes).toBeLessThan(early.nodes * 1.5);
  });
});

test('another person in the same browser gets a document of their own', async ({ page }) => {
  await logIn(page, 'both');
  await open(page, '/portal/temphome');
  await mark(page);
  await logIn(page, 'dealer');
  await page.evaluate((path) => location.assign(path), `${D}/order/list`);
  await expect(page).toHaveTitle(/订单/);
  await unmarked(page);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('links are links', async ({ page }) => {
    await logIn(page, 'admin');
    await page.goto(orders);
    await page.locator(`.rail a[href]`).first().click();
    await expect(page).not.toHaveURL(new RegExp(orders));
    await expect(page.locator('#main')).toBeVisible();
  });
});

test.describe('when the script of a page', () => {
  test.beforeEach(async ({ page }) => {
    await logIn(page, 'admin');
  });

  test('fails, the page says so and offers to refresh, also after a visit', async ({ page }) => {
    await page.route('**/_astro/CustomerList.*.js*', (route) => route.abort());
    await open(page, orders);
    await mark(page);
    await page.locator(`.side-menu a[href="${customers}"]`).evaluate((link: HTMLAnchorElement) => link.click());
    const note = page.getByRole('alert').filter({ hasText: '页面资源加载失败' });
    await expect(note).toBeVisible();
    await marked(page);
    await page.unroute('**/_astro/CustomerList.*.js*');
    await note.getByRole('button', { name: '刷新页面' }).click();
    await unmarked(page);
    await expect(page.locator('#arrival-note')).toHaveCount(0);
    await alive(page);
  });

  test('comes after a button was pressed, the press counts, once and not instead of a later one', async ({ page }) => {
    const held: (() => void)[] = [];
    await page.route('**/_astro/OrderList.*.js*', (route) => new Promise<void>((go) => held.push(go)).then(() => route.continue()));
    const release = () => {
      for (const go of held.splice(0)) go();
    };
    const more = page.getByRole('button', { name: '展开更多条件' });
    await page.goto(orders, { waitUntil: 'domcontentloaded' });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await more.click();
    await more.click();
    release();
    await expect(page.getByRole('button', { name: '收起条件' })).toBeVisible();
    await page.reload({ waitUntil: 'domcontentloaded' });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await more.click();
    await page.locator('#main').click({ position: { x: 2, y: 2 } });
    release();
    await alive(page);
    await expect(more).toBeVisible();
  });

  test('has not come after 120 seconds, the page says so', async ({ page }) => {
    await page.clock.install();
    await page.route('**/_astro/OrderList.*.js*', () => undefined);
    await page.goto(orders, { waitUntil: 'domcontentloaded' });
    await page.clock.fastForward(100_000);
    await expect(page.locator('#arrival-note')).toHaveCount(0);
    await page.clock.fastForward(25_000);
    await expect(page.getByRole('alert').filter({ hasText: '页面加载超时' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('loads when it is seen and has not come 120 seconds after that, the page says so', async ({ page }) => {
    await page.clock.install();
    await page.route('**/_astro/BenchFigures.*.js*', () => undefined);
    await page.goto(`${F}/workbench`, { waitUntil: 'domcontentloaded' });
    await page.locator('astro-island[client="visible"]').getByRole('figure').first().scrollIntoViewIfNeeded();
    // What comes into view is told in real time.
    await page.waitForTimeout(500);
    await page.clock.fastForward(100_000);
    await expect(page.locator('#arrival-note')).toHaveCount(0);
    await page.clock.fastForward(25_000);
    await expect(page.getByRole('alert').filter({ hasText: '页面加载超时' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test.describe('when a part opened on a page', () => {
  const typed = (page: Page) => page.locator('#main [name="keyword"]').first();
  const chunk = '**/_astro/LevelDialog.*.js*';
  const openLevels = (page: Page) => page.getByRole('button', { name: '客户级别', exact: true }).click();
  test.beforeEach(async ({ page }) => {
    await logIn(page, 'admin');
  });

  test('fails, the page says so, offers to refresh, and keeps what was typed', async ({ page }) => {
    await page.route(chunk, (route) => route.abort());
    await open(page, customers);
    await typed(page).fill('还没有查询');
    await openLevels(page);
    const note = page.getByRole('alert').filter({ hasText: '页面资源加载失败' });
    await expect(note.getByRole('button', { name: '刷新页面' })).toBeVisible();
    await expect(typed(page)).toHaveValue('还没有查询');
    // Each part that failed says so, and another may have failed in the meantime.
    await expect(async () => {
      if (await note.isVisible()) await note.getByRole('button', { name: '关闭' }).click();
      await expect(note).toHaveCount(0, { timeout: 500 });
    }).toPass({ timeout: 10_000 });
  });

  test('has not come after 120 seconds, the page says so', async ({ page }) => {
    await page.route(chunk, () => undefined);
    await open(page, customers);
    await page.clock.install();
    await openLevels(page);
    await page.clock.fastForward(100_000);
    await expect(page.locator('#arrival-note')).toHaveCount(0);
    await page.clock.fastForward(25_000);
    await expect(page.getByRole('alert').filter({ hasText: '页面加载超时' }).getByRole('button', { name: '刷新页面' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
