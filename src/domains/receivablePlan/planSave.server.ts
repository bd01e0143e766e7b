import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { nextVersion } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { arConfigOf } from './config.server';
import { hasOwnItems, isEditable } from './plan';
import type { PlanInput } from './plan.schema';
import { lockPlan, plans } from './planDoc.server';
import { startPlan } from './planRun.server';
import { agreedFor } from './planSource.server';
import * as subjects from './subjects';

interface Saved {
  id: string;
  no: string;
  version: number;
}

/** Makes a plan, or changes one that was not started; with `start` it runs from now on. */
export async function savePlan(tx: Tx, me: Me, input: PlanInput, now: Date): Promise<Saved> {
  await lockCustomerMoney(tx, me, [input.customerId]);
  const before = input.id ? await lockPlan(tx, me, { id: input.id, version: input.version }) : null;
  if (before) plans.mustBe(before, isEditable, '编辑');
  const { total, salesMemberId, contractNo } = await agreedFor(tx, me, input);
  mustFoot(input, total);
  const row = {
    customer_id: input.customerId,
    title: input.title,
    source: input.source,
    contract_no: contractNo,
    project_id: input.projectId || null,
    order_id: input.source === 'ORDER' ? input.orderId : null,
    credit_order_id: input.source === 'CREDIT' ? input.creditOrderId : null,
    contract_id: input.source === 'MANUAL' ? input.contractId || null : null,
    bank_line_id: input.source === 'BANK' ? input.bankLineId : null,
    stages: JSON.stringify(input.source === 'ORDER' ? input.stages : []),
    warranty_days: input.warrantyDays ?? before?.warranty_days ?? (await arConfigOf(tx, me)).retentionDays,
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
  await writeItems(tx, me, { id, customerId: input.customerId }, hasOwnItems(input.source) ? input.items : [], now);
  await audit(tx, me, {
    action: before ? '修改应收计划' : '新建应收计划',
    subject: subjects.plan,
    id,
    no,
    after: { 名称: input.title, 总额: `${saidYuan(total)}元`, 款项: `${input.items.length}行` },
  });
  const version = nextVersion(before);
  return input.start ? startPlan(tx, me, { id, version }, now) : { id, no, version };
}

function mustFoot(input: PlanInput, total: bigint): void {
  if (!hasOwnItems(input.source)) return;
  if (!input.items.length) refuse('BAD_STATE', '请至少填写一行款项', { fields: { items: '请至少填写一行款项' } });
  const sum = input.items.reduce((all, item) => all + item.amount, 0n);
  if (sum !== total)
    refuse('BAD_STATE', `款项合计${saidYuan(sum)}元与计划总额${saidYuan(total)}元不一致，相差${saidYuan(sum > total ? sum - total : total - sum)}元`, {
      fields: { total: `款项合计为${saidYuan(sum)}元` },
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
