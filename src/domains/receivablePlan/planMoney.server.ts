import { bookByReceipts } from '~/domains/finance/bankLines.server';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { firstDueFirst } from '~/domains/receivable/receivable';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { lockKnown } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { itemsOf, type Plan, plans } from './planDoc.server';

/** A line of the bank that nobody took in yet, of this customer or of nobody known. Locked. */
export async function lockOpenLine(tx: Tx, me: Me, id: string, customerId: string) {
  const line = await lockKnown(tx, me, 'bank_line', '银行流水', { id });
  if (line.status !== 'OPEN') refuse('BAD_STATE', `流水${line.flow_no}已经处理，不能再使用`, { fields: { bankLineId: '已经处理' } });
  if (line.amount <= 0n) refuse('BAD_STATE', `流水${line.flow_no}为红字冲正${saidYuan(line.amount)}元，不能作为回款`, { fields: { bankLineId: '红字冲正' } });
  if (line.customer_id !== null && line.customer_id !== customerId)
    refuse('BAD_STATE', `流水${line.flow_no}已确定为其他客户的回款，不能用于本计划`, { fields: { bankLineId: '不是该客户的流水' } });
  return line;
}

/** A plan that began with money: the line becomes a receipt that pays the plan's items, the earliest due first; what is left is prepaid. */
export async function takeInLine(tx: Tx, me: Me, plan: Plan, now: Date): Promise<void> {
  const line = await lockOpenLine(tx, me, plan.bank_line_id as string, plan.customer_id);
  const items = (await itemsOf(tx, me, plan.id)).filter((item) => item.receivable_id !== null);
  const owed = items.map((item) => ({
    id: item.receivable_id as string,
    dueDate: item.due_date as string,
    bizDate: '',
    no: String(item.seq).padStart(4, '0'),
    open: item.amount,
  }));
  const { parts } = firstDueFirst(owed, line.amount);
  const receipt = await registerReceipt(
    tx,
    me,
    {
      customerId: plan.customer_id,
      amount: line.amount,
      payWay: 'BANK',
      bankFlowNo: line.flow_no,
      payer: line.payer.slice(0, 60),
      receivedAt: line.traded_at,
      voucher: [],
      remark: `${plans.title(plan)}${line.summary ? `：${line.summary}` : ''}`.slice(0, 200),
      applies: parts.map((part) => ({ receivableId: part.id, amount: part.apply })),
    },
    now,
  );
  await bookByReceipts(tx, me, [{ lineId: line.id, receiptId: receipt.id }], now);
  await tx.updateTable('ar_plan').set({ receipt_id: receipt.id }).where('tenant_id', '=', me.tenantId).where('id', '=', plan.id).execute();
}
