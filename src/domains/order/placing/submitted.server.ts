import type { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { giveUp, submitDocument } from '~/domains/workflow/approval.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { type FormOrder, orderValues } from '../audit/approvalForm';
import { autoApprove, orderAudit } from '../audit/audit.server';
import { auditedOf } from '../audit/audited.server';
import { submittersOfOrder } from '../audit/submitters';
import type { PricedLine } from '../lines/lines.server';
import { submittedNotice } from '../notices.server';
import { lockOrder, type Order } from '../store.server';
import type { Done } from '../views/orderView.schema';

type Told = Parameters<typeof submittedNotice>[0];

/** A person is told to audit, or the system passes it. */
export async function audited(tx: Tx, me: Me, told: Told, config: OrderSettings, now: Date, done: Done): Promise<Done> {
  const { id } = told;
  const approved = config.auditMode === 'AUTO' ? await autoApprove(tx, me, id, config, now) : null;
  if (approved) {
    await giveUp(tx, me, orderAudit, auditedOf(tx, me, await lockOrder(tx, me, { id })), '系统自动审核通过', now);
    return approved;
  }
  const submitted = await submitDocument(tx, me, orderAudit, auditedOf(tx, me, await lockOrder(tx, me, { id })), now, { notice: submittedNotice(told) });
  return submitted.done ?? done;
}

/** A new order comes to wait while it is written: what the process reads of it is at hand. */
export async function submitNew(
  tx: Tx,
  me: Me,
  row: Omit<FormOrder, 'source'> & Told & { source?: string },
  priced: readonly PricedLine[],
  config: OrderSettings,
  now: Date,
): Promise<Done | undefined> {
  const order = { ...row, source: row.source ?? (isDealer(me) ? 'DEALER' : 'FACTORY') };
  const lines = priced.map((line) => ({ manual_price: line.manual, below_floor: line.belowFloor }));
  const barred = submittersOfOrder({ created_by: me.accountId, submitted_by: me.accountId }, lines, config);
  const how = { values: orderValues(order, lines), barred, notice: submittedNotice(row) };
  return (await submitDocument(tx, me, orderAudit, auditedOf(tx, me, order as unknown as Order), now, how)).done;
}
