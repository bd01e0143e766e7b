import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { planFlow } from './plan';

export const plans = defineDocument({ table: 'ar_plan', noun: '应收计划', title: (doc) => `应收计划${doc.no}`, states: planFlow });
export type Plan = Awaited<ReturnType<typeof plans.lock>>;

/** The customer's money, then the plan: in the order of everybody who changes a debt. */
export async function lockPlan(tx: Tx, me: Me, ref: { id: string; version?: number | undefined }): Promise<Plan> {
  await lockCustomerMoney(tx, me, tx.selectFrom('ar_plan').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id));
  return plans.lock(tx, me, ref);
}

export const itemsOf = (tx: Tx, me: Pick<Me, 'tenantId'>, planId: string) =>
  tx.selectFrom('ar_plan_item').selectAll().where('tenant_id', '=', me.tenantId).where('plan_id', '=', planId).orderBy('seq').execute();
export type Item = Awaited<ReturnType<typeof itemsOf>>[number];
