import '~/domains/statement/api.server';
import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/statement/calls';
import { proveStatements } from '~/domains/statement/statementProof.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { ask, openShop, type Shop } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';
import { owe } from '../../support/statements';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
const NOW = new Date('2026-06-15T04:00:00Z');
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(opened);
});

async function customer(): Promise<string> {
  const id = newId();
  await opened.pool.query('insert into customer (tenant_id, id, code, name) values (1, $1, $2, $3)', [id, id.slice(-20), `客户${id.slice(-6)}`]);
  return id;
}
const may = { start: '2026-05-01', end: '2026-05-31' };
const rowOf = async (id: string) =>
  (await opened.pool.query('select status, closing::int, line_count, no from statement where id = $1', [id])).rows[0] as {
    status: string;
    closing: number;
    line_count: number;
    no: string | null;
  };

test('postings into the period while its statement is sent: each is in it, or refused; what was sent is what was owed by then', async () => {
  for (let round = 0; round < 6; round++) {
    const id = await customer();
    await owe(opened, shop.me, id, '2026-05-02', 1_000n);
    const draft = await ask(shop.me, calls.statementMake, { customerId: id, ...may }, NOW);
    const posts = Array.from({ length: 10 }, (_, at) => owe(opened, shop.me, id, `2026-05-${10 + at}`, at % 2 ? -30n : 100n));
    const send = ask(shop.me, calls.statementSend, { items: [{ id: draft.id, version: 1 }] }, NOW);
    const outcomes = await Promise.allSettled(posts);
    await send;
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason instanceof Refusal && one.reason.data.reason).toBe('CHECK_CLOSED');
    const statement = await rowOf(draft.id);
    const { rows } = await opened.pool.query<{ owed: number; n: number }>(
      "select sum(dr - cr)::int as owed, count(*)::int as n from ledger_entry where customer_id = $1 and account_code = '1122'",
      [id],
    );
    if (statement.status === 'SENT') expect([statement.closing, statement.line_count]).toEqual([rows[0]?.owed, rows[0]?.n]);
    else
      expect(
        outcomes.some((one) => one.status === 'fulfilled'),
        'a draft that was outrun is not sent',
      ).toBe(true);
  }
  expect((await as(opened, shop.me, (tx) => proveStatements(tx, shop.me))).differences).toEqual([]);
}, 60_000);

test('two people make, and two send, the statements of the same customers in opposite order: each once, numbers without gaps', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, customer));
  for (const id of ids) await owe(opened, shop.me, id, '2026-05-02', 500n);
  const made = await Promise.allSettled([1, 2].map(() => ask(shop.me, calls.statementMakeMonth, { month: '2026-05', customerIds: ids }, NOW)));
  expect(made.filter((one) => one.status === 'fulfilled').length).toBeGreaterThan(0);
  const { rows } = await opened.pool.query<{ id: string }>('select id from statement where debtor_id = any($1)', [ids]);
  expect(rows).toHaveLength(6);
  const items = rows.map((row) => ({ id: row.id, version: 1 }));
  const answers = await Promise.all([items, [...items].reverse()].map((part) => ask(shop.me, calls.statementSend, { items: part }, NOW)));
  expect(answers.flatMap(({ results }) => results).filter((one) => one.ok)).toHaveLength(6);
  const { rows: numbers } = await opened.pool.query<{ n: number }>('select right(no, 6)::int as n from statement where no is not null order by 1');
  expect(numbers.map((row) => row.n)).toEqual(numbers.map((_, index) => index + 1));
}, 60_000);

test('a statement of 50,000 rows opens in its first page of lines under 300 ms', async () => {
  const id = await customer();
  // Balance is checked an entry at a time; these balance.
  await opened.pool.query('alter table ledger_entry disable trigger ledger_entry_balances');
  await opened.pool.query(
    `with t as (insert into ledger_txn (tenant_id, id, kind, biz_type, biz_id, biz_no, biz_date, memo, actor, idem_key)
       select 1, gen_random_uuid(), 'DELIVERY', 'RECEIVABLE', gen_random_uuid(), 'YS' || lpad(n::text, 8, '0'), date '2026-05-01' + n % 31, '发货单应收', '系统', 'bulk' || n
       from generate_series(1, 50000) n returning id),
     e as (insert into ledger_entry (tenant_id, id, txn_id, account_code, customer_id, dr, cr)
       select 1, gen_random_uuid(), t.id, a.code, $1::uuid, case a.code when '1122' then 100 else 0 end, case a.code when '1122' then 0 else 100 end
       from t cross join (values ('1122'), ('6001')) a (code) returning 1)
     select count(*) from e`,
    [id],
  );
  await opened.pool.query('alter table ledger_entry enable trigger ledger_entry_balances');
  await opened.pool.query('analyze');
  const draft = await ask(shop.me, calls.statementMake, { customerId: id, ...may }, NOW);
  const { results } = await ask(shop.me, calls.statementSend, { items: [{ id: draft.id, version: 1 }] }, NOW);
  expect(results[0]?.message).toContain('已发送');
  const open = async () => {
    const began = performance.now();
    const [head, lines] = [await ask(shop.me, calls.statementDetail, { id: draft.id }, NOW), await ask(shop.me, calls.statementLines, { id: draft.id }, NOW)];
    expect([head.lineCount, lines.pagedRecords.length]).toEqual([50_000, 10]);
    return performance.now() - began;
  };
  await open();
  const best = Math.min(await open(), await open(), await open());
  console.info(`statement of 50,000 rows opens in ${best.toFixed(0)} ms`);
  expect(best).toBeLessThan(300);
}, 120_000);
