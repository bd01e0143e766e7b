import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import type { Random } from './random';

/** Most customers pay: three of four receivables past half their term are settled by a transfer near the due day, the rest grow old. */
export async function payReceivables(tx: Tx, me: Me, random: Random): Promise<void> {
  const today = shanghaiDate(new Date());
  const open = await tx
    .selectFrom('receivable')
    .select(['id', 'customer_id', 'customer_name', 'open', 'due_date'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', 'in', ['OPEN', 'PART'])
    .where('due_date', '<', addDays(today, 10))
    .where('credit_order_id', 'is', null)
    .orderBy('biz_date')
    .orderBy('no')
    .execute();
  for (const [index, one] of open.entries()) {
    if (random.chance(0.25)) continue;
    const due = addDays(one.due_date, random.whole(-8, 6));
    const day = due < today ? due : addDays(today, -1);
    const at = new Date(startOfDay(day).getTime() + 10 * 3_600_000);
    const receipt = ReceiptForm.decode({
      customerId: one.customer_id,
      amount: formatYuan(one.open ?? 0n),
      payWay: 'BANK',
      bankFlowNo: `HK${me.tenantId}${String(index).padStart(6, '0')}`,
      payer: one.customer_name,
      receivedAt: at.toISOString(),
      applies: [{ receivableId: one.id, amount: formatYuan(one.open ?? 0n) }],
    });
    await registerReceipt(tx, me, receipt, at);
  }
}
