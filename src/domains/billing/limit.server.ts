import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addQty, compareQty, displayQty, displayYuan } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { billableByIds, lineTitle } from './billable.server';
import { dueOf } from './rules';
import { type Billing, docs } from './steps.server';

/** Goods may have come back since it was applied for: nothing is issued above what is signed and not returned. */
export async function refuseAboveSigned(tx: Tx, me: Me, doc: Billing): Promise<void> {
  if (doc.direction === 'RED') return;
  const lines = await billableByIds(
    tx,
    me,
    doc.customer_id,
    doc.lines.map((line) => line.order_line_id),
  );
  for (const { order_line_id, qty, amount, line_no } of doc.lines) {
    const line = lines.get(order_line_id);
    if (!line) continue;
    const due = dueOf(line);
    if (compareQty(addQty(line.invoiced, qty), due.qty) <= 0 && line.invoicedAmount + amount <= due.amount) continue;
    refuse(
      'BILL_EXCEED',
      `${docs.title(doc)}第${line_no}行：${lineTitle(line)}已签收${displayQty(line.signed)}、已退${displayQty(line.returned)}、已开票${displayQty(line.invoiced)}${line.sku.unitName}，` +
        `本次${displayQty(qty)}${line.sku.unitName}、${displayYuan(amount)}元超出，请作废后重新申请`,
    );
  }
}
