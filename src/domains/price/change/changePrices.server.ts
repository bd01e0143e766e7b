import { submitDocument } from '~/domains/workflow/approval.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { triedOut } from '~/server/triedOut.server';
import { comparePrice } from '~/shared/money';
import { pricePolicyOf } from '../pricePolicy.server';
import * as subjects from '../subjects';
import { customerPriceChangeApproval } from './approval.server';
import { docs } from './changeDoc.server';
import { type ChangeKind, changeKinds } from './priceChange';
import type { Pending } from './priceChange.schema';
import type { Writer } from './writers.server';
import { type Written, writtenSince } from './written.server';

/**
 * Writes customers' prices at once, or, where the company asks for approval, finds out what would be written and submits that.
 * What is refused is refused when it is asked for, and once more when it passes.
 */
export async function changePrices<Asked, Done extends object>(
  tx: Tx,
  me: Me,
  { kind, write }: Writer<Asked, Done>,
  asked: Asked,
  now: Date,
): Promise<Done & { change: Pending }> {
  const { customerPrice } = await pricePolicyOf(tx, me);
  if (customerPrice === 'DIRECT') return { ...(await write(tx, me, asked, now)), change: null };
  const { done, lines } = await triedOut(
    tx,
    () => write(tx, me, asked, now),
    (since) => writtenSince(tx, me, since),
  );
  return { ...done, change: lines.length ? await submit(tx, me, kind, asked, lines, now) : null };
}

async function submit(tx: Tx, me: Me, kind: ChangeKind, asked: unknown, lines: readonly Written[], now: Date): Promise<Pending> {
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.customerPriceChange, now)];
  const falls = lines.flatMap(({ fall }) => fall ?? []).sort((a, b) => Number(b) - Number(a));
  const lowCount = lines.filter(({ newPrice, floorPrice }) => newPrice && floorPrice && comparePrice(newPrice, floorPrice) < 0).length;
  await tx
    .insertInto('customer_price_change')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      kind,
      asked: jsonb(asked),
      line_count: lines.length,
      customer_count: new Set(lines.map((line) => line.customerId)).size,
      low_count: lowCount,
      deepest_fall: falls[0] ?? '0',
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  await insertLines(tx, me, id, lines);
  await audit(tx, me, {
    action: '提交客户价变更',
    subject: subjects.customerPriceChange,
    id,
    no,
    after: { note: `${changeKinds[kind]}，${lines.length}条` },
  });
  await submitDocument(tx, me, customerPriceChangeApproval, await docs.lock(tx, me, { id }), now);
  return { id, no };
}

const PART = 500;

async function insertLines(tx: Tx, me: Me, changeId: string, lines: readonly Written[]): Promise<void> {
  const rows = lines.map((line, seq) => ({
    tenant_id: me.tenantId,
    id: newId(),
    change_id: changeId,
    seq,
    customer_id: line.customerId,
    sku_id: line.skuId,
    unit_id: line.unitId,
    min_qty: line.minQty,
    valid_from: line.validFrom,
    valid_to: line.validTo,
    action: line.action,
    old_price: line.oldPrice,
    new_price: line.newPrice,
    floor_price: line.floorPrice,
  }));
  for (let start = 0; start < rows.length; start += PART)
    await tx
      .insertInto('customer_price_change_line')
      .values(rows.slice(start, start + PART))
      .execute();
}
