import '~/domains/all.server';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as credit from '~/domains/credit/calls';
import { expireHolds, turnAccounts } from '~/domains/credit/nightly.server';
import { defaultTerms } from '~/domains/credit/terms';
import { runRisk } from '~/domains/creditRule/riskRun.server';
import * as repay from '~/domains/repayment/calls';
import { notify, rollOver } from '~/domains/repayment/night.server';
import { replay } from '~/domains/repayment/replay';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { measureLists } from './lists';
import { startProduct } from './product';
import { record } from './report';
import { timed } from './timed';
import { freePort, query, type World } from './world';

const TENANT = 1001;
const CUSTOMERS = 5_000;
/** Each of five instalments that are open, and as many more that are settled for the lists. */
const OPEN_ORDERS = 20_000;
const ORDERS = 200_000;
const PARTS = 5;
/** Money that was to count from this day on; and days that were provisional until the holidays of their year were announced, once a year. */
const BILLS = 500;
const PROVISIONAL = 2_000;

/** The night over 100,000 open instalments on PostgreSQL, stopped half way and run again, then the lists at 200,000 credit orders. */
export async function measureCreditNight({ url }: World): Promise<void> {
  const opened = await openDatabase({ url, dataDir: '.', poolSize: 8 });
  useDatabase(opened);
  await measureNight(opened, 'PostgreSQL', 60);
  await opened.close();
  await measureReplay();
  await measurePages(url);
}

/** The same night on the embedded engine, in a folder of its own. */
export async function measureCreditNightEmbedded(): Promise<void> {
  const opened = await openDatabase({ dataDir: mkdtempSync(join(tmpdir(), 'bench-night-')) });
  useDatabase(opened);
  await opened.pool.query(`insert into tenant (id, code, name, short_name) values (${TENANT}, 'BENCH', '压测公司', '压测') on conflict do nothing`);
  await opened.pool.query(
    `insert into credit_type (tenant_id, id, code, name) values (${TENANT}, ${uuid('T', '1')}, 'FIXED', '固定额度') on conflict do nothing`,
  );
  await measureNight(opened, 'embedded', 300);
  await opened.close();
}

export async function measureNight(opened: Opened, engine: string, most: number): Promise<void> {
  const now = new Date();
  await fillNight(opened, shanghaiDate(now));
  const half = new AbortController();
  setTimeout(() => half.abort(), 2_000);
  const seconds = async (work: () => Promise<unknown>) => (await timed(work)).seconds;
  const stopped = await seconds(() => rollOver(opened, now, half.signal));
  const rolled = await seconds(() => rollOver(opened, now));
  const told = await seconds(() => notify(opened, now));
  const turned = await seconds(() => turnAccounts(opened, now));
  const expired = await seconds(() => expireHolds(opened, now));
  const acted = await seconds(() => runRisk(opened, now));
  const again = await seconds(async () => {
    for (const run of [rollOver, notify, turnAccounts, expireHolds, runRisk]) await run(opened, now);
  });
  const total = Math.round((stopped + rolled + told + turned + expired + acted) * 10) / 10;
  const { rows } = await opened.pool.query(
    `select (select count(*)::int from repay_payment where tenant_id = ${TENANT} and no like 'HKN%' and applied_at is null) as bills,
       (select count(*)::int from repay_item where tenant_id = ${TENANT} and no like 'YXN%' and provisional) as provisional,
       (select count(*)::int from repay_notice where tenant_id = ${TENANT}) as notices, (select count(*)::int from credit_risk_action where tenant_id = ${TENANT}) as actions`,
  );
  console.log(
    `    ${engine}: stopped after ${stopped} s, bills and days ${rolled} s, notices ${told} s, limits ${turned} s, holds ${expired} s, risk ${acted} s`,
  );
  console.log(`    ${JSON.stringify(rows[0])}`);
  record(`night over 100,000 open instalments, ${engine}, stopped and gone on`, total, 's', { most });
  record(`the same night once more, ${engine}`, again, 's', { most: most / 4 });
  record('bills not counted and days not known afterwards', rows[0].bills + rows[0].provisional, '', { most: 0 });
}

async function measureReplay(): Promise<void> {
  const terms = { ...defaultTerms, way: 'INSTALMENTS' as const };
  const day = (n: number) => addDays('2024-01-01', n % 900);
  const items = Array.from({ length: 1_000 }, (_, n) => ({
    id: `I${n}`,
    order: `O${n >> 2}`,
    seq: n & 3,
    start: day(n),
    due: addDays(day(n), 30),
    principal: 1_000_000n,
    fee: 0n,
    terms,
  }));
  const payments = Array.from({ length: 5_000 }, (_, n) => ({ id: `P${n}`, day: day(n * 7), seq: 2_000 + n, amount: 190_000n, directed: [], ahead: true }));
  const books = { revisions: items.map((item, seq) => ({ day: item.start, seq, items: [item] })), payments, reliefs: [] };
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) times.push((await timed(() => replay(books, '2026-12-31'))).ms);
  times.sort((a, b) => a - b);
  record('replay of a customer with 5,000 payments', Math.round(times[2] ?? 0), 'ms', { most: 300 });
}

/** A night leaves messages to be sent and proofs to be made; the lists are measured once that is over, as people find them in the morning. */
async function settle(url: string): Promise<void> {
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const { seconds } = await timed(async () => {
    for (let quiet = 0; quiet < 3; ) {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const [waiting] = await query<{ n: number }>(url, 'select count(*)::int as n from outbox where done_at is null and due_at <= now()');
      quiet = waiting?.n === 0 ? quiet + 1 : 0;
    }
  });
  await product.stop();
  record('what the night leaves to be sent', seconds, 's');
}

export async function measurePages(url: string): Promise<void> {
  await settle(url);
  const today = shanghaiDate(new Date());
  await measureLists({ url }, '200,000 credit orders', [
    {
      name: 'credit orders',
      path: credit.creditOrderList.path,
      bodies: [{ pageNo: 1 }, { pageNo: 3 }, { status: 'IN_USE' }, { descs: 'amount' }, { overdue: 'true' }],
    },
    { name: 'limits', path: credit.accountList.path, bodies: [{ pageNo: 1 }, { status: 'ACTIVE', descs: 'used' }, { overdue: 'true' }] },
    { name: 'changes of limits', path: credit.accountJournal.path, bodies: [{ pageNo: 1 }, { event: 'REPAY' }] },
    {
      name: 'instalments',
      path: repay.planList.path,
      bodies: [{ pageNo: 1 }, { tab: 'OVERDUE' }, { tab: 'OPEN', dueStart: today, dueEnd: addDays(today, 7) }],
    },
    { name: 'repayments', path: repay.paymentList.path, bodies: [{ pageNo: 1 }, { status: 'CONFIRMED' }, { bill: 'DUE' }] },
    {
      name: 'credit orders with their tabs',
      path: credit.creditOrderList.path,
      bodies: [{ withTabs: 'true' }, { overdue: 'true', withTabs: 'true' }],
      most: null,
    },
    { name: 'instalments with their sums', path: repay.planList.path, bodies: [{ tab: 'OVERDUE', withTabs: 'true' }], most: null },
  ]);
}

/** An id of this bench's own, of a kind and a number. */
const uuid = (kind: string, n: string): string =>
  `(lpad(to_hex(ascii('${kind}')), 8, '0') || '-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;
const account = (n: string) => uuid('A', `1 + ${n} % ${CUSTOMERS}`);
const customer = (n: string) => uuid('C', `1 + ${n} % ${CUSTOMERS}`);

export async function fillNight(opened: Opened, today: string): Promise<void> {
  const run = (text: string) => opened.unlimited(() => opened.pool.query(text));
  const { rows } = await opened.pool.query(`select count(*)::int as n from credit_order where tenant_id = ${TENANT} and no like 'YXN%'`);
  if (rows[0].n >= ORDERS) return;
  const type = `(select id from credit_type where tenant_id = ${TENANT} and code = 'FIXED')`;
  const one = (kind: string) => uuid(kind, 'n');
  const all = `from generate_series(1, ${CUSTOMERS}) n`;
  await run(`insert into customer (tenant_id, id, code, name) select ${TENANT}, ${one('C')}, 'YCN' || n, '夜间客户' || n ${all}`);
  await run(`insert into fund_account (tenant_id, id, customer_id, type) select ${TENANT}, ${one('F')}, ${one('C')}, 'BALANCE' ${all} on conflict do nothing`);
  await run(`insert into credit_account (tenant_id, id, no, customer_id, credit_type_id, status, base_limit, limit_amount, used, valid_from, valid_to, next_change_on, created_at)
    select ${TENANT}, ${one('A')}, 'SXN' || n, ${one('C')}, ${type}, 'ACTIVE', 100000000, 100000000, ${(OPEN_ORDERS / CUSTOMERS) * 250_000}, '2025-01-01',
      case when n % 20 = 0 then '${today}'::date - 1 end, '${today}', now() - n * interval '1 hour' ${all}`);
  await run(
    `insert into credit_line (tenant_id, id, account_id, customer_id, kind, amount, valid_from) select ${TENANT}, ${one('L')}, ${one('A')}, ${one('C')}, 'BASE', 100000000, '2025-01-01' ${all}`,
  );
  await run(`insert into credit_order (tenant_id, id, no, account_id, customer_id, source, order_no, amount, committed, repaid, terms, status, started_on, next_due_on, overdue_from, created_at)
    select ${TENANT}, ${one('O')}, 'YXN' || lpad(n::text, 8, '0'), ${account('n')}, ${customer('n')}, 'FORM', 'WN' || n, 250000, 250000, case when n > ${OPEN_ORDERS} then 250000 else 0 end,
      '${JSON.stringify(defaultTerms)}', case when n > ${OPEN_ORDERS} then 'SETTLED' else 'IN_USE' end, '${today}'::date - 40,
      case when n <= ${OPEN_ORDERS} then '${today}'::date - 10 + n % 60 end, case when n <= ${OPEN_ORDERS} then '${today}'::date - 6 + n % 60 end, now() - n * interval '3 minutes'
    from generate_series(1, ${ORDERS}) n`);
  const open = `from generate_series(1, ${OPEN_ORDERS}) n`;
  await run(`insert into credit_use (tenant_id, id, credit_order_id, account_id, customer_id, kind, amount, biz_date, biz_type, biz_id)
    select ${TENANT}, ${one('U')}, ${one('O')}, ${account('n')}, ${customer('n')}, 'COMMIT', 250000, '${today}'::date - 40, 'CREDIT_ORDER', ${one('U')} ${open}`);
  const due = `('${today}'::date - 10 + n % 60 + (k - 1) * 30)`;
  await run(`insert into repay_item (tenant_id, id, no, credit_order_id, account_id, customer_id, use_id, seq, start_on, nominal_on, due_on, grace_end, principal, grace_mode, penalty_ppm, interest_ppm,
      day_count, reckoned_on, provisional)
    select ${TENANT}, ${uuid('I', `n * 10 + k`)}, 'YXN' || lpad(n::text, 8, '0') || '-0' || k, ${one('O')}, ${account('n')}, ${customer('n')}, ${one('U')}, k, '${today}'::date - 40, ${due}, ${due}, ${due} + 3,
      50000, 'FORGIVE_PAID', 500, 0, 'ACT_365', '${today}'::date - 40, k = 2 and n <= ${PROVISIONAL} and extract(year from ${due} + 12) = extract(year from '${today}'::date) ${open}, generate_series(1, ${PARTS}) k`);
  await run(`insert into repay_revision (tenant_id, id, credit_order_id, customer_id, seq, day, kind, use_id, items)
    select i.tenant_id, ${uuid('R', `('x' || right(i.credit_order_id::text, 12))::bit(48)::bigint`)}, i.credit_order_id, i.customer_id, 1, '${today}'::date - 40, 'COMMIT', i.use_id,
      jsonb_agg(jsonb_build_object('id', i.id, 'seq', i.seq, 'start', i.start_on, 'nominal', i.nominal_on, 'due', i.due_on, 'provisional', i.provisional, 'principal', i.principal::text, 'fee', '0') order by i.seq)
    from repay_item i where i.tenant_id = ${TENANT} and i.no like 'YXN%' group by i.tenant_id, i.credit_order_id, i.customer_id, i.use_id`);
  await run(`insert into receivable (tenant_id, id, no, customer_id, customer_name, source, source_no, credit_order_id, biz_date, due_date, amount)
    select ${TENANT}, ${one('B')}, 'YSN' || lpad(n::text, 8, '0'), ${customer('n')}, '夜间客户' || (1 + n % ${CUSTOMERS}), 'ADJUST', 'WN' || n, ${one('O')}, '${today}'::date - 40, '${today}'::date + 110, 250000 ${open}`);
  await run(`insert into repay_payment (tenant_id, id, no, kind, customer_id, payer, amount, value_on, seq, channel, bill_no, bill_due_on, status, created_at)
    select ${TENANT}, ${one('P')}, 'HKN' || lpad(n::text, 8, '0'), 'MONEY', ${customer('n')}, '夜间客户', 30000, '${today}', 2, 'ACCEPTANCE', 'PJ' || n, '${today}', 'CONFIRMED', now() - interval '30 days'
    from generate_series(1, ${BILLS}) n`);
  await run(`insert into repay_payment (tenant_id, id, no, kind, customer_id, payer, amount, value_on, seq, channel, status, applied_at, created_at)
    select ${TENANT}, ${uuid('Q', 'n')}, 'HKO' || lpad(n::text, 8, '0'), 'MONEY', ${customer('n')}, '夜间客户', 250000, '${today}'::date - 200, 100000 + n, 'BANK', 'REJECTED', null, now() - n * interval '5 minutes'
    from generate_series(1, ${ORDERS / 2}) n`);
  await run(`insert into credit_journal (tenant_id, id, account_id, customer_id, seq, event, amount, credit_order_id, biz_date, after_status, after_limit, after_held, after_used, after_spent, after_frozen, created_at)
    select ${TENANT}, ${one('J')}, ${account('n')}, ${customer('n')}, 10 + n / ${CUSTOMERS}, case n % 3 when 0 then 'HOLD' when 1 then 'COMMIT' else 'REPAY' end, 250000, ${one('O')}, '${today}'::date - 20, 'ACTIVE', 100000000, 0, 0, 0, 0,
      now() - n * interval '3 minutes' from generate_series(1, ${ORDERS}) n`);
  await run(`update credit_account set version = 1000 where tenant_id = ${TENANT} and no like 'SXN%'`);
  await run(
    `insert into credit_risk_rule (tenant_id, id, name, kind, overdue_days, lifts_itself) values (${TENANT}, ${uuid('K', '1')}, '夜间冻结', 'FREEZE', 8, true) on conflict do nothing`,
  );
  await opened.vacuumAnalyze();
}
