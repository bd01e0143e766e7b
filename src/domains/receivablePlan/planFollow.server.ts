import { sql } from 'kysely';
import { anyOf } from '~/domains/product/product.server';
import { type DebtChange, defineDebtChange } from '~/domains/receivable/debtChange.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Plan } from './planDoc.server';

type Owner = Pick<Plan, 'id' | 'customer_id' | 'order_id' | 'credit_order_id'>;

/** Shows the debts of the plan's order or credit order that it does not show yet. */
export async function joinDebts(tx: Tx, me: Pick<Me, 'tenantId'>, plan: Owner): Promise<void> {
  let rows = tx
    .selectFrom('receivable as r')
    .select(['r.id', 'r.amount', 'r.due_date', 'r.nature', 'r.no'])
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
  const from = Number(last?.seq ?? 0);
  await tx
    .insertInto('ar_plan_item')
    .values(
      found.map((row, index) => ({
        tenant_id: me.tenantId,
        id: newId(),
        plan_id: plan.id,
        customer_id: plan.customer_id,
        seq: from + index + 1,
        nature: row.nature,
        amount: row.amount,
        due_by: 'DATE',
        due_date: row.due_date,
        receivable_id: row.id,
      })),
    )
    .execute();
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
async function follow(tx: Tx, me: Me, change: DebtChange): Promise<void> {
  if (change.why === 'RAISED') {
    const plans = await tx
      .selectFrom('ar_plan as p')
      .select(['p.id', 'p.customer_id', 'p.order_id', 'p.credit_order_id'])
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
    for (const plan of plans) await joinDebts(tx, me, plan);
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
