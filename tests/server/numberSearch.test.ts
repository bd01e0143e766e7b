import { beforeAll, expect, test } from 'vitest';
import { holdsNumber, holdsWords, searched } from '~/server/search.server';
import { emptyDatabase, testDatabase } from '../support/database';
import { type Depot, openDepot, orderOf } from '../support/delivery';
import { as } from '../support/stock';

const opened = await testDatabase();
let depot: Depot;
const numbers = ['DD20260615000001', 'DD20260615000012', 'dd20260615-000123', '1-331001000010230', '--20260615', 'XX0000000000'];

beforeAll(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  await opened.pool.query('alter table sales_order disable trigger user');
  for (const no of numbers) await opened.pool.query('update sales_order set no = $1 where id = $2', [no, (await orderOf(depot, [[0, '1']])).id]);
  await opened.pool.query('alter table sales_order enable trigger user');
});

const found = (text: string) =>
  as(opened, depot.me, async (tx) => {
    const all = tx.selectFrom('sales_order').select('no').where('tenant_id', '=', depot.me.tenantId);
    const { rows } = await searched(all, [holdsNumber(tx, 'sales_order.id', 'sales_order_text', 'no', text)]);
    return (await rows.execute()).map(({ no }) => no ?? '').sort();
  });

test.each([
  ['a whole number', 'DD20260615000012'],
  ['its end', '000123'],
  ['a beginning that ends telling little', 'XX000000'],
  ['a middle with a sign', '15-0001'],
  ['in other letters', 'Dd2026061500001'],
  ['nothing that is there', 'DD20260615000099'],
  ['an end that is there behind another beginning', 'KP20260615000012'],
])('%s finds the numbers that hold it', async (_, text) => {
  expect(await found(text)).toEqual(numbers.filter((no) => no.toLowerCase().includes(text.toLowerCase())).sort());
});

test.each([
  ['two letters: the beginning', 'DD', numbers.slice(0, 3)],
  ['two digits: the end, too', '12', numbers.slice(1, 2)],
  ['a digit and a sign: the beginning', '1-', numbers.slice(3, 4)],
  ['signs are no part of a number', '--', []],
  ['one sign neither', '-', []],
])('%s', async (_, text, expected) => {
  expect(await found(text)).toEqual([...expected].sort());
});

test('words are found by any part of them, of any length', async () => {
  const name = '南宁云川防水材料经营部A座20260615a00123';
  await opened.pool.query(
    `insert into bank_line (tenant_id, id, flow_no, traded_at, amount, payer, summary, basis, score, status)
     values (1, gen_random_uuid(), 'BK1', now(), 100, $1, '', 'NONE', 0, 'OPEN')`,
    [name],
  );
  const has = (word: string) =>
    as(opened, depot.me, async (tx) => {
      const all = tx.selectFrom('bank_line').select('id').where('tenant_id', '=', depot.me.tenantId);
      return (await (await searched(all, [holdsWords(tx, 'bank_line.id', 'bank_line_text', 'payer', word)])).rows.execute()).length;
    });
  for (let from = 0; from < name.length; from += 1)
    for (let to = from + 1; to <= name.length; to += 2) expect(await has(name.slice(from, to).toLowerCase()), name.slice(from, to)).toBe(1);
  for (const other of ['云川水', '防水料', '经部', '经营部B座20260615a00123', '20260615a00124']) expect(await has(other), other).toBe(0);
});
