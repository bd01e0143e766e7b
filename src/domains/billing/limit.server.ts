import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addQty, compareQty, displayQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { billableByIds, billableKey, lineTitle } from './billable.server';
import { dueOf } from './rules';
import { type Billing, docs } from './steps.server';

/** Goods may have come back since it was applied for: nothing is issued above what is signed and not returned. */
export async function refuseAboveSigned(tx: Tx, me: Me, doc: Billing): Promise<void> {
  if (doc.direction === 'RED') return;
  const lines = await billableByIds(tx, me, doc.customer_id, doc.lines.map(billableKey));
  for (const one of doc.lines) {
    const { qty, amount, line_no } = one;
    const line = lines.get(billableKey(one));
    if (!line) continue;
    const due = dueOf(line);
    // Of freight money alone decides: its quantity is a share that was rounded.
    const within = line.orderLineId === null || compareQty(addQty(line.invoiced, qty), due.qty) <= 0;
    if (within && line.invoicedAmount + amount <= due.amount) continue;
    refuse(
      'BILL_EXCEED',
      `${docs.title(doc)}第${line_no}行：${lineTitle(line)}已签收${displayQty(line.signed)}、已退${displayQty(line.returned)}、已开票${displayQty(line.invoiced)}${line.sku.unitName}，` +
        `本次${displayQty(qty)}${line.sku.unitName}、${saidYuan(amount)}元超出，请作废后重新申请`,
    );
  }
}
