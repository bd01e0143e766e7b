import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { raisePlannedDebts, takeBackPlanned } from '~/domains/receivable/planned.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { type DueBy, dueBys, dueOf, happenings, type natures, planStates } from './plan';
import type { PlanInput } from './plan.schema';
import { type Item, itemsOf, lockPlan, type Plan, plans } from './planDoc.server';
import { joinDebts, refreshPlans } from './planFollow.server';
import { agreedFor } from './planSource.server';
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

/** Makes a plan, or changes one that was not started; with `start` it runs from now on. */
export async function savePlan(tx: Tx, me: Me, input: PlanInput, now: Date): Promise<Saved> {
  await lockCustomerMoney(tx, me, [input.customerId]);
  const before = input.id ? await lockPlan(tx, me, { id: input.id, version: input.version }) : null;
  if (before && before.status !== 'DRAFT') refuse('BAD_STATE', `${plans.title(before)}当前为“${stateName(before)}”，只有草稿可以修改`);
  const { total, salesMemberId } = await agreedFor(tx, me, input);
  mustFoot(input, total);
  const row = {
    customer_id: input.customerId,
    title: input.title,
    source: input.source,
    contract_no: input.contractNo,
    project_id: input.projectId || null,
    order_id: input.source === 'ORDER' ? input.orderId : null,
    credit_order_id: input.source === 'CREDIT' ? input.creditOrderId : null,
    total,
    signed_on: input.signedOn || null,
    owner_id: input.ownerId || salesMemberId,
    collector_id: input.collectorId || null,
    remark: input.remark,
  };
  const id = before?.id ?? newId();
  const no = before?.no ?? (await oneNumber(tx, me, subjects.plan, now));
  if (before) await plans.update(tx, me, before, { ...row, updated_by: me.accountId, updated_at: now });
  else
    await tx
      .insertInto('ar_plan')
      .values({ tenant_id: me.tenantId, id, no, ...row, created_by: me.accountId, creator: actorName(me), created_at: now })
      .execute();
  await writeItems(tx, me, { id, customerId: input.customerId }, input.source === 'MANUAL' ? input.items : [], now);
  await audit(tx, me, {
    action: before ? '修改应收计划' : '新建应收计划',
    subjectType: 'ar_plan',
    subjectId: id,
    subjectNo: no,
    after: { 名称: input.title, 总额: `${displayYuan(total)}元`, 款项: `${input.items.length}行` },
  });
  const version = (before?.version ?? 0) + 1;
  return input.start ? startPlan(tx, me, { id, version }, now) : { id, no, version };
}

const stateName = (plan: Plan): string => planStates[plan.status as keyof typeof planStates];

function mustFoot(input: PlanInput, total: bigint): void {
  if (input.source !== 'MANUAL') return;
  if (!input.items.length) refuse('BAD_STATE', '合同计划请至少填写一行款项', { fields: { items: '请至少填写一行款项' } });
  const sum = input.items.reduce((all, item) => all + item.amount, 0n);
  if (sum !== total)
    refuse('BAD_STATE', `款项合计${displayYuan(sum)}元与计划总额${displayYuan(total)}元不一致，相差${displayYuan(sum > total ? sum - total : total - sum)}元`, {
      fields: { total: `款项合计为${displayYuan(sum)}元` },
    });
}

export async function writeItems(tx: Tx, me: Me, plan: { id: string; customerId: string }, items: PlanInput['items'], now: Date): Promise<void> {
  await tx.deleteFrom('ar_plan_item').where('tenant_id', '=', me.tenantId).where('plan_id', '=', plan.id).execute();
  if (!items.length) return;
  await tx
    .insertInto('ar_plan_item')
    .values(
      items.map((item, index) => ({
        tenant_id: me.tenantId,
        id: newId(),
        plan_id: plan.id,
        customer_id: plan.customerId,
        seq: index + 1,
        nature: item.nature,
        amount: item.amount,
        due_by: item.dueBy,
        due_days: item.dueBy === 'DATE' ? 0 : item.dueDays,
        due_date: item.dueBy === 'DATE' ? item.dueDate : null,
        remark: item.remark,
        created_at: now,
      })),
    )
    .execute();
}

/** From now on it is owed: what has its day at once, the rest when what it waits for happens. */
export async function startPlan(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  const plan = await lockPlan(tx, me, ref);
  plans.mustBecome(plan, 'RUNNING', '开始执行');
  await plans.update(tx, me, plan, { status: 'RUNNING', started_at: now });
  if (plan.source === 'ORDER' || plan.source === 'CREDIT') await joinDebts(tx, me, plan);
  else {
    if (plan.signed_on)
      await tx
        .updateTable('ar_plan_item')
        .set({ happened_on: plan.signed_on })
        .where('tenant_id', '=', me.tenantId)
        .where('plan_id', '=', plan.id)
        .where('due_by', '=', 'SIGN')
        .execute();
    await raiseItems(tx, me, plan, await itemsOf(tx, me, plan.id), now);
  }
  await refreshPlans(tx, me, [plan.id]);
  await audit(tx, me, { action: '开始执行应收计划', subjectType: 'ar_plan', subjectId: plan.id, subjectNo: plan.no });
  return { id: plan.id, no: plan.no, version: plan.version + 1 };
}

/** Items whose day is known become debts. */
export async function raiseItems(tx: Tx, me: Me, plan: Plan, items: readonly Item[], now: Date): Promise<void> {
  const due = items.flatMap((item) => {
    const dueDate = item.receivable_id
      ? null
      : dueOf({ dueBy: item.due_by as DueBy, dueDays: item.due_days, dueDate: item.due_date, happenedOn: item.happened_on });
    return dueDate === null ? [] : [{ item, dueDate }];
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
      .set({ receivable_id: made[index]?.id as string, due_date: dueDate })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', item.id)
      .execute();
}

/** 登记触发: what an item waited for has happened; it is owed from today, due so many days after. */
export async function recordHappening(tx: Tx, me: Me, input: Ref & { itemId: string; happenedOn: string }, now: Date): Promise<Saved> {
  const plan = await lockPlan(tx, me, input);
  if (plan.status !== 'RUNNING') refuse('BAD_STATE', `${plans.title(plan)}当前为“${stateName(plan)}”，不能登记触发`);
  const item = (await itemsOf(tx, me, plan.id)).find((one) => one.id === input.itemId);
  if (!item) notFound('该款项');
  const dueBy = item.due_by as DueBy;
  if (dueBy === 'DATE' || item.receivable_id) refuse('BAD_STATE', `${plans.title(plan)}第${item.seq}行已经到期生成应收，不需要登记触发`);
  const today = shanghaiDate(now);
  if (input.happenedOn > today)
    refuse('BAD_STATE', `${happenings[dueBy]}日期${input.happenedOn}不能晚于今天${today}`, { fields: { happenedOn: '不能晚于今天' } });
  await raiseItems(tx, me, plan, [{ ...item, happened_on: input.happenedOn }], now);
  await tx.updateTable('ar_plan_item').set({ happened_on: input.happenedOn }).where('tenant_id', '=', me.tenantId).where('id', '=', item.id).execute();
  const version = await plans.update(tx, me, plan, { updated_by: me.accountId, updated_at: now });
  await audit(tx, me, {
    action: '登记触发',
    subjectType: 'ar_plan',
    subjectId: plan.id,
    subjectNo: plan.no,
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
  const owed = plan.source === 'ORDER' || plan.source === 'CREDIT' ? [] : items.flatMap((item) => item.receivable_id ?? []);
  const version = await plans.update(tx, me, plan, { status: 'STOPPED', reason: input.reason, updated_by: me.accountId, updated_at: now });
  const back = owed.length ? await takeBackPlanned(tx, me, { customerId: plan.customer_id, planNo: plan.no, ids: owed }, now) : [];
  await audit(tx, me, {
    action: '中止应收计划',
    subjectType: 'ar_plan',
    subjectId: plan.id,
    subjectNo: plan.no,
    after: { reason: input.reason, 撤销应收: `${back.length}张`, 保留应收: `${owed.length - back.length}张` },
  });
  return { id: plan.id, no: plan.no, version, takenBack: back.length, kept: owed.length - back.length };
}
