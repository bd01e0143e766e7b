import { sql } from 'kysely';
import { type DebtChange, defineDebtChange, tellDebtChange } from '~/domains/receivable/debtChange.server';
import type { Nature } from '~/domains/receivable/nature';
import { isWhole, splitReceivable } from '~/domains/receivable/split.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { addDays } from '~/shared/dates';
import { shifted } from './calendar';
import { arConfigOf } from './config.server';
import { type Stage, splitTotal } from './plan';
import type { Plan } from './planDoc.server';

type Owner = Pick<Plan, 'id' | 'no' | 'customer_id' | 'order_id' | 'credit_order_id' | 'stages' | 'warranty_days'>;

/** Shows the debts of the plan's order or credit order that it does not show yet, each divided by the stages it is paid in. */
export async function joinDebts(tx: Tx, me: Me, plan: Owner, now: Date): Promise<void> {
  let rows = tx
    .selectFrom('receivable as r')
    .selectAll('r')
    .where('r.tenant_id', '=', me.tenantId)
    .where('r.status', '<>', 'REVERSED')
    .where('r.amount', '>', 0n)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ar_plan_item as i').select('i.id').whereRef('i.tenant_id', '=', 'r.tenant_id').whereRef('i.receivable_id', '=', 'r.id'))),
    );
  rows = plan.order_id ? rows.where('r.order_id', '=', plan.order_id) : rows.where('r.credit_order_id', '=', plan.credit_order_id);
  const found = await rows.orderBy('r.biz_date').orderBy('r.no').execute();
  if (!found.length) return;
  const last = await tx
    .selectFrom('ar_plan_item')
    .select((get) => get.fn.max('seq').as('seq'))
    .where('tenant_id', '=', me.tenantId)
    .where('plan_id', '=', plan.id)
    .executeTakeFirst();
  let seq = Number(last?.seq ?? 0);
  const { defaultDueDays, dueShift, holidays } = await arConfigOf(tx, me);
  const made: string[] = [];
  for (const row of found) {
    const shares = stagesOf(plan, row);
    const items = shares
      ? shares.map(({ stage, amount }) => ({
          amount,
          nature: stage.nature,
          ...stageDue(stage, row.biz_date, { plan, defaultDueDays, shift: (day) => shifted(day, dueShift, holidays) }),
        }))
      : [{ amount: row.amount, nature: row.nature, due_by: 'DATE', due_days: 0, due_date: row.due_date, happened_on: null, happened_by: '' }];
    const parts = items.map((item) => ({ amount: item.amount, nature: item.nature as Nature, dueDate: item.due_date }));
    const debts = shares ? await splitReceivable(tx, me, { customerId: plan.customer_id, id: row.id, parts }, now) : [row];
    await tx
      .insertInto('ar_plan_item')
      .values(
        items.map((item, at) => ({
          ...item,
          tenant_id: me.tenantId,
          id: newId(),
          plan_id: plan.id,
          customer_id: plan.customer_id,
          seq: ++seq,
          receivable_id: debts[at]?.id as string,
        })),
      )
      .execute();
    if (shares) made.push(...debts.map((debt) => debt.id));
  }
  if (made.length) await tellDebtChange(tx, me, { customerId: plan.customer_id, receivableIds: made, why: 'RAISED', bizNo: plan.no }, now);
}

/** What of a debt is paid at which stage; null: it stays as it is, as what was paid or taken off before does. A stage too small for a 分 falls away. */
function stagesOf(plan: Owner, row: { amount: bigint } & Parameters<typeof isWhole>[0]) {
  const stages = plan.stages as unknown as Stage[];
  if (!stages.length || !isWhole(row)) return null;
  const amounts = splitTotal(
    row.amount,
    stages.map((stage) => stage.ppm),
  );
  return stages.map((stage, at) => ({ stage, amount: amounts[at] as bigint })).filter(({ amount }) => amount > 0n);
}

interface Terms {
  plan: Owner;
  defaultDueDays: number;
  shift: (day: string) => string;
}
/** The day a stage is due: known of what is due after delivery, else a day that holds until it is. */
function stageDue(stage: Stage, deliveredOn: string, { plan, defaultDueDays, shift }: Terms) {
  const by = { due_by: stage.dueBy, due_days: stage.dueDays };
  if (stage.dueBy === 'SHIP') return { ...by, due_date: shift(addDays(deliveredOn, stage.dueDays)), happened_on: deliveredOn, happened_by: '发货' };
  const wait = defaultDueDays + (stage.dueBy === 'WARRANTY' ? plan.warranty_days : 0);
  return { ...by, due_date: shift(addDays(deliveredOn, wait + stage.dueDays)), happened_on: null, happened_by: '' };
}

/** A plan is done when everything it is for was raised and nothing of it is open; it runs again when something is. */
export async function refreshPlans(tx: Tx, me: Pick<Me, 'tenantId'>, planIds: readonly string[]): Promise<void> {
  if (!planIds.length) return;
  await sql`
    update ar_plan p set status = s.status
    from (
      select i.plan_id, q.id, case when sum(i.amount) >= q.total and bool_and(i.receivable_id is not null and (r.status = 'REVERSED' or r.open <= 0))
        then 'DONE' else 'RUNNING' end as status
      from ar_plan_item i join ar_plan q on q.tenant_id = i.tenant_id and q.id = i.plan_id
      left join receivable r on r.tenant_id = i.tenant_id and r.id = i.receivable_id
      where i.tenant_id = ${me.tenantId} and i.plan_id = ${anyOf(planIds)} group by i.plan_id, q.id, q.total) s
    where p.tenant_id = ${me.tenantId} and p.id = s.plan_id and p.status in ('RUNNING', 'DONE') and p.status <> s.status`.execute(tx);
}

/** Debts of an order that has a plan join it; what was reversed leaves it; a new day and what is open show in its state. */
async function follow(tx: Tx, me: Me, change: DebtChange, now: Date): Promise<void> {
  if (change.why === 'RAISED') {
    const plans = await tx
      .selectFrom('ar_plan as p')
      .select(['p.id', 'p.no', 'p.customer_id', 'p.order_id', 'p.credit_order_id', 'p.stages', 'p.warranty_days'])
      .where('p.tenant_id', '=', me.tenantId)
      .where('p.customer_id', '=', change.customerId)
      .where('p.source', 'in', ['ORDER', 'CREDIT'])
      .where('p.status', 'in', ['RUNNING', 'DONE'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('receivable as r')
            .select('r.id')
            .whereRef('r.tenant_id', '=', 'p.tenant_id')
            .where('r.id', '=', anyOf(change.receivableIds))
            .where((where) => where.or([where('r.order_id', '=', where.ref('p.order_id')), where('r.credit_order_id', '=', where.ref('p.credit_order_id'))])),
        ),
      )
      .orderBy('p.id')
      .execute();
    for (const plan of plans) await joinDebts(tx, me, plan, now);
  }
  if (change.why === 'RESCHEDULED')
    await sql`update ar_plan_item i set due_date = r.due_date from receivable r
      where i.tenant_id = ${me.tenantId} and r.tenant_id = i.tenant_id and r.id = i.receivable_id and r.id = ${anyOf(change.receivableIds)}`.execute(tx);
  let touched = tx
    .selectFrom('ar_plan_item as i')
    .innerJoin('ar_plan as p', (on) => on.onRef('p.tenant_id', '=', 'i.tenant_id').onRef('p.id', '=', 'i.plan_id'))
    .select('p.id')
    .distinct()
    .where('i.tenant_id', '=', me.tenantId)
    .where('p.status', 'in', ['RUNNING', 'DONE']);
  touched = change.receivableIds.length
    ? touched.where('i.receivable_id', '=', anyOf(change.receivableIds))
    : touched.where('p.customer_id', '=', change.customerId).where('p.source', '=', 'CREDIT');
  const ids = (await touched.execute()).map((row) => row.id).sort();
  if (change.why === 'REVERSED' && ids.length)
    await sql`delete from ar_plan_item i using ar_plan p, receivable r
      where i.tenant_id = ${me.tenantId} and p.tenant_id = i.tenant_id and p.id = i.plan_id and p.source in ('ORDER', 'CREDIT')
        and r.tenant_id = i.tenant_id and r.id = i.receivable_id and r.status = 'REVERSED' and r.id = ${anyOf(change.receivableIds)}`.execute(tx);
  await refreshPlans(tx, me, ids);
}

defineDebtChange('receivablePlan', follow);
