import { customerSearch } from '~/domains/customer/calls';
import { orderPage } from '~/domains/order/calls';
import { gbk } from '../tests/support/gbk';
import { barriersOf } from './support/accessible';
import { goodsInStock, orderToAudit } from './support/orders';
import { ask, D, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

test('a clerk imports orders: every error is listed, whole orders come in, and go again', async ({ browser }) => {
  const [clerk, keeper, dealer] = await Promise.all([personAt(browser, 'clerk'), personAt(browser, 'keeper'), personAt(browser, 'dealer')]);
  const [sku] = await goodsInStock(dealer, keeper, 1);
  const [customer] = (await ask(clerk, customerSearch, { keyword: '', activeOnly: true })).customers;
  const mark = `E${String(Date.now()).slice(-8)}`;
  const rows = [
    ['外部单号', '客户编码', 'SKU编码', '数量', '收货人', '电话', '省', '市', '区', '详细地址'],
    [`${mark}A`, customer?.code, sku?.skuCode, '2', '王晴', '13900000001', '浙江省', '杭州市', '余杭区', '文一西路1000号'],
    [`${mark}B`, customer?.code, sku?.skuCode, '1', '王晴', '139', '浙江省', '杭州市', '余杭区', '文一西路1000号'],
    [`${mark}B`, customer?.code, 'NO-SUCH', '0'],
  ];
  const imported = async () => (await ask(clerk, orderPage, { source: 'IMPORT', status: 'PENDING_AUDIT' })).totalCount;
  const before = await imported();
  await open(clerk, `${F}/order/list`);
  await clerk.getByRole('button', { name: '导入订单' }).click();
  const dialog = clerk.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '订单.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${rows.map((row) => row.join(',')).join('\r\n')}`) });
  const errors = dialog.getByRole('table', { name: '错误' }).locator('tbody tr');
  await expect(errors).toHaveCount(3);
  await expect(errors.filter({ hasText: '电话' })).toContainText('139');
  expect(await barriersOf(clerk)).toEqual([]);
  await dialog.getByRole('button', { name: '仅导入正确的 1 行' }).click();
  await expect(dialog.getByText('导入完成')).toBeVisible();
  expect(await imported()).toBe(before + 1);
  await dialog.getByRole('button', { name: '撤销导入' }).click();
  await clerk.getByRole('dialog', { name: '撤销本次导入？' }).getByRole('button', { name: '撤销导入' }).click();
  await expect(clerk.getByText('本次导入已撤销')).toBeVisible();
  expect(await imported()).toBe(before);
});

test('a dealer orders from a sheet in GBK: good rows come in, bad ones are named and corrected, what was typed stays', async ({ browser }) => {
  const [dealer, keeper] = await Promise.all([personAt(browser, 'dealer'), personAt(browser, 'keeper')]);
  const [first, second] = await goodsInStock(dealer, keeper, 2);
  const rows = [
    ['编码', '品名', '数量', '备注'],
    [first?.skuCode, '', '6', '急用'],
    ['NO-SUCH', '', '2', ''],
    [second?.skuCode, '', '几个', ''],
    ['UNWANTED', '', '', ''],
  ];
  await open(dealer, `${D}/order/create`);
  await dealer.getByLabel('备注', { exact: true }).last().fill('送到工地');
  await dealer.getByRole('button', { name: '上传表格' }).click();
  const dialog = dealer.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: '订货.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(gbk(rows.map((row) => row.join(',')).join('\r\n'))),
  });
  const errors = dialog.getByRole('table', { name: '错误' }).locator('tbody tr');
  await expect(errors).toHaveCount(2);
  await expect(errors.first()).toContainText('第3行：编码NO-SUCH不存在');
  await expect(errors.last()).toContainText('第4行“数量”不是有效的数字（当前值：几个）');
  await expect(dialog).toContainText('已添加1行，2行有问题');
  await expect(dialog).toContainText('第5行没有填数量');
  expect(await barriersOf(dealer)).toEqual([]);
  await dialog.getByLabel('粘贴内容').fill(`${second?.skuCode}\t4`);
  await dialog.getByRole('button', { name: '识别并添加' }).click();
  await expect(dialog).toBeHidden();
  await expect(dealer.getByLabel('第1行数量')).toHaveValue('6');
  await expect(dealer.getByLabel('第2行数量')).toHaveValue('4');
  await expect(dealer.getByLabel('第1行备注')).toHaveValue('急用');
  await expect(dealer.getByLabel('备注', { exact: true }).last()).toHaveValue('送到工地');
});

test('a clerk passes several orders at once, prints them, and sets a remark on them', async ({ browser }) => {
  const [clerk, keeper, dealer] = await Promise.all([personAt(browser, 'clerk'), personAt(browser, 'keeper'), personAt(browser, 'dealer')]);
  const goods = await goodsInStock(dealer, keeper, 1);
  const orders = [await orderToAudit(dealer, goods), await orderToAudit(dealer, goods, '3')];
  await open(clerk, `${F}/order/list?status=PENDING_AUDIT`);
  const pick = async () => {
    for (const { no } of orders)
      await clerk
        .getByRole('row', { name: new RegExp(no) })
        .getByRole('checkbox')
        .check();
  };
  await pick();
  await clerk.getByRole('button', { name: '批量通过' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(clerk.getByText('成功2张')).toBeVisible();

  await open(clerk, `${F}/order/list`);
  await pick();
  await clerk.getByRole('button', { name: '批量打印' }).click();
  await clerk.getByRole('dialog').getByLabel('三联纸（241 mm）').check();
  expect(await barriersOf(clerk)).toEqual([]);
  await clerk.evaluate(() => {
    const page = window as unknown as { sheets: string };
    window.print = () => {
      page.sheets = document.querySelector('#print-sheets')?.textContent ?? '';
    };
  });
  await clerk.getByRole('dialog').getByRole('button', { name: '打印', exact: true }).click();
  await clerk.waitForFunction(() => Boolean((window as unknown as { sheets: string }).sheets));
  const sheets = await clerk.evaluate(() => (window as unknown as { sheets: string }).sheets);
  for (const text of [...orders.map((one) => one.no), '销售订单', '应付（大写）：人民币', '红联：客户']) expect(sheets).toContain(text);
  await clerk.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await clerk.getByRole('button', { name: '批量打印' }).click();
  await expect(clerk.getByText(/其中2张已打印过/)).toBeVisible();
  await clerk.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await clerk.getByRole('button', { name: '内部备注' }).click();
  await clerk.getByLabel(/^内部备注/).fill('月底前发');
  await clerk.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(clerk.getByText('成功2张')).toBeVisible();
});

test('a dealer scans, splits a row, takes goods from an earlier order, and sees its orders as cards', async ({ browser }) => {
  const [keeper, dealer] = await Promise.all([personAt(browser, 'keeper'), personAt(browser, 'dealer')]);
  const [sku] = await goodsInStock(dealer, keeper, 1);
  await open(dealer, `${D}/order/create`);
  const scanner = dealer.getByLabel('扫码录入');
  for (let times = 0; times < 3; times++) {
    await scanner.fill(sku?.skuCode ?? '');
    await scanner.press('Enter');
  }
  await expect(dealer.getByText(`${sku?.name}：3`)).toBeVisible();
  await scanner.fill('NO-SUCH');
  await scanner.press('Enter');
  await expect(dealer.getByRole('status').filter({ hasText: 'NO-SUCH' }).first()).toBeVisible();
  await dealer.getByRole('button', { name: '拆分第1行' }).click();
  await dealer.getByLabel(/^拆出数量/).fill('1');
  await dealer.getByRole('dialog').getByRole('button', { name: '拆行' }).click();
  await expect(dealer.getByRole('textbox', { name: /数量/ })).toHaveCount(2);
  await dealer.getByRole('button', { name: '从历史订单' }).click();
  await dealer.getByRole('dialog').getByRole('button', { name: '选择商品' }).first().click();
  await dealer.getByRole('dialog').getByRole('button', { name: '全部加入' }).click();
  await expect(dealer.getByText(/已加入\d+种商品/).first()).toBeVisible();
  await dealer.getByRole('button', { name: '常购商品' }).click();
  await expect(dealer.getByRole('dialog').getByRole('button', { name: '收藏' }).first()).toBeVisible();
  expect(await barriersOf(dealer)).toEqual([]);
  await dealer.keyboard.press('Escape');

  dealer.on('dialog', (leave) => void leave.accept());
  await open(dealer, `${D}/order/list`);
  await expect(dealer.getByRole('list', { name: '我的订单' }).getByRole('listitem')).not.toHaveCount(0);
  expect(await barriersOf(dealer)).toEqual([]);
  await dealer.getByRole('button', { name: '按表格查看' }).click();
  await expect(dealer.getByRole('table', { name: '我的订单' })).toBeVisible();
});
