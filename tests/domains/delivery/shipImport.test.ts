import { beforeEach, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import '~/domains/delivery/shipImport.server';
import { NOON } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, deliveryOf, differences, openDepot, orderOf, shipped, statusOf } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
});

const TITLES = ['发货单号', '物流公司', '物流单号', '包裹序号', '运费(元)', '发货时间'];
const sheetOf = (rows: string[]) => ({
  header: TITLES,
  headerRow: 1,
  rows: rows.map((row, index) => ({ rowNumber: index + 2, cells: Object.fromEntries(row.split('|').map((cell, column) => [TITLES[column], cell])) })),
});
const upload = (rows: string[]) =>
  as(opened, depot.me, (tx) => uploadImport(tx, depot.me, { type: 'deliveryShip', mode: 'MERGE', fileName: '批量发货.csv', sheet: sheetOf(rows) }, NOON));

test('rows of one number are its packages and go out together; undo gives everything back', async () => {
  const order = await orderOf(depot, [[0, '10']]);
  const id = order.lineIds[0] as string;
  const one = await deliveryOf(depot, [[id, '4']]);
  const two = await deliveryOf(depot, [[id, '6']]);
  const { jobId, errors } = await upload([`${one.no}|德邦|DB001|2|30.00|`, `${one.no}|德邦|DB002|1|1,020.50|`, `${two.no}|顺丰|SF001|||`]);
  expect(errors).toEqual([]);
  await as(opened, depot.me, (tx) => commitImport(tx, depot.me, { jobId, how: 'ALL' }, NOON));
  const { rows } = await opened.pool.query('select status, waybill_nos, freight from delivery order by no');
  expect(rows).toEqual([
    { status: 'SHIPPED', waybill_nos: ['DB002', 'DB001'], freight: 105_050n },
    { status: 'SHIPPED', waybill_nos: ['SF001'], freight: 0n },
  ]);
  expect(await statusOf(depot, order.id)).toBe('DELIVERED');
  await as(opened, depot.me, (tx) => undoImport(tx, depot.me, jobId, NOON));
  expect(await statusOf(depot, order.id)).toBe('PENDING_DELIVERY');
  expect(await differences(depot)).toEqual([]);
});

test('every wrong row is named', async () => {
  const { lineIds } = await orderOf(depot, [[0, '10']]);
  const gone = await shipped(depot, [[lineIds[0] as string, '1']]);
  const made = await deliveryOf(depot, [[lineIds[0] as string, '1']]);
  const { errors } = await upload([
    `FH19990101000001|德邦|DB1|||`,
    `${gone.no}|德邦|DB2|||`,
    `${made.no}||DB3|0||2020-01-01`,
    `${made.no}|德邦|DB4|||`,
    `${made.no}|德邦|DB4|||`,
  ]);
  const messages = errors.map((error) => error.message).join('\n');
  for (const part of [
    '第2行“发货单号”不存在',
    '第3行“发货单号”当前为“已发货”，不能出库',
    '第4行“物流公司”不能为空',
    '第4行“包裹序号”',
    '第4行“发货时间”不能早于制单日期',
    '第6行“物流单号”与第5行重复',
  ])
    expect(messages).toContain(part);
});

test('the number of a package addresses one prepared before: it keeps its goods and weight; numbers nobody packed are named', async () => {
  const order = await orderOf(depot, [[0, '10']]);
  const id = order.lineIds[0] as string;
  const boxes = ['6', '4'].map((qty, index) => ({ carrier: '', waybillNo: '', pieces: index + 2, weightKg: '1.5', lines: [{ orderLineId: id, qty }] }));
  const made = await deliveryOf(depot, [[id, '10']], { packages: boxes });
  expect((await upload([`${made.no}|德邦|DB003|3||`])).errors.map((error) => error.message)).toEqual(['第2行“包裹序号”没有对应的包裹：该发货单已装箱2个包裹']);
  const { jobId, errors } = await upload([`${made.no}|德邦|DB002|2||`, `${made.no}|顺丰|SF001|||`]);
  expect(errors).toEqual([]);
  await as(opened, depot.me, (tx) => commitImport(tx, depot.me, { jobId, how: 'ALL' }, NOON));
  const { rows } = await opened.pool.query(
    `select p.seq, p.carrier, p.waybill_no, p.pieces, p.weight_kg::float as weight, l.qty::float as qty from package p join package_line l on l.package_id = p.id order by p.seq`,
  );
  expect(rows).toEqual([
    { seq: 1, carrier: '顺丰', waybill_no: 'SF001', pieces: 2, weight: 1.5, qty: 6 },
    { seq: 2, carrier: '德邦', waybill_no: 'DB002', pieces: 3, weight: 1.5, qty: 4 },
  ]);
});
