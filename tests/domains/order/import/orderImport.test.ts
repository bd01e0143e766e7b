import { beforeEach, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as calls from '~/domains/order/calls';
import { columns } from '~/domains/order/import/importColumns.server';
import '~/domains/order/api.server';
import { shanghaiDate } from '~/shared/dates';
import { told } from '~/shared/told';
import { ask, NOON, refusalOf } from '../../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../../support/database';
import { allocatedTo, configure, type Market, openMarket } from '../../../support/order';
import { as } from '../../../support/stock';

const opened = await testDatabase();
let market: Market;
let customer: string;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened, { funds: 10_000n });
  const { rows } = await opened.pool.query('update customer set name = name where tenant_id = 1 and id = $1 returning code', [market.customers[0]]);
  customer = rows[0].code;
});

const PLACE = { 收货人: '王小明', 电话: '13900001111', 省: '浙江', 市: '杭州', 区: '西湖', 详细地址: '文三路1号' };
const titles = Object.values(columns).map((column) => column.title);
const upload = (rows: Record<string, string>[]) =>
  as(opened, market.me, (tx) =>
    uploadImport(
      tx,
      market.me,
      {
        type: 'order',
        mode: 'INSERT',
        fileName: '订单.csv',
        sheet: { header: titles, headerRow: 1, rows: rows.map((row, index) => ({ rowNumber: index + 2, cells: { 客户编码: customer, 数量: '1', ...row } })) },
      },
      NOON,
    ),
  );
const commit = (jobId: string, how: 'ALL' | 'GOOD_ONLY' = 'ALL') => as(opened, market.me, (tx) => commitImport(tx, market.me, { jobId, how }, NOON));
const orders = async () => (await ask(market.me, calls.orderPage, { source: 'IMPORT', ascs: 'no' })).pagedRecords;

test('rows of one number become one order, submitted at today’s prices; undo cancels it and the number may come again', async () => {
  const rows: Record<string, string>[] = [
    { 外部单号: '007', SKU编码: 'A001', 数量: '1,2', ...PLACE },
    { 外部单号: 'PO-1', SKU编码: 'A001', 数量: '３', ...PLACE, 订单备注: '加急' },
    { 外部单号: 'PO-1', SKU编码: 'B001', 数量: '2', '手工价(元)': '8.5', 改价原因: '议价' },
    { 外部单号: 'PO-1', SKU编码: 'C001', 数量: '1', 赠品: '是', 行备注: '样品' },
  ];
  expect((await upload(rows)).errors.map((one) => one.message)).toEqual(['第2行“数量”不是有效的数字（当前值：1,2）']);
  const { jobId } = await upload([{ ...rows[0], 数量: '9', 支付方式: '资金账户' }, ...rows.slice(1)]);
  expect(await orders()).toEqual([]);
  await commit(jobId);
  const [first, second] = await orders();
  expect([first?.status, first?.payable, second?.lineCount, second?.payable]).toEqual(['PENDING_AUDIT', '90.00', 3, '47.00']);
  const detail = await ask(market.me, calls.orderDetail, { id: second?.id ?? '' });
  expect(detail).toMatchObject({ externalNo: 'PO-1', remark: '加急', province: '浙江省', city: '杭州市', district: '西湖区', source: 'IMPORT' });
  expect((await upload(rows.slice(1))).errors.map((one) => one.message)[0]).toContain(`已导入为订单${second?.no}`);
  await as(opened, market.me, (tx) => undoImport(tx, market.me, jobId, NOON));
  expect((await orders()).map((one) => one.status)).toEqual(['CANCELLED', 'CANCELLED']);
  expect(await allocatedTo(opened, first?.id ?? '')).toEqual({ held: '0', reserved: '0', shown: '0' });
  expect((await upload(rows.slice(1))).errors).toEqual([]);
});

test('every error of every row is told at once, and an order goes in whole or not at all', async () => {
  await opened.pool.query("update sku set moq = 10 where code = 'C001'");
  await opened.pool.query("update product set status = 'OFF' where id = (select product_id from sku where code = 'D001')");
  const good = { 外部单号: 'OK', SKU编码: 'A001', ...PLACE };
  const {
    jobId,
    errors,
    good: count,
  } = await upload([
    good,
    { 外部单号: 'X', SKU编码: 'A001', ...PLACE },
    { 外部单号: 'X', SKU编码: '没有', 数量: '0' },
    { 外部单号: 'Y', SKU编码: 'C001', 数量: '3', 单位: '桶', ...PLACE },
    { 外部单号: 'Y', SKU编码: 'C001', 数量: '3', 收货人: '别人' },
    { 外部单号: 'Y', SKU编码: 'D001' },
    { 外部单号: 'Z', SKU编码: 'B001', 客户编码: '无此客户' },
    { 外部单号: 'W', SKU编码: 'B001', 收货人: '王五', 省: '火星' },
    { 外部单号: 'V', SKU编码: 'B001', '手工价(元)': '1', 期望到货日: '2020-01-01', ...PLACE },
    { 外部单号: 'U', SKU编码: 'A001', 数量: '10.1', 支付方式: '资金账户', ...PLACE },
  ]);
  const messages = errors.map((error) => error.message);
  for (const part of [
    '第3行“外部单号”的第4行有错误，同一外部单号的订单整单不导入',
    '第4行“SKU编码”不存在',
    '第4行“数量”必须大于0',
    '第5行“单位”不属于该SKU',
    '第6行“收货人”与第5行不一致',
    '第8行“客户编码”不存在',
    '第9行“电话”不能为空',
    '第9行“详细地址”不能为空',
    '第9行“区”不是有效的省市区：火星',
    '第10行“改价原因”不能为空',
    '第10行“期望到货日”不能早于今天',
  ])
    expect(
      messages.some((one) => one.includes(part)),
      `${part}\n${messages.join('\n')}`,
    ).toBe(true);
  expect(count).toBe(1);
  await commit(jobId, 'GOOD_ONLY');
  expect((await orders()).map((one) => one.lineCount)).toEqual([1]);
});

test('rules of goods and money are told before anything is written', async () => {
  await opened.pool.query("update sku set moq = 10 where code = 'C001'");
  await opened.pool.query("update product set status = 'OFF' where id = (select product_id from sku where code = 'D001')");
  const { errors } = await upload([
    { 外部单号: 'A', SKU编码: 'C001', 数量: '3', ...PLACE },
    { 外部单号: 'B', SKU编码: 'D001', ...PLACE },
    { 外部单号: 'C', SKU编码: 'A001', 数量: '7', 支付方式: '资金账户', ...PLACE },
    { 外部单号: 'D', SKU编码: 'A001', 数量: '4', 支付方式: '资金账户', ...PLACE },
  ]);
  const messages = told(errors.map((error) => error.message));
  expect(messages).toHaveLength(3);
  expect(messages.find((one) => one.startsWith('第2行“数量”'))).toContain('10');
  expect(messages.find((one) => one.startsWith('第3行“SKU编码”'))).toContain('已下架');
  expect(messages.find((one) => one.startsWith('第5行“支付方式”'))).toContain('可用30.00元，本单需40.00元');
});

test('an order somebody worked on is not undone; the customer’s own address is the default', async () => {
  await opened.pool.query(
    "insert into customer_address (tenant_id, id, customer_id, receiver, phone, province, city, district, address, is_default) values (1, gen_random_uuid(), $1, '李库管', '0571-88888888', '浙江省', '杭州市', '余杭区', '一号仓', true)",
    [market.customers[0]],
  );
  const { jobId } = await upload([{ 外部单号: 'A', SKU编码: 'A001' }]);
  await commit(jobId);
  const [order] = await orders();
  expect(await ask(market.me, calls.orderDetail, { id: order?.id ?? '' })).toMatchObject({ receiver: '李库管', address: '一号仓' });
  await ask(market.me, calls.orderAudit, { id: order?.id ?? '', rowVersion: order?.rowVersion ?? 0 });
  const refused = await refusalOf(as(opened, market.me, (tx) => undoImport(tx, market.me, jobId, NOON)));
  expect(refused.message).toContain(`订单${order?.no}导入后已被处理`);
});

test('automatic audit: imported orders pass at once, and are undone all the same while nobody touched them', async () => {
  await configure(market, { auditMode: 'AUTO' });
  const { jobId } = await upload([{ 外部单号: 'A', SKU编码: 'A001', 期望到货日: shanghaiDate(new Date()), ...PLACE }]);
  await commit(jobId);
  expect((await orders()).map((one) => one.status)).toEqual(['PENDING_DELIVERY']);
  await as(opened, market.me, (tx) => undoImport(tx, market.me, jobId, NOON));
  expect((await orders()).map((one) => one.status)).toEqual(['CANCELLED']);
});
