import { sql } from 'kysely';
import type { z } from 'zod';
import * as customerSubjects from '~/domains/customer/subjects';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { pageFrom } from '~/server/list.server';
import { tell } from '~/server/outbox.server';
import { channels } from '~/server/outgoing/outgoing.server';
import { lockSeen, putUnsigned } from '~/server/versioned.server';
import { instantRange, shanghaiDate, shanghaiTime } from '~/shared/dates';
import { maskMobile } from '~/shared/mask';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound, Refusal, refuse, WARNING } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { reassess } from './assess.server';
import { cases, stillOpen } from './caseStore.server';
import { builtInTemplates, type DunningWay, dunningWays, wordingFor } from './dunning';
import type { DunningInput, DunningQuery, DunningResult, DunningRow, TemplateForm } from './dunning.schema';
import { lockOwing } from './lock.server';
import * as subjects from './subjects';

/** A second reminder within this time asks first. */
const AGAIN_HOURS = 24;
const HOUR_MS = 3_600_000;

/** What the customers owe beyond their days, who of them reads messages, and when they were last spoken to. */
export async function overdueOf(tx: Tx, me: Me, customerIds: readonly string[], now: Date) {
  const today = shanghaiDate(now);
  const late = sql`filter (where o.late_on < ${today}::date)`;
  const { rows } = await sql<OverdueRow>`
    select c.id as "customerId", c.code, c.name as "customerName", coalesce(o.open, 0)::bigint as open, coalesce(o.overdue, 0)::bigint as overdue,
      coalesce(o.days, 0)::int as "overdueDays", coalesce(o.receivables, 0)::int as receivables, coalesce(o.first_due::text, '') as "firstDue",
      (select count(*)::int from customer_member m where m.tenant_id = c.tenant_id and m.customer_id = c.id and m.status = 'ACTIVE') as readers,
      coalesce((select one.mobile from (
        select c.contact_mobile as mobile, '-infinity'::timestamptz as since
        union all select n.mobile, n.created_at from customer_contact n where n.tenant_id = c.tenant_id and n.customer_id = c.id
      ) one where one.mobile ~ '^1[0-9]{10}$' order by one.since limit 1), '') as mobile,
      greatest((select max(d.created_at) from dunning_log d where d.tenant_id = c.tenant_id and d.customer_id = c.id),
        (select max(t.created_at) from urge_record t where t.tenant_id = c.tenant_id and t.customer_id = c.id and t.kind in ('TOLD', 'SEND'))) as "lastAt"
    from customer c
    left join lateral (select sum(o.outstanding) as open, sum(o.outstanding) ${late} as overdue, (${today}::date - min(o.due_date) ${late}) as days,
        count(*) ${late} as receivables, min(o.due_date) ${late} as first_due
      from open_item o where o.tenant_id = c.tenant_id and o.customer_id = c.id and o.outstanding > 0) o on true
    where c.tenant_id = ${me.tenantId} and c.id = ${anyOf(customerIds)} order by c.name`.execute(tx);
  if (rows.length < new Set(customerIds).size) notFound('所选的客户');
  return rows.map((row) => ({ ...row, open: BigInt(row.open), overdue: BigInt(row.overdue) }));
}
interface OverdueRow {
  customerId: string;
  code: string;
  customerName: string;
  open: bigint;
  overdue: bigint;
  overdueDays: number;
  receivables: number;
  firstDue: string;
  readers: number;
  mobile: string;
  lastAt: Date | null;
}

export async function previewDunning(tx: Tx, me: Me, input: { customerIds: string[] }, now: Date) {
  const found = await overdueOf(tx, me, input.customerIds, now);
  return { customers: found.map((one) => ({ ...one, mobile: maskMobile(one.mobile) })), factoryName: me.tenantName, smsReady: channels.SMS.configured() };
}

/** 催款: tells the dealers what is overdue, in one wording, and keeps what was said. Customers that owe nothing or have no account are named. */
export async function remind(tx: Tx, me: Me, input: DunningInput, now: Date): Promise<z.output<typeof DunningResult>> {
  await openCases(tx, me, input.customerIds, now);
  const found = await overdueOf(tx, me, input.customerIds, now);
  const reasonOf = (one: (typeof found)[number]) => (one.overdue <= 0n ? '没有逾期应收' : one.readers === 0 ? '尚未开通经销商账号，收不到站内消息' : '');
  const due = found.filter((one) => reasonOf(one) === '');
  if (!input.confirm) warnOfAgain(due, now);
  for (const one of due) await remindOne(tx, me, input, { ...one, factoryName: me.tenantName }, now);
  return {
    sent: due.length,
    skipped: found.flatMap((one) => (reasonOf(one) ? [{ customerId: one.customerId, customerName: one.customerName, reason: reasonOf(one) }] : [])),
  };
}

/** Locks what they owe and opens or follows their cases: what is said now stands there. */
export async function openCases(tx: Tx, me: Me, ids: readonly string[], now: Date): Promise<void> {
  await lockOwing(tx, me, ids);
  await reassess(tx, me, ids, now);
}

export function warnOfAgain(due: readonly Found[], now: Date): void {
  const again = due.filter((one) => one.lastAt && now.getTime() - one.lastAt.getTime() < AGAIN_HOURS * HOUR_MS);
  if (again.length === 0) return;
  throw new Refusal(
    WARNING,
    `${again
      .slice(0, 3)
      .map((one) => `“${one.customerName}”已于${shanghaiTime(one.lastAt as Date)}催款`)
      .join('，')}${again.length > 3 ? `等${again.length}家` : ''}，确定仍要再次发送吗？`,
    { reason: 'REMINDED' },
  );
}

type Found = Awaited<ReturnType<typeof overdueOf>>[number];
type Due = Found & { factoryName: string };

async function remindOne(tx: Tx, me: Me, input: DunningInput, one: Due, now: Date): Promise<void> {
  const { title, body } = await record(tx, me, { ...input, way: 'MESSAGE', note: '' }, one, now);
  await tell(tx, me, {
    kind: 'receivable.dunning',
    title,
    body,
    link: href('/portal/supplyChain/dealer/account', { overdueDaysMin: 1 }),
    to: { side: 'dealer', customerId: one.customerId },
  });
}

interface Said {
  templateName: string;
  body: string;
  way: DunningWay;
  note: string;
}
/** Keeps what was said to the customer in their open case, as a contact of today; answers the words. */
export async function record(tx: Tx, me: Me, said: Said, one: Due, now: Date): Promise<{ id: string; title: string; body: string }> {
  const title = `${me.tenantName}：应付货款${displayYuan(one.overdue)}元已逾期`;
  const body = wordingFor(said.body, { ...one, open: saidYuan(one.open), overdue: saidYuan(one.overdue) });
  const found = await openCaseOf(tx, me, one.customerId);
  if (!found) return refuse('BAD_STATE', `客户“${one.customerName}”的催收案件已结束，请刷新后重试`);
  const id = newId();
  await tx
    .insertInto('urge_record')
    .values({
      tenant_id: me.tenantId,
      id,
      case_id: found.id,
      customer_id: one.customerId,
      kind: 'TOLD',
      channel: said.way,
      content: body,
      note: said.note,
      template_name: said.templateName,
      open_amount: one.open,
      overdue_amount: one.overdue,
      overdue_days: one.overdueDays,
      items: one.receivables,
      actor_id: me.memberId,
      actor: actorName(me),
      created_at: now,
    })
    .execute();
  const working = found.status === 'NEW' ? { status: 'WORKING' } : {};
  await cases.update(tx, me, found, { last_contact_on: shanghaiDate(now), updated_at: now, ...working });
  // The next step keeps its distance from what was said just now.
  await reassess(tx, me, [one.customerId], now);
  await audit(tx, me, {
    action: '催款',
    subject: customerSubjects.customer,
    id: one.customerId,
    no: one.code,
    after: { 逾期金额: `${saidYuan(one.overdue)}元`, 催款方式: dunningWays[said.way], 话术模板: said.templateName },
  });
  return { id, title, body };
}

const openCaseOf = (tx: Tx, me: Me, customerId: string) =>
  tx
    .selectFrom('urge_case')
    .select(['id', 'status', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where(stillOpen())
    .executeTakeFirst();

/** 催款记录, newest first. */
export async function listDunning(tx: Tx, me: Me, query: z.output<typeof DunningQuery>): Promise<Page<z.output<typeof DunningRow>>> {
  const sent = instantRange(query.sentStart, query.sentEnd);
  let rows = tx
    .selectFrom('urge_told')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'urge_told.tenant_id').onRef('customer.id', '=', 'urge_told.customer_id'))
    .select([
      'urge_told.id',
      'urge_told.customer_id as customerId',
      'customer.name as customerName',
      'urge_told.open',
      'urge_told.overdue',
      'urge_told.overdue_days as overdueDays',
      'urge_told.receivables',
      'urge_told.template_name as templateName',
      'urge_told.way',
      'urge_told.note',
      'urge_told.body',
      'urge_told.actor',
      'urge_told.case_id as caseId',
      'urge_told.created_at as createdAt',
    ])
    .where('urge_told.tenant_id', '=', me.tenantId);
  if (query.customerId) rows = rows.where('urge_told.customer_id', '=', query.customerId);
  if (sent.from) rows = rows.where('urge_told.created_at', '>=', sent.from);
  if (sent.before) rows = rows.where('urge_told.created_at', '<', sent.before);
  return pageFrom(tx, rows, query, {
    sort: { createdAt: 'urge_told.created_at', overdue: 'urge_told.overdue' },
    initial: [['urge_told.created_at', 'desc']],
    tiebreak: 'urge_told.id',
  });
}

export async function listTemplates(tx: Tx, me: Me) {
  const own = await tx
    .selectFrom('dunning_template')
    .select(['id', 'name', 'body', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('sort')
    .orderBy('name')
    .execute();
  return {
    templates: [...builtInTemplates.map((one) => ({ ...one, id: '', version: 1, builtIn: true })), ...own.map((one) => ({ ...one, builtIn: false }))],
  };
}

export async function saveTemplate(tx: Tx, me: Me, form: TemplateForm): Promise<{ id: string }> {
  const taken = builtInTemplates.some((one) => one.name === form.name) || (await nameTaken(tx, me, form));
  if (taken) refuse('CATALOGUE_RULE', `催款模板“${form.name}”已存在，请换一个名称`, { fields: { name: '名称已存在' } });
  const before = await lockSeen(tx, me, 'dunning_template', '催款模板', form);
  const row = { name: form.name, body: form.body, updated_by: me.accountId, updated_at: sql<Date>`now()` };
  const id = await putUnsigned(tx, me, 'dunning_template', before, row);
  await audit(tx, me, { action: before ? '编辑' : '新建', subject: subjects.dunningTemplate, id, no: form.name, after: { body: form.body } });
  return { id };
}

async function nameTaken(tx: Tx, me: Me, form: TemplateForm): Promise<boolean> {
  const other = await tx.selectFrom('dunning_template').select('id').where('tenant_id', '=', me.tenantId).where('name', '=', form.name).executeTakeFirst();
  return other !== undefined && other.id !== form.id;
}

export async function removeTemplate(tx: Tx, me: Me, input: { id: string }): Promise<{ id: string }> {
  const gone = await tx.deleteFrom('dunning_template').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).returning('name').executeTakeFirst();
  if (!gone) notFound('该催款模板');
  await audit(tx, me, { action: '删除', subject: subjects.dunningTemplate, id: input.id, no: gone.name });
  return { id: input.id };
}
