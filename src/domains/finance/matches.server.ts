import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** Matches of receipts and captures with receivables, in the order they were made; whoever asks joins the side it wants. */
export const matches = (tx: Tx, me: Me) =>
  tx
    .selectFrom('receipt_apply')
    .select([
      'receipt_apply.id',
      'receipt_apply.amount',
      'receipt_apply.discount',
      'receipt_apply.actor',
      'receipt_apply.created_at as at',
      'receipt_apply.reversed_at as reversedAt',
    ])
    .where('receipt_apply.tenant_id', '=', me.tenantId)
    .orderBy('receipt_apply.created_at')
    .orderBy('receipt_apply.id');
