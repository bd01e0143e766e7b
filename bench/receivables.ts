import '~/domains/all.server';
import { previewBank, runBank } from '~/domains/receivablePlan/bankMatch.server';
import * as calls from '~/domains/receivablePlan/calls';
import { openDatabase, useDatabase } from '~/server/db.server';
import { clockOf } from '~/server/tenantChore.server';
import { shanghaiDate } from '~/shared/dates';
import { measureLists, oneByOne } from './lists';
import { record } from './report';
import { timed } from './timed';
import { query, SECONDS, type World } from './world';

const TENANT = 1001n;
const CUSTOMERS = 2_000;
const DEBTS = 200_000;
const PLANS = 20_000;
const RECEIPTS = 50_000;
const LINES = 5_000;

/**
 * 200,000 debts of 2,000 customers, half of them of 20,000 plans, 50,000 receipts: a bank file of 5,000 lines matched and taken in, then every list of the
 * receivables app with its filters, orders and pages.
 */
export async function measureReceivables({ url }: World): Promise<void> {
  const today = shanghaiDate(new Date());
  await fill(url, today);
  await matchFile(url);
  await measurePages(url, today);
}

async function matchFile(url: string): Promise<void> {
  const opened = await openDatabase({ url, dataDir: '.', poolSize: 4 });
  useDatabase(opened);
  const clock = clockOf({ id: TENANT, name: '压测' });
  const inTenant = <R>(work: Parameters<typeof opened.inTenant<R>>[1]) => opened.inTenant({ tenantId: TENANT }, work);
  const previewed = await timed(() => inTenant((tx) => previewBank(tx, clock, {})));
  record(`bank file of ${LINES} lines: preview of the matches`, previewed.seconds, 's', { most: 10 });
  const done = await timed(() => inTenant((tx) => runBank(tx, clock, { minScore: 60 }, new Date())));
  record(`bank file of ${LINES} lines: matched and taken in`, done.seconds, 's', { most: 10 });
  record('receipts made of it', done.answer.receipts, '');
  if (done.answer.receipts < LINES) throw new Error('lines were left out');
  await opened.close();
}

const customerOf = (n: string) => `('c0000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const idOf = (kind: string, n: string) => `('${kind}0000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

async function fill(url: string, today: string): Promise<void> {
  const [there] = await query<{ n: string }>(url, "select count(*) as n from customer where tenant_id = $1 and code like 'YPC%'", [TENANT]);
  if (Number(there?.n) < CUSTOMERS) await fillOnce(url, today);
  // A file that was not taken in yet: half of its lines are a debt to the 分, the rest are not.
  await query(
    url,
    `insert into bank_line (tenant_id, id, flow_no, traded_at, amount, payer, summary, customer_id, basis, score)
     select ${TENANT}, gen_random_uuid(), 'YPL' || extract(epoch from clock_timestamp())::bigint || '-' || n, now() - interval '1 hour',
       case when n % 2 = 0 then 10000 + n % ${DEBTS} else 5000 + n end, '压测客户' || (1 + n % ${CUSTOMERS}), case when n % 5 = 0 then '货款YPR' || lpad(n::text, 8, '0') else '货款' end,
       ${customerOf(`1 + n % ${CUSTOMERS}`)}, 'NAME', 95
     from generate_series(1, ${LINES}) n`,
  );
  for (const table of ['customer', 'receivable', 'ar_plan', 'ar_plan_item', 'receipt', 'ar_adjust', 'ar_dispute', 'bank_line', 'ar_notice'])
    await query(url, `vacuum analyze ${table}`);
}

async function fillOnce(url: string, today: string): Promise<void> {
  await query(
    url,
    `insert into customer (tenant_id, id, code, name, region_label, sales_member_id)
     select ${TENANT}, ${customerOf('n')}, 'YPC' || lpad(n::text, 6, '0'), '压测客户' || n, '压测区', (select id from member where tenant_id = ${TENANT} and status = 'ACTIVE' order by id limit 1)
     from generate_series(1, ${CUSTOMERS}) n`,
  );
  await query(
    url,
    `insert into fund_account (tenant_id, id, customer_id, type) select ${TENANT}, gen_random_uuid(), ${customerOf('n')}, 'BALANCE' from generate_series(1, ${CUSTOMERS}) n on conflict do nothing`,
  );
  // One in four is open; a third of those is late.
  await query(
    url,
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, source_no, nature, biz_date, due_date, amount, settled, status, created_at)
     select ${TENANT}, ${idOf('d', 'n')}, 'YPR' || lpad(n::text, 8, '0'), ${customerOf(`1 + n % ${CUSTOMERS}`)}, '压测客户' || (1 + n % ${CUSTOMERS}), 'PLAN', 'YPJ' || lpad((n / 5)::text, 8, '0') || '-' || (1 + n % 5),
       (array['ADVANCE', 'PROGRESS', 'DELIVERY', 'ACCEPTANCE', 'RETENTION'])[1 + n % 5], '${today}'::date - n % 540, '${today}'::date - n % 540 + 180 + n % 120, 10000 + n,
       case when n % 4 = 0 then 0 else 10000 + n end, case when n % 4 = 0 then 'OPEN' else 'SETTLED' end, now() - (n % 540) * interval '1 day'
     from generate_series(0, ${DEBTS - 1}) n`,
  );
  await query(
    url,
    `insert into ar_plan (tenant_id, id, no, customer_id, title, source, contract_no, total, status, created_at)
     select ${TENANT}, ${idOf('b', 'n')}, 'YPJ' || lpad(n::text, 8, '0'), ${customerOf(`1 + (n * 5) % ${CUSTOMERS}`)}, '压测供货' || n, 'MANUAL', 'HT-' || n, 100000, case when n % 3 = 0 then 'RUNNING' else 'DONE' end,
       now() - (n % 540) * interval '1 day' from generate_series(0, ${PLANS - 1}) n`,
  );
  await query(
    url,
    `insert into ar_plan_item (tenant_id, id, plan_id, customer_id, seq, nature, amount, due_by, due_date, receivable_id)
     select ${TENANT}, gen_random_uuid(), ${idOf('b', 'n / 5')}, ${customerOf(`1 + n % ${CUSTOMERS}`)}, 1 + n % 5, 'PROGRESS', 10000 + n, 'DATE', '${today}', ${idOf('d', 'n')}
     from generate_series(0, ${PLANS * 5 - 1}) n`,
  );
  await query(
    url,
    `insert into receipt (tenant_id, id, no, customer_id, amount, unapplied, pay_way, bank_flow_no, payer, received_at, creator, created_at)
     select ${TENANT}, gen_random_uuid(), 'YPS' || lpad(n::text, 8, '0'), ${customerOf(`1 + n % ${CUSTOMERS}`)}, 10000 + n, 0, 'BANK', 'YPF' || n, '压测客户', now() - (n % 540) * interval '1 day', '压测', now() - (n % 540) * interval '1 day'
     from generate_series(1, ${RECEIPTS}) n`,
  );
  await query(
    url,
    `insert into ar_adjust (tenant_id, id, no, kind, customer_id, receivable_id, receivable_no, amount, reason, status, created_at)
     select ${TENANT}, gen_random_uuid(), 'YPT' || lpad(n::text, 8, '0'), 'DISCOUNT', ${customerOf(`1 + n % ${CUSTOMERS}`)}, ${idOf('d', 'n')}, 'YPR' || lpad(n::text, 8, '0'), 1, '压测', 'REJECTED', now() - (n % 540) * interval '1 day'
     from generate_series(1, 20000) n`,
  );
  await query(
    url,
    `insert into ar_dispute (tenant_id, id, no, customer_id, receivable_id, receivable_no, reason, amount, words, status, created_at)
     select ${TENANT}, gen_random_uuid(), 'YPZ' || lpad(n::text, 8, '0'), ${customerOf(`1 + n % ${CUSTOMERS}`)}, ${idOf('d', 'n')}, 'YPR' || lpad(n::text, 8, '0'), 'QUALITY', 1, '压测', 'DENIED', now() - (n % 540) * interval '1 day'
     from generate_series(1, 20000) n`,
  );
}

async function measurePages(url: string, today: string): Promise<void> {
  const [customer] = await query<{ id: string }>(url, "select id from customer where tenant_id = $1 and code = 'YPC000781'", [TENANT]);
  const customerId = customer?.id ?? '';
  const lists: [string, { path: string }, object[]][] = [
    ['plans', calls.planList, [{}, { pageNo: 3 }, { status: 'RUNNING' }, { source: 'MANUAL' }, { customerId }, { descs: 'total' }, { no: 'YPJ00001234' }]],
    [
      'debts',
      calls.owedList,
      [{}, { pageNo: 3 }, { status: 'OPEN' }, { nature: 'RETENTION' }, { customerId }, { ascs: 'dueDate' }, { dueStart: today }, { no: 'YPR00012344' }],
    ],
    ['late', calls.overList, [{}, { pageNo: 2 }, { overdueDaysMin: 1, overdueDaysMax: 30 }, { overdueDaysMin: 91 }, { customerId }, { notDue: 'true' }]],
    ['customers', calls.customerList, [{}, { pageNo: 2 }, { overdue: 'true' }, { customerId }, { descs: 'open' }]],
    [
      'money that came',
      calls.payList,
      [{}, { pageNo: 3 }, { customerId }, { kind: 'RECEIPT' }, { status: 'CONFIRMED' }, { descs: 'amount' }, { ascs: 'receivedAt' }, { no: 'YPS00001234' }],
    ],
    ['adjustments', calls.adjustList, [{}, { pageNo: 3 }, { status: 'REJECTED' }, { customerId }]],
    ['disputes', calls.disputeList, [{}, { pageNo: 3 }, { status: 'DENIED' }, { reason: 'QUALITY' }, { customerId }]],
  ];
  const each = lists.flatMap(([name, { path }, bodies]) => oneByOne(name, path, bodies));
  await measureLists({ url }, `${DEBTS / 1000},000 debts`, each, { seconds: Math.min(SECONDS, 3) });
}
