import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { eachOrOne } from '~/server/each.server';
import { defineSteps } from '~/server/steps.server';
import { lockIfThere, mustBeSeen } from '~/server/versioned.server';
import { displayYuan } from '~/shared/money';
import { refuse, versionConflict } from '~/shared/refusal';
import type { RowResult } from '~/shared/rowResults.schema';
import { saidYuan } from '~/shared/said';
import { customerBooks } from './books.server';
import { type CustomerState, customerFlow, isEditable } from './customerNames';
import * as subjects from './subjects';

interface Item {
  id: string;
  version: number;
}
const docs = defineDocument({ table: 'customer', noun: '客户', title: (row) => `客户“${row.name}”`, states: customerFlow, reason: 'CUSTOMER_STATE' });
const step = defineSteps({ docs, flow: customerFlow, subject: subjects.customer });
const CHANGED = '客户已被他人修改或删除，请刷新后重试';

export function mustBeEditable({ name, status }: { name: string; status: string }): void {
  if (!isEditable(status)) refuse('CUSTOMER_STATE', `客户“${name}”已合并到其他客户，不能再编辑`);
}

interface Wanted {
  items: Item[];
  status: CustomerState;
  reason: string;
}

export const moveCustomers = async (tx: Tx, me: Me, input: Wanted): Promise<{ results: RowResult[] }> => ({
  results: await eachCustomer(tx, input.items, (item) => moveOne(tx, me, item, input)),
});

/** Each customer answers for itself: one that cannot change, or changed meanwhile, does not stop the others. One alone is refused to the person's form. */
export const eachCustomer = (tx: Tx, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<RowResult[]> =>
  eachOrOne(tx, items, async (item) => {
    await work(item);
    return '';
  });

/** One of many, locked: refuses what was changed since it was seen, or is gone. */
export function asSeen<R extends { version: number }>(found: R | undefined, version: number): R {
  const row = found ?? versionConflict(CHANGED);
  mustBeSeen(row, version, CHANGED);
  return row;
}

async function moveOne(tx: Tx, me: Me, item: Item, { status, reason }: Wanted): Promise<void> {
  const row = asSeen(await lockIfThere(tx, me, 'customer', item.id), item.version);
  await step(tx, me, row, { to: status, reason }, async () => {
    if (status === 'ENDED') await refuseUnsettled(tx, me, row);
  });
}

/** 终止 only when nothing is left between the two: nothing owed, no money kept, no order under way. */
async function refuseUnsettled(tx: Tx, me: Me, customer: { id: string; name: string }): Promise<void> {
  const funds = await customerBooks.get().summary(tx, me, customer.id);
  const { open } = await tx
    .selectFrom('sales_order')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customer.id)
    .where('status', 'in', ['PENDING_AUDIT', 'PENDING_PAY', 'PENDING_DELIVERY', 'PARTIAL_DELIVERED', 'DELIVERED'])
    .executeTakeFirstOrThrow();
  const left = [
    funds.openReceivable !== 0n && `未收应收${saidYuan(funds.openReceivable)}元`,
    funds.balance !== 0n && `资金余额${saidYuan(funds.balance)}元`,
    open > 0 && `未完成订单${open}张`,
  ].filter(Boolean);
  if (left.length > 0)
    refuse('CUSTOMER_STATE', `客户“${customer.name}”还有${left.join('、')}，结清后才能终止合作`, { openReceivable: displayYuan(funds.openReceivable) });
}
