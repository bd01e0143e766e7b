import type { z } from 'zod';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { anyOf } from '~/domains/product/product.server';
import type { ReceiptForm } from '~/domains/receivable/receipt';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { previewApply } from '~/domains/receivable/receiptViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { askAdjust } from './adjust.server';
import { arConfigOf } from './config.server';
import type { PayInput, PayPreview } from './pay.schema';
import { natures } from './plan';

/**
 * 登记回款: money that came, matched with debts; what is left of the money is prepaid, and what a debt misses by little is asked to be rounded off,
 * by somebody else's approval, in the same transaction.
 */
export async function registerPay(tx: Tx, me: Me, input: PayInput, now: Date): Promise<{ id: string; no: string; adjusts: number }> {
  const { parts, bizDate, bankLineId: _, ...form } = input;
  await lockCustomerMoney(tx, me, [input.customerId]);
  const receipt = await registerReceipt(
    tx,
    me,
    { ...form, ...(bizDate ? { bizDate } : {}), applies: parts.map(({ receivableId, amount }) => ({ receivableId, amount })) } satisfies ReceiptForm,
    now,
  );
  const rounded = parts.filter((part) => part.rounding).map((part) => part.receivableId);
  const open = rounded.length
    ? await tx
        .selectFrom('receivable')
        .select(['id', 'open'])
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', anyOf(rounded))
        .where('open', '>', 0n)
        .orderBy('id')
        .execute()
    : [];
  for (const row of open)
    await askAdjust(
      tx,
      me,
      { receivableId: row.id, kind: 'ROUNDING', amount: row.open ?? 0n, dueTo: '', natureTo: '', voucher: [], reason: `收款单${receipt.no}的收款差额` },
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
  const { roundingLimit } = await arConfigOf(tx, me);
  return {
    rest,
    roundingLimit,
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
