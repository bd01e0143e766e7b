import type { Browser, Page } from '@playwright/test';
import { myOrderDetail, myOrderPage, myOrderSave } from '~/domains/order/calls';
import { skuCatalogue } from '~/domains/product/calls';
import type { PickedSku } from '~/domains/product/product.schema';
import { barriersOf } from './support/accessible';
import { goodsInStock } from './support/orders';
import { ask, D, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CREATE = `${D}/order/create`;
/** 36 of the stepper, a row of text, and what lies between: what a line of two rows takes. */
const TWO_ROWS = 84;

async function dealerWithPhone(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext(PHONE)).newPage();
  await logIn(page, 'dealer');
  return page;
}

const cards = (page: Page) => page.getByRole('list', { name: '商品目录' }).getByRole('listitem');
const cardOf = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
const bar = (page: Page) => page.getByRole('region', { name: '购物清单合计' });
const linesOf = (page: Page) => page.getByRole('list', { name: '商品明细' }).getByRole('listitem');
const search = async (page: Page, word: string) => {
  await page.getByLabel('搜索商品').fill(word);
  await page.getByLabel('搜索商品').press('Enter');
  await expect(page.getByRole('list', { name: '商品目录' })).toHaveAttribute('aria-busy', 'false');
};

/** Goods without rules of quantity, in more than one unit, whose product has this SKU first. */
async function twoProducts(dealer: Page, browser: Browser): Promise<[PickedSku, PickedSku]> {
  const goods = await goodsInStock(dealer, await personAt(browser, 'keeper'), 12);
  const first = goods.find((sku) => sku.units.length > 1);
  const second = goods.find((sku) => sku.productId !== first?.productId);
  if (!first || !second) throw new Error('the demo catalogue has no goods in two units');
  return [first, second];
}

test('a dealer on a phone finds goods by category and by initials, chooses unit and quantity, goes over the list and orders', async ({ browser }) => {
  test.slow();
  const dealer = await dealerWithPhone(browser);
  const [first, second] = await twoProducts(dealer, browser);
  const other = first.units.find((unit) => unit.unitId !== first.baseUnitId);
  await open(dealer, CREATE);
  const categories = dealer.getByRole('navigation', { name: '商品分类' });
  await expect(categories.getByRole('button', { name: '常购' }), 'what is ordered often comes first').toHaveAttribute('aria-pressed', 'true');
  await expect(cards(dealer).first()).toBeVisible();

  const [top] = (await ask(dealer, skuCatalogue, { word: first.skuCode })).pagedRecords;
  expect(top?.categoryName).toBe(first.categoryName);
  await search(dealer, first.name.slice(0, 4));
  await expect(cardOf(dealer, first.name)).toBeVisible();
  await search(dealer, '');
  await categories.getByRole('button', { name: '全部' }).click();
  await expect(cards(dealer).first()).toBeVisible();
  for (let depth = 0; depth < 2; depth++) {
    const leaf = categories.getByRole('button', { name: first.categoryName, exact: true });
    if (await leaf.count()) break;
    const tops = await categories.getByRole('button').allInnerTexts();
    for (const name of tops.filter((one) => one !== '全部' && one !== '常购')) {
      await categories.getByRole('button', { name, exact: true }).click();
      if (await leaf.count()) break;
    }
  }
  await categories.getByRole('button', { name: first.categoryName, exact: true }).click();
  await expect(cardOf(dealer, first.name)).toBeVisible();

  const card = cardOf(dealer, first.name);
  if (first.saleText) await card.getByRole('button', { name: first.saleText, exact: true }).click();
  const label = [first.name, first.saleText].filter(Boolean).join(' ');
  await card.getByRole('button', { name: `把${label}加入清单` }).click();
  await card.getByRole('button', { name: `增加${label}` }).click();
  await expect(card.getByRole('textbox', { name: `${label}数量` })).toHaveValue('2');
  await card.getByRole('radio', { name: other?.name ?? '', exact: true }).check();
  await expect(bar(dealer)).toContainText('购物清单 1 种');

  await search(dealer, second.skuCode);
  const next = [second.name, second.saleText].filter(Boolean).join(' ');
  await dealer.getByRole('button', { name: `把${next}加入清单` }).click();
  await dealer.getByRole('textbox', { name: `${next}数量` }).fill('7');
  await expect(bar(dealer)).toContainText('购物清单 2 种');
  await expect(bar(dealer)).not.toContainText('计算中');
  const shown = (await bar(dealer).innerText()).match(/¥([\d,.]+)/)?.[1]?.replaceAll(',', '');

  await dealer.reload();
  await expect(bar(dealer), 'a reload keeps the list').toContainText('购物清单 2 种');
  await bar(dealer)
    .getByRole('button', { name: /购物清单/ })
    .click();
  const sheet = dealer.getByRole('dialog', { name: '购物清单' });
  await expect(sheet.getByRole('textbox', { name: '第1行数量' })).toHaveValue('2');
  await expect(sheet.getByRole('combobox', { name: '第1行单位' })).toHaveValue(other?.unitId ?? '');
  await dealer.goBack();
  await expect(sheet, 'the phone’s back button closes the list').toBeHidden();
  await bar(dealer).getByRole('button', { name: '去核对' }).click();

  await expect(linesOf(dealer)).toHaveCount(2);
  for (const height of await linesOf(dealer).evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetHeight)))
    expect(height).toBeLessThanOrEqual(TWO_ROWS);
  await dealer.getByLabel('备注', { exact: true }).fill('早上送到');
  await dealer.getByLabel('支付方式').selectOption('OFFLINE');
  await expect(dealer.locator('[data-print="hide"]').filter({ hasText: '商品合计' })).toContainText(
    Number(shown).toLocaleString('en', { minimumFractionDigits: 2 }),
  );
  expect(await barriersOf(dealer)).toEqual([]);
  await dealer.getByRole('button', { name: '提交审核' }).click();
  await dealer.waitForURL(/order\/detail\?id=/);
  const id = new URL(dealer.url()).searchParams.get('id') ?? '';
  const order = await ask(dealer, myOrderDetail, { id });
  expect(order.lines.map((line) => [line.skuId, line.unitId, Number(line.qty)])).toEqual([
    [first.skuId, other?.unitId, 2],
    [second.skuId, second.baseUnitId, 7],
  ]);
  expect([order.goodsAmount, order.remark, order.payMethod]).toEqual([shown, '早上送到', 'OFFLINE']);
});

test('initials find goods, and nothing covers the last of them or is wider than the phone', async ({ browser }) => {
  const dealer = await dealerWithPhone(browser);
  await open(dealer, CREATE);
  const answered = dealer.waitForResponse((response) => response.url().endsWith(skuCatalogue.path));
  await search(dealer, 'dzf');
  const wanted = ((await (await answered).json()) as { data: { pagedRecords: PickedSku[] } }).data.pagedRecords;
  expect(new Set(wanted.map((sku) => sku.name)).size).toBeGreaterThan(0);
  await expect(cardOf(dealer, wanted[0]?.name ?? '')).toBeVisible();
  expect(await barriersOf(dealer)).toEqual([]);
  await search(dealer, '没有这种商品');
  await expect(dealer.getByText('没有找到“没有这种商品”')).toBeVisible();
  await search(dealer, '');
  await dealer.getByRole('navigation', { name: '商品分类' }).getByRole('button', { name: '全部' }).click();
  await expect(cards(dealer).first()).toBeVisible();
  const before = await cards(dealer).count();
  await expect(async () => {
    await dealer.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await cards(dealer).count()).toBeGreaterThan(before);
  }).toPass();
  await dealer.getByRole('navigation', { name: '商品分类' }).getByRole('button').last().click();
  await expect(dealer.getByText('没有更多商品了')).toBeAttached();
  await dealer.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [card, foot] = [await cards(dealer).last().boundingBox(), await bar(dealer).boundingBox()];
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  expect((foot?.y ?? 0) + (foot?.height ?? 0), 'the bar stays in view').toBeLessThanOrEqual(844);
  expect(await dealer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('by keyboard goods are put in, counted and taken out again, and the focus stays where one is', async ({ browser }) => {
  test.slow();
  const dealer = await dealerWithPhone(browser);
  await open(dealer, CREATE);
  const card = cards(dealer).first();
  const add = card.getByRole('button', { name: /^(把.*加入清单|增加)/ });
  await add.focus();
  await dealer.keyboard.press('Enter');
  await expect(add).toBeFocused();
  await expect(bar(dealer)).toContainText('购物清单 1 种');
  await dealer.keyboard.press('Shift+Tab');
  await expect(card.getByRole('textbox')).toBeFocused();
  await dealer.keyboard.press('Control+a');
  await dealer.keyboard.type('48');
  await dealer.keyboard.press('Enter');
  await expect(card.getByRole('textbox')).toHaveValue('48');
  await bar(dealer)
    .getByRole('button', { name: /购物清单/ })
    .press('Enter');
  const sheet = dealer.getByRole('dialog', { name: '购物清单' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: '第1行更多' }).press('Enter');
  await dealer.getByLabel('本行备注').fill('要新批次');
  await dealer.keyboard.press('Escape');
  await expect(sheet.getByText('备注：要新批次')).toBeVisible();
  expect(await barriersOf(dealer)).toEqual([]);
  await sheet.getByRole('button', { name: '清空' }).click();
  await dealer
    .getByRole('dialog', { name: /^清空购物清单/ })
    .getByRole('button', { name: '清空' })
    .click();
  await expect(sheet.getByText('清单还是空的')).toBeVisible();
  await dealer.keyboard.press('Escape');
  await expect(bar(dealer).getByRole('button', { name: /购物清单/ })).toBeFocused();
  await expect(bar(dealer).getByRole('button', { name: '去核对' })).toBeDisabled();
});

test('a draft opens on the phone where it is checked, and a price that rose since is told with before and now', async ({ browser }) => {
  const dealer = await dealerWithPhone(browser);
  const [sku] = await twoProducts(dealer, browser);
  const draft = await ask(dealer, myOrderSave, { payMethod: 'OFFLINE', lines: [{ skuId: sku.skuId, unitId: sku.baseUnitId, qty: '3' }] }, crypto.randomUUID());
  const price = (await ask(dealer, myOrderDetail, { id: draft.id })).lines[0]?.price ?? '';
  // The price it was kept at was another one.
  await dealer.route('**/biz/order/quote', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: { lines: { price: string }[] } };
    await route.fulfill({ response: answer, json: { ...rest, data: { lines: data.lines.map((line) => ({ ...line, price: '9999.00' })) } } });
  });
  await open(dealer, `${CREATE}?id=${draft.id}`);
  await expect(linesOf(dealer)).toHaveCount(1);
  await expect(dealer.getByText('有商品和上次看到的不一样')).toBeVisible();
  await expect(dealer.getByRole('status').filter({ hasText: '有商品和上次看到的不一样' })).toContainText(
    new RegExp(`${Number(price).toFixed(2).replace('.', '\\.')}.*→.*9,999\\.00`),
  );
  await dealer.getByRole('button', { name: '知道了' }).click();
  await expect(dealer.getByText('有商品和上次看到的不一样')).toBeHidden();
  await expect(dealer.getByRole('combobox', { name: '第1行单位' }), 'its other units are known').toBeVisible();
  await dealer.getByRole('button', { name: '继续选购' }).click();
  await expect(cards(dealer).first()).toBeVisible();
  await expect(bar(dealer)).toContainText('购物清单 1 种');
});

test('a computer keeps its form and never fetches the shop', async ({ browser }) => {
  const dealer = await personAt(browser, 'dealer');
  const fetched: string[] = [];
  dealer.on('request', (request) => fetched.push(request.url()));
  await open(dealer, CREATE);
  await expect(dealer.getByLabel('扫码录入')).toBeVisible();
  expect(fetched.filter((url) => /\/Shop\.|biz\/product\/catalogue/.test(url))).toEqual([]);
  await ask(dealer, myOrderPage, { pageSize: 1 });
});
