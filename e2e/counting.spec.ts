import { randomUUID } from 'node:crypto';
import { newDelivery, saveDelivery, shipDelivery } from '~/domains/delivery/calls';
import { orderAudit, orderDetail } from '~/domains/order/calls';
import { countDetail, countLines, countPass, countSave } from '~/domains/stockCount/calls';
import { stockList } from '~/domains/warehouse/calls';
import { displayCount } from '~/shared/money';
import { barriersOf } from './support/accessible';
import { goodsWithoutBatches, orderToAudit } from './support/orders';
import { ask, F, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

test('a keeper counts with a scanner on a phone while an order ships: the difference is of the moment of counting, and what left stays gone', async ({
  browser,
}) => {
  const [clerk, dealer, admin] = await Promise.all([personAt(browser, 'clerk'), personAt(browser, 'dealer'), personAt(browser, 'admin')]);
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
  await logIn(phone, 'keeper');
  const [goods, beside] = await goodsWithoutBatches(dealer, phone, 12);
  if (!goods || !beside) throw new Error('the demo has no goods to count');
  const order = await orderToAudit(dealer, [goods], '6');
  const { rowVersion } = await ask(clerk, orderDetail, { id: order.id });
  await ask(clerk, orderAudit, { id: order.id, rowVersion }, randomUUID());
  const form = await ask(phone, newDelivery, { orderIds: [order.id] });
  const lines = form.lines.map((line) => ({ orderLineId: line.orderLineId, qty: line.deliverable }));
  const delivery = await ask(phone, saveDelivery, { warehouseId: form.warehouseId, shipWay: 'SELF', freight: '0.00', lines }, randomUUID());
  const onHand = async () => {
    const { pagedRecords } = await ask(admin, stockList, { word: goods.skuCode, warehouseId: form.warehouseId } as never);
    return Number(pagedRecords.find((row) => row.skuId === goods.skuId)?.onHand);
  };

  const { id } = await ask(
    phone,
    countSave,
    { warehouseId: form.warehouseId, scope: 'SKU', scopeValues: [goods.skuId, beside.skuId], mode: 'OPEN', start: true },
    randomUUID(),
  );
  const before = await onHand();
  await open(phone, `${F}/warehouse/inventory/detail?id=${id}`);
  const code = phone.getByLabel('扫描或输入条码、SKU编码');
  /** As a scanner types: all of it at once, and Enter. */
  const scan = async (text: string) => {
    await phone.keyboard.insertText(text);
    await phone.keyboard.press('Enter');
  };
  await code.click();
  await scan(goods.skuCode);
  const quantity = phone.getByLabel(/^实盘数量（/);
  await expect(quantity).toBeFocused();
  await scan(String(before - 1));
  await expect(phone.getByRole('status').filter({ hasText: `${goods.skuCode} ` })).toContainText(`实盘${displayCount(before - 1)}`);
  await expect(code, 'the next code may follow at once').toBeFocused();
  expect(await overflowOf(phone)).toBe('');
  expect(await barriersOf(phone)).toEqual([]);

  await ask(phone, shipDelivery, { id: delivery.id, version: delivery.version }, randomUUID());
  expect(await onHand()).toBe(before - 6);

  await phone.getByLabel('逐件扫描（每扫一次加1）').check();
  await code.click();
  for (const text of [beside.skuCode, 'NO-SUCH-CODE', beside.skuCode, beside.skuCode]) await scan(text);
  await expect(phone.getByRole('alert').filter({ hasText: 'NO-SUCH-CODE' }), 'a code nobody knows is not lost among the others').toBeVisible();
  await expect(async () => {
    const counted = (await ask(phone, countLines, { id })).pagedRecords.find((line) => line.skuId === beside.skuId)?.counted;
    expect(Number(counted), 'scans faster than answers each count').toBe(3);
  }).toPass();
  await phone.getByRole('button', { name: '知道了' }).click();

  await phone.getByRole('button', { name: '提交复核' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: '提交复核' }).click();
  await expect(phone.locator('header', { has: phone.locator('h1') })).toContainText('待复核');
  const line = (await ask(admin, countLines, { id })).pagedRecords.find((one) => one.skuId === goods.skuId);
  expect([Number(line?.book), Number(line?.diff), Number(line?.since)]).toEqual([before, -1, -6]);
  const { version } = await ask(admin, countDetail, { id });
  const { results } = await ask(admin, countPass, { items: [{ id, version }] }, randomUUID());
  expect(results[0]).toMatchObject({ ok: true });
  expect(await onHand(), 'what was counted, less what shipped since').toBe(before - 1 - 6);
});
