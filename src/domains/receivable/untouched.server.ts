import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';

/** What was matched by hand, taken off by approval or is disputed keeps a delivery from being reversed. */
export async function refuseTouched(tx: Tx, me: Me, receivable: { id: string; no: string; disputed: bigint }, deliveryNo: string): Promise<void> {
  const matched = await tx
    .selectFrom('receipt_apply')
    .leftJoin('receipt', (on) => on.onRef('receipt.tenant_id', '=', 'receipt_apply.tenant_id').onRef('receipt.id', '=', 'receipt_apply.receipt_id'))
    .leftJoin('repay_payment', (on) =>
      on.onRef('repay_payment.tenant_id', '=', 'receipt_apply.tenant_id').onRef('repay_payment.id', '=', 'receipt_apply.repayment_id'),
    )
    .select(['receipt.no', 'repay_payment.no as repaymentNo'])
    .where('receipt_apply.capture_event_id', 'is', null)
    .where('receipt_apply.tenant_id', '=', me.tenantId)
    .where('receipt_apply.receivable_id', '=', receivable.id)
    .where('receipt_apply.reversed_at', 'is', null)
    .executeTakeFirst();
  if (matched?.repaymentNo) refuse('BAD_STATE', `发货单${deliveryNo}的应收单${receivable.no}已由还款单${matched.repaymentNo}还款，请先冲销还款再冲销发货`);
  if (matched)
    refuse('BAD_STATE', `发货单${deliveryNo}的应收单${receivable.no}已由收款单${matched.no}核销，请先反核销再冲销`, {
      receivableNo: receivable.no,
      receiptNo: matched.no,
    });
  if (receivable.disputed > 0n)
    refuse('BAD_STATE', `发货单${deliveryNo}的应收单${receivable.no}有争议${saidYuan(receivable.disputed)}元处理中，请先处理争议再冲销`);
  const adjusted = await tx
    .selectFrom('ar_adjust')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('receivable_id', '=', receivable.id)
    .where('kind', 'in', ['DISCOUNT', 'ROUNDING', 'FEE', 'BAD_DEBT'])
    .where((where) => where.or([where('status', '=', 'PENDING'), where.and([where('status', '=', 'DONE'), where('restored', '<', where.ref('amount'))])]))
    .executeTakeFirst();
  if (adjusted) refuse('BAD_STATE', `发货单${deliveryNo}的应收单${receivable.no}有应收调整单${adjusted.no}，请先撤回或恢复调整再冲销`);
}
