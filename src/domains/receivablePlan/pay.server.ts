import type { z } from 'zod';
import { bookByReceipts } from '~/domains/finance/bankLines.server';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { previewApply } from '~/domains/receivable/receiptViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { askAdjust } from './adjust.server';
import { arConfigOf } from './config.server';
import type { PayInput, PayPreview } from './pay.schema';
import { natures } from './plan';
import { lockOpenLine } from './planMoney.server';

/**
 * 登记回款: money that came, matched with debts; what is left of the money is prepaid, and what a debt misses by little is asked to be rounded off or
 * borne as the bank's fee, by somebody else's approval, in the same transaction.
 */
export async function registerPay(tx: Tx, me: Me, input: PayInput, now: Date): Promise<{ id: string; no: string; adjusts: number }> {
  const { parts, bizDate, bankLineId, ...form } = input;
  await lockCustomerMoney(tx, me, [input.customerId]);
  const line = bankLineId ? await lockOpenLine(tx, me, bankLineId, input.customerId) : null;
  if (line && (line.amount !== input.amount || line.flow_no !== input.bankFlowNo))
    refuse('BAD_STATE', `流水${line.flow_no}到账${saidYuan(line.amount)}元，登记的流水号和金额须与它相同`, {
      fields: { amount: `应为${saidYuan(line.amount)}元` },
    });
  const receipt = await registerReceipt(
    tx,
    me,
    { ...form, ...(bizDate ? { bizDate } : {}), applies: parts.map(({ receivableId, amount }) => ({ receivableId, amount })) } satisfies ReceiptForm,
    now,
  );
  if (line) await bookByReceipts(tx, me, [{ lineId: line.id, receiptId: receipt.id }], now);
  const taken = new Map(parts.flatMap((part) => (part.rest === 'KEEP' ? [] : [[part.receivableId, part.rest] as const])));
  const open = taken.size
    ? await tx
        .selectFrom('receivable')
        .select(['id', 'open'])
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', anyOf([...taken.keys()]))
        .where('open', '>', 0n)
        .orderBy('id')
        .execute()
    : [];
  for (const row of open)
    await askAdjust(
      tx,
      me,
      {
        receivableId: row.id,
        kind: taken.get(row.id) === 'FEE' ? 'FEE' : 'ROUNDING',
        amount: row.open ?? 0n,
        dueTo: '',
        natureTo: '',
        voucher: [],
        reason: `收款单${receipt.no}的${taken.get(row.id) === 'FEE' ? '银行手续费' : '收款差额'}`,
      },
      now,
    );
  return { id: receipt.id, no: receipt.no, adjusts: open.length };
}

/** What a sum of money would settle, the earliest due first, with what is disputed of each. */
export async function previewPay(tx: Tx, me: Me, input: { customerId: string; amount: bigint }): Promise<z.output<typeof PayPreview>> {
  const { rest, receivables } = await previewApply(tx, me, input);
  const more = await tx
    .selectFrom('receivable')
    .select(['id', 'nature', 'disputed', 'source_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(receivables.map((row) => row.id)))
    .execute();
  const byId = new Map(more.map((row) => [row.id, row]));
  const { roundingLimit, feeLimit } = await arConfigOf(tx, me);
  return {
    rest,
    roundingLimit,
    feeLimit,
    parts: receivables.map(({ bizDate: _, ...row }) => {
      const one = byId.get(row.id);
      return {
        ...row,
        sourceNo: row.sourceNo || (one?.source_no ?? ''),
        nature: natures[(one?.nature ?? 'DELIVERY') as keyof typeof natures],
        disputed: one?.disputed ?? 0n,
      };
    }),
  };
}
