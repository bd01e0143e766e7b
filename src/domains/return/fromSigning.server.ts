import { type Trouble, troubledSigning } from '~/domains/delivery/sign.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addQty, compareQty, minQty, subQty, sumQty } from '~/shared/money';
import { insertLines, insertReturn } from './apply.server';
import { tellDealer, tellFactory } from './notices.server';
import { amountsOf, cameBack, type Deliverable, deliveredParts, returnableOf } from './returnable.server';
import type { ReturnPart } from './returns';
import { docs, linesOf, record } from './store.server';

/**
 * What a customer refused, and what of the accepted goods is damaged, becomes a draft of a return, one an order: either side completes and submits it,
 * or calls it off. Damage up to what was refused is of the refused goods. A delivery signed in several parts goes on in its draft.
 */
async function draftReturns(tx: Tx, me: Me, { delivery, lines }: Trouble, now: Date): Promise<void> {
  for (const orderId of [...new Set(lines.map(({ row }) => row.order_id))].sort()) {
    const parts = await deliveredParts(tx, me, orderId);
    const wanted = lines.flatMap(({ row, refused, damage }) => {
      const damaged = subQty(damage, minQty(damage, refused));
      const of = (part: ReturnPart, qty: string) => {
        const line = parts.find((one) => one.deliveryLineId === row.id && one.part === part);
        const left = line ? minQty(qty, returnableOf(line)) : '0';
        return line && compareQty(left, '0') > 0 ? [{ line, qty: left }] : [];
      };
      return row.order_id === orderId ? [...of('REFUSED', refused), ...of('SIGNED', damaged)] : [];
    });
    if (wanted.length)
      await draftFor(tx, me, { delivery, orderId, wanted, description: [...new Set(lines.map(({ note }) => note).filter(Boolean))].join('；') }, now);
  }
}

interface Draft {
  delivery: Trouble['delivery'];
  orderId: string;
  wanted: readonly { line: Deliverable; qty: string }[];
  description: string;
}

async function draftFor(tx: Tx, me: Me, { delivery, orderId, wanted, description }: Draft, now: Date): Promise<void> {
  const delivered = new Map(wanted.map(({ line }) => [line.deliveryLineId, line]));
  const asked = wanted.map(({ line, qty }) => ({ deliveryLineId: line.deliveryLineId, qty }));
  const goods = amountsOf(asked, delivered, await cameBack(tx, me, orderId)).reduce((sum, amount) => sum + amount, 0n);
  const before = await openDraft(tx, me, orderId, delivery.id);
  if (before) return addTo(tx, me, before, wanted, goods, now);
  const order = await tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'customer_id', 'customer_name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const doc = await insertReturn(
    tx,
    me,
    order,
    {
      type: 'RETURN_REFUND',
      source: 'SIGNING',
      delivery_id: delivery.id,
      reason_code: wanted.some(({ line }) => line.part === 'REFUSED') ? 'REFUSED' : 'DAMAGED',
      description: description.slice(0, 500),
      refund_to: 'ORIGINAL',
      total_qty: sumQty(wanted.map(({ qty }) => qty)),
      goods_amount: goods,
      refund: goods,
    },
    now,
  );
  await insertLines(tx, me, doc, wanted);
  const told = { id: doc.id, no: doc.no, order_no: order.no ?? '', customer_id: order.customer_id, customer_name: order.customer_name };
  const note = `发货单${delivery.no}签收时有拒收或破损，已生成退货单${doc.no}，请补充后提交`;
  await tellFactory(tx, me, told, 'drafted', note);
  await tellDealer(tx, me, told, 'toSubmit', note);
}

const openDraft = (tx: Tx, me: Me, orderId: string, deliveryId: string) =>
  tx
    .selectFrom('return_order')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', orderId)
    .where('delivery_id', '=', deliveryId)
    .where('status', '=', 'DRAFT')
    .orderBy('id')
    .forUpdate()
    .executeTakeFirst();

async function addTo(
  tx: Tx,
  me: Me,
  doc: NonNullable<Awaited<ReturnType<typeof openDraft>>>,
  wanted: Draft['wanted'],
  goods: bigint,
  now: Date,
): Promise<void> {
  const lines = await linesOf(tx, me, doc.id);
  const fresh: { line: Deliverable; qty: string }[] = [];
  for (const one of wanted) {
    const had = lines.find((line) => line.delivery_line_id === one.line.deliveryLineId && line.part === one.line.part);
    if (!had) fresh.push(one);
    else
      await tx
        .updateTable('return_line')
        .set({ apply_qty: addQty(had.apply_qty, one.qty) })
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', had.id)
        .execute();
  }
  if (fresh.length) await insertLines(tx, me, doc, fresh, lines.at(-1)?.line_no ?? 0);
  const added = sumQty(wanted.map(({ qty }) => qty));
  await docs.update(tx, me, doc, { total_qty: addQty(doc.total_qty, added), goods_amount: doc.goods_amount + goods, refund: doc.refund + goods });
  await record(tx, me, doc, now, { action: '签收追加', from: 'DRAFT', to: 'DRAFT', system: true });
}

troubledSigning.provide({ draftReturns });
