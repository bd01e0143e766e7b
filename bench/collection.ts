import '~/domains/all.server';
import * as calls from '~/domains/collection/calls';
import { dispatchTenant } from '~/domains/collection/dispatch.server';
import { runReplays, startReplay } from '~/domains/collection/replay.server';
import { stepOf } from '~/domains/collection/strategy';
import { StrategyForm } from '~/domains/collection/strategy.schema';
import { publishStrategy, saveStrategy } from '~/domains/collection/strategySave.server';
import { openDatabase, useDatabase } from '~/server/db.server';
import { clockOf } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { isWorkingDay } from '~/shared/workingTime';
import { measureLists } from './lists';
import { record } from './report';
import { timed } from './timed';
import { query, type World } from './world';

const TENANT = 1001n;
const CUSTOMERS = 20_000;
const ITEMS = 100_000;
const LISTED = 200_000;
const REPLAYED = 5_000;

/** Ten in the morning of a working day. */
function morning(): Date {
  let day = shanghaiDate(new Date());
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return new Date(`${day}T10:00:00+08:00`);
}

/**
 * 20,000 customers with 100,000 open items: the run that opens their cases, and the run of the next day that evaluates all of them and takes a step of each,
 * by two dispatchers; the replay of twelve months over 5,000 customers; then lists and workspace at 200,000 items.
 */
export async function measureCollection({ url }: World): Promise<void> {
  const now = morning();
  await fill(url, shanghaiDate(now));
  const opened = await openDatabase({ url, dataDir: '.', poolSize: 8 });
  useDatabase(opened);
  const [tenant] = await query<{ name: string }>(url, 'select name from tenant where id = $1', [TENANT]);
  const clock = clockOf({ id: TENANT, name: tenant?.name ?? '' });
  const inTenant = <R>(work: Parameters<typeof opened.inTenant<R>>[1]) => opened.inTenant({ tenantId: TENANT }, work);
  const strategyId = await inTenant(async (tx) => {
    const saved = await saveStrategy(tx, clock, StrategyForm.parse({ name: `压测${Date.now()}`, priority: 1, spec }), now);
    await publishStrategy(tx, clock, saved, now);
    return saved.id;
  });
  await query(url, `update ar_config set content = content || '{"minContactDays": 0}' where tenant_id = ${TENANT}`);
  const opening = await timed(() => dispatchTenant(opened, clock, now));
  record('dispatcher: 20,000 cases opened over 100,000 open items, first step of each', opening.seconds, 's');
  const [cases] = await query<{ n: string }>(url, 'select count(*) as n from urge_case where tenant_id = $1 and overdue_amount > 0', [TENANT]);
  record('cases with something overdue', Number(cases?.n), '');
  await query(url, 'vacuum analyze urge_case');
  await query(url, 'vacuum analyze urge_send');
  const later = new Date(now.getTime() + 3 * 86_400_000);
  while (!isWorkingDay(shanghaiDate(later))) later.setTime(later.getTime() + 86_400_000);
  const next = await timed(() => Promise.all([dispatchTenant(opened, clock, later), dispatchTenant(opened, clock, later)]));
  record('dispatcher: 20,000 cases evaluated and their next step taken, two dispatchers at once', next.seconds, 's', { most: 60 });
  const [sent] = await query<{ twice: string; n: string }>(
    url,
    `select count(*) filter (where n > 1) as twice, sum(n) as n from (select count(*) as n from urge_send where tenant_id = $1 and strategy_id = $2 group by case_id, cycle_no, step_no, repeat_no) x`,
    [TENANT, strategyId],
  );
  record('steps taken', Number(sent?.n ?? 0), '');
  record('steps taken twice', Number(sent?.twice ?? 0), '', { most: 0 });
  const { id } = await inTenant((tx) => startReplay(tx, clock, { strategyId, months: 12 }, now));
  const replay = await timed(() => runReplays(opened, now));
  const [row] = await query<{ status: string; customers: number }>(url, 'select status, customers from urge_replay where id = $1', [id]);
  record(`replay of twelve months, ${row?.customers} customers`, replay.seconds, 's', { most: (30 * (row?.customers ?? REPLAYED)) / REPLAYED });
  if (row?.status !== 'DONE') throw new Error('the replay failed');
  await opened.close();
  await fillMore(url, shanghaiDate(now));
  await measureLists({ url }, `${LISTED / 1000},000 items, 20,000 cases`, [
    { name: 'case list', path: calls.caseList.path, bodies: [{ pageNo: 1 }, { pageNo: 3 }, { status: 'WORKING' }, { descs: 'overdueAmount' }] },
    {
      name: 'case list by days and follow-up',
      path: calls.caseList.path,
      bodies: [{ overdueDaysMin: 60 }, { overdueDaysMin: 1, overdueDaysMax: 30 }, { disputed: 'false' }],
    },
    { name: 'workspace', path: calls.urgeWorkspace.path, bodies: [{ mine: 'false' }], rows: false },
  ]);
}

const spec = {
  match: { levelIds: [], regions: ['压测区'], minOverdue: null, maxOverdue: null, minDays: null, maxDays: null },
  entry: 'STANDARD',
  gapDays: 1,
  dailyCap: 0,
  windowFrom: 540,
  windowUntil: 1080,
  workdaysOnly: true,
  minAmount: '0',
  stopOn: ['PTP', 'DISPUTE', 'LEGAL'],
  promiseGrace: 1,
  endAction: 'MANUAL',
  endAfter: 7,
  steps: [
    stepOf({ offset: 1, channel: 'PHONE', body: '核对账目' }),
    stepOf({ offset: 2, channel: 'PHONE', body: '再次联系' }),
    stepOf({ offset: 9, channel: 'LETTER', auto: false, body: '请发催款函' }),
  ],
};

const customerOf = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
async function fill(url: string, today: string): Promise<void> {
  const [there] = await query<{ n: string }>(url, "select count(*) as n from customer where tenant_id = $1 and code like 'YCC%'", [TENANT]);
  if (Number(there?.n) >= CUSTOMERS) return;
  await query(
    url,
    `insert into customer (tenant_id, id, code, name, region_label, sales_member_id)
     select ${TENANT}, ${customerOf('n')}, 'YCC' || lpad(n::text, 6, '0'), '欠款压测客户' || n, '压测区', (select id from member where tenant_id = ${TENANT} and status = 'ACTIVE' order by id limit 1)
     from generate_series(1, ${CUSTOMERS}) n`,
  );
  await query(
    url,
    `insert into fund_account (tenant_id, id, customer_id, type) select ${TENANT}, gen_random_uuid(), c.id, 'BALANCE' from customer c where c.tenant_id = ${TENANT} and c.code like 'YCC%'`,
  );
  await receivables(url, today, 0, ITEMS, '(n / 20000) * 20 - 1 - (n * 7) % 95');
  await query(url, 'vacuum analyze receivable');
  await query(url, 'vacuum analyze customer');
}
/** As many again that are paid or not yet due, for the lists. */
async function fillMore(url: string, today: string): Promise<void> {
  await receivables(url, today, ITEMS, LISTED - ITEMS, 'n % 90 + 5');
  for (const table of ['receivable', 'urge_case', 'urge_send', 'urge_record', 'urge_case_item']) await query(url, `vacuum analyze ${table}`);
}
const receivables = (url: string, today: string, from: number, many: number, days: string) =>
  query(
    url,
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount, created_at)
     select ${TENANT}, gen_random_uuid(), 'YCR' || lpad(n::text, 8, '0'), ${customerOf(`1 + n % ${CUSTOMERS}`)}, '欠款压测客户' || (1 + n % ${CUSTOMERS}), 'OPENING',
       '${today}'::date + (${days}) - 30, '${today}'::date + (${days}), 10000 + n % 900000, now() - (n % 300) * interval '1 day'
     from generate_series(${from}, ${from + many - 1}) n
     on conflict do nothing`,
  );
