import type { Page } from '@playwright/test';
import { myLogistic } from '~/domains/delivery/calls';
import { myLots } from '~/domains/expense/calls';
import { myBuyer, myOrderDetail } from '~/domains/order/calls';
import { skuCatalogue } from '~/domains/product/calls';
import { projectPriceDetail, projectPriceList } from '~/domains/projectPrice/calls';
import { myReturnList, returnDetail } from '~/domains/return/calls';
import { stockList } from '~/domains/warehouse/calls';
import { parseYuan } from '~/shared/money';
import { ship, signWithDamage } from './support/deliveries';
import { ask, D, F, open, personAt } from './support/people';
import { sentBackAndRefunded } from './support/returns';
import { freshStatement, objectedAndCorrected } from './support/statements';
import { expect, test } from './support/test';

const ORDERED = 6;
const SHIPPED = 4;

test('a dealer orders at a project price with expense, receives part, returns what is damaged, asks for the invoice, and a line of its statement is corrected', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [dealer, admin, clerk, keeper, finance] = await Promise.all([
    personAt(browser, 'dealer'),
    personAt(browser, 'admin'),
    personAt(browser, 'clerk'),
    personAt(browser, 'keeper'),
    personAt(browser, 'finance'),
  ]);
  const { project, code, price } = await priced(dealer, admin, keeper);

  await open(dealer, `${D}/order/create`);
  await dealer.getByLabel('项目', { exact: true }).fill(project);
  await dealer.getByRole('option').filter({ hasText: project }).first().click();
  await dealer.getByRole('button', { name: '粘贴录入' }).click();
  await dealer.getByLabel('粘贴内容').fill(`${code}\t${ORDERED}`);
  await dealer.getByRole('button', { name: '识别并添加' }).click();
  await expect(dealer.getByRole('dialog')).toHaveCount(0);
  await dealer.getByLabel(/^支付方式/).selectOption('BALANCE');
  await dealer.getByLabel('费用抵扣').fill('12');
  await expect(dealer.getByRole('list', { name: '使用的费用' })).toContainText('12.00');
  await dealer.getByRole('button', { name: '提交审核' }).click();
  await dealer.waitForURL(/order\/detail\?id=/);
  const id = new URL(dealer.url()).searchParams.get('id') ?? '';
  const ordered = await ask(dealer, myOrderDetail, { id });
  expect(ordered.lines).toMatchObject([{ price, priceSource: 'PROJECT' }]);
  expect(ordered.expenseUsed).toBe('12.00');

  await open(clerk, `${F}/order/audit?id=${id}`);
  await clerk.getByRole('button', { name: '通过', exact: true }).click();
  await clerk.waitForURL(/order\/detail/);
  await signWithDamage(dealer, id, await ship(keeper, id, [String(SHIPPED)]));
  expect((await ask(dealer, myLogistic, { orderId: id })).deliveries).toHaveLength(1);

  const lots = await expenseOf(dealer);
  const [draft] = (await ask(dealer, myReturnList, { status: 'DRAFT', pageSize: 1 })).pagedRecords;
  const returned = draft?.id ?? '';
  await sentBackAndRefunded({ dealer, clerk, keeper, finance }, returned, '1');
  const { split, refund } = await ask(finance, returnDetail, { id: returned });
  expect(split, 'what was paid from the account stands in it again').toEqual([{ tender: 'BALANCE', target: 'FUND', amount: refund }]);
  expect((await expenseOf(dealer)) - lots, 'a sixth of the goods came back, and with it a sixth of the expense').toBe(parseYuan('2.00'));
  await open(dealer, `${D}/reverseOrder/detail?id=${returned}`);
  await expect(dealer.getByText(/退回费用2.00元/).first()).toBeVisible();

  await open(dealer, `${D}/billing/create?orderId=${id}`);
  await dealer.getByLabel('第1行本次数量').fill('1');
  await dealer.getByRole('button', { name: '提交申请' }).click();
  await dealer.waitForURL(/billing\/detail/);
  await expect(dealer.getByText('待审核').first()).toBeVisible();

  const { id: statement } = await freshStatement(dealer, finance, admin);
  await objectedAndCorrected({ phone: dealer, finance, admin }, statement);
  await open(dealer, `${D}/accountCheckDetail?id=${statement}`);
  await expect(dealer.getByText('已更正').first()).toBeVisible();
});

/** Goods of a project price of the dealer's that are there to be shipped by the piece. */
async function priced(dealer: Page, admin: Page, keeper: Page): Promise<{ project: string; code: string; price: string }> {
  const { customerId } = await ask(dealer, myBuyer, {});
  const stock = (await ask(keeper, stockList, { pageSize: 200, descs: 'available' })).pagedRecords;
  const plenty = new Set(stock.filter((row) => Number(row.available) > 50).map((row) => row.skuId));
  for (const sheet of (await ask(admin, projectPriceList, { customerId, state: 'ACTIVE', pageSize: 20 })).pagedRecords) {
    for (const line of (await ask(admin, projectPriceDetail, { id: sheet.id })).lines) {
      if (line.capQty !== null && Number(line.capQty) - Number(line.used) < ORDERED) continue;
      const [sku] = (await ask(dealer, skuCatalogue, { word: line.skuCode })).pagedRecords.filter((one) => one.skuId === line.skuId);
      if (sku && plenty.has(sku.skuId) && Number(sku.moq) <= 1 && Number(sku.multiple) <= 1)
        return { project: sheet.projectName, code: line.skuCode, price: line.price };
    }
  }
  throw new Error('no goods of a project price may be ordered by the piece');
}

/** What the dealer's expense comes to, in 分. */
async function expenseOf(dealer: Page): Promise<bigint> {
  const { pagedRecords } = await ask(dealer, myLots, { pageSize: 100 });
  return pagedRecords.reduce((sum, lot) => sum + parseYuan(lot.remaining), 0n);
}
