import { moveDue } from '~/domains/receivable/adjusted.server';
import { raisePlannedDebts, takeBackPlanned } from '~/domains/receivable/planned.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { shifted } from './calendar';
import { arConfigOf } from './config.server';
import { type DueBy, dueBys, happenings, hasOwnItems, type natures } from './plan';
import { type Item, itemsOf, lockPlan, type Plan, plans } from './planDoc.server';
import { joinDebts, refreshPlans } from './planFollow.server';
import { takeInLine } from './planMoney.server';
import * as subjects from './subjects';

interface Saved {
  id: string;
  no: string;
  version: number;
}
interface Ref {
  id: string;
  version: number;
}

/** From now on it is owed: what has its day at once, the rest when what it waits for happens. */
export async function startPlan(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  const plan = await lockPlan(tx, me, ref);
  plans.mustBecome(plan, 'RUNNING', '开始执行');
  const version = await plans.update(tx, me, plan, { status: 'RUNNING', started_at: now });
  if (!hasOwnItems(plan.source)) await joinDebts(tx, me, plan, now);
  else {
    const items = (await itemsOf(tx, me, plan.id)).map((item) => (item.due_by === 'SIGN' && plan.signed_on ? { ...item, happened_on: plan.signed_on } : item));
    await raiseItems(tx, me, plan, items, now);
    if (plan.source === 'BANK') await takeInLine(tx, me, plan, now);
  }
  await refreshPlans(tx, me, [plan.id]);
  await audit(tx, me, { action: '开始执行应收计划', subject: subjects.plan, id: plan.id, no: plan.no });
  return { id: plan.id, no: plan.no, version };
}

/** Items whose day is known become debts; a day that an event makes goes where the company wants it when nobody works on it. */
export async function raiseItems(tx: Tx, me: Me, plan: Plan, items: readonly Item[], now: Date, by = ''): Promise<void> {
  const config = await arConfigOf(tx, me);
  const due = items.flatMap((item) => {
    if (item.receivable_id) return [];
    if (item.due_by === 'DATE') return [{ item, dueDate: item.due_date as string }];
    return item.happened_on === null ? [] : [{ item, dueDate: shifted(addDays(item.happened_on, item.due_days), config.dueShift, config.holidays) }];
  });
  const made = await raisePlannedDebts(
    tx,
    me,
    { customerId: plan.customer_id, salesMemberId: plan.owner_id, planNo: plan.no },
    due.map(({ item, dueDate }) => ({
      amount: item.amount,
      nature: item.nature as keyof typeof natures,
      dueDate,
      sourceNo: `${plan.no}-${item.seq}`,
      remark: item.remark || plan.title,
    })),
    now,
  );
  for (const [index, { item, dueDate }] of due.entries())
    await tx
      .updateTable('ar_plan_item')
      .set({ receivable_id: made[index]?.id as string, due_date: dueDate, happened_on: item.happened_on, happened_by: by })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', item.id)
      .execute();
}

/** What an item waited for has happened: it is owed from today, or what is owed already is due so many days after. The plan is locked. */
export async function happen(tx: Tx, me: Me, plan: Plan, item: Item, { on, by }: { on: string; by: string }, now: Date): Promise<void> {
  if (!item.receivable_id) return raiseItems(tx, me, plan, [{ ...item, happened_on: on }], now, by);
  const config = await arConfigOf(tx, me);
  const dueDate = shifted(addDays(on, item.due_days), config.dueShift, config.holidays);
  await tx.updateTable('ar_plan_item').set({ happened_on: on, happened_by: by }).where('tenant_id', '=', me.tenantId).where('id', '=', item.id).execute();
  if (dueDate !== item.due_date) await moveDue(tx, me, { id: plan.id, no: plan.no, receivableId: item.receivable_id, dueDate }, now);
}

/** 登记触发, by a person who knows of it. */
export async function recordHappening(tx: Tx, me: Me, input: Ref & { itemId: string; happenedOn: string }, now: Date): Promise<Saved> {
  const plan = await lockPlan(tx, me, input);
  plans.mustBe(plan, 'RUNNING', '登记触发');
  const item = (await itemsOf(tx, me, plan.id)).find((one) => one.id === input.itemId);
  if (!item) notFound('该款项');
  const dueBy = item.due_by as DueBy;
  if (dueBy === 'DATE' || item.happened_on !== null) refuse('BAD_STATE', `${plans.title(plan)}第${item.seq}行的到期日已经确定，不需要登记触发`);
  const today = shanghaiDate(now);
  if (input.happenedOn > today)
    refuse('BAD_STATE', `${happenings[dueBy]}日期${input.happenedOn}不能晚于今天${today}`, { fields: { happenedOn: '不能晚于今天' } });
  await happen(tx, me, plan, item, { on: input.happenedOn, by: '' }, now);
  await refreshPlans(tx, me, [plan.id]);
  const version = await plans.update(tx, me, plan, { updated_by: me.accountId, updated_at: now });
  await audit(tx, me, {
    action: '登记触发',
    subject: subjects.plan,
    id: plan.id,
    no: plan.no,
    after: { note: `第${item.seq}行${dueBys[dueBy]}${item.due_days}天，${happenings[dueBy]}日期${input.happenedOn}` },
  });
  return { id: plan.id, no: plan.no, version };
}

/** 中止, by somebody else than its maker: what nobody touched is not owed any more, the rest is. */
export async function stopPlan(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved & { takenBack: number; kept: number }> {
  const plan = await lockPlan(tx, me, input);
  plans.mustBecome(plan, 'STOPPED', '中止');
  if (plan.created_by === me.accountId) refuse('SAME_PERSON', `${plans.title(plan)}由您新建，须由其他人中止`);
  const items = await itemsOf(tx, me, plan.id);
  const owed = hasOwnItems(plan.source) ? items.flatMap((item) => item.receivable_id ?? []) : [];
  const version = await plans.update(tx, me, plan, { status: 'STOPPED', reason: input.reason, updated_by: me.accountId, updated_at: now });
  const back = owed.length ? await takeBackPlanned(tx, me, { customerId: plan.customer_id, planNo: plan.no, ids: owed }, now) : [];
  await audit(tx, me, {
    action: '中止应收计划',
    subject: subjects.plan,
    id: plan.id,
    no: plan.no,
    after: { reason: input.reason, 撤销应收: `${back.length}张`, 保留应收: `${owed.length - back.length}张` },
  });
  return { id: plan.id, no: plan.no, version, takenBack: back.length, kept: owed.length - back.length };
}
