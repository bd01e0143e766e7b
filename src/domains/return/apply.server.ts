import { lockOrder, type Order } from '~/domains/order/store.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import { submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { actorName, isDealer, type Me } from '~/portal/me';
import { REVERSE_ADD, REVERSE_MANAGE } from '~/portal/permissions';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { compareQty, decimalsOf, displayQty, sumQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { returnAudit } from './audit.server';
import { factoryNotice, tellDealer, tellFactory } from './notices.server';
import type { ReturnForm } from './return.schema';
import { amountsOf, cameBack, type Deliverable, deliveredParts, returnableOf } from './returnable.server';
import { dealerCancels, isEditable, type ReturnPart, returnParts } from './returns';
import { docs, type Held, linesOf, lockReturn, type Ref, type Return, record, type Stepped, step } from './store.server';
import * as subjects from './subjects';

/** Photos of what is wrong: both sides of the return see them, and add to them. */
defineAttachments({
  subject: subjects.returnOrder,
  title: '退货单',
  see: [REVERSE_MANAGE],
  edit: [REVERSE_ADD],
  dealer: 'edit',
  find: async (tx, me, id) => {
    const row = await tx
      .selectFrom('return_order')
      .select(['no', 'customer_id'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .$if(me.customerId !== null, (own) => own.where('customer_id', '=', me.customerId as string))
      .executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});

export interface Asked {
  line: Deliverable;
  qty: string;
}

/** Applies for a return of goods of one order, or saves a draft; the order is locked, so two people never ask back the same goods. */
export async function saveReturn(tx: Tx, me: Me, form: ReturnForm, now: Date): Promise<Stepped> {
  const held = form.id ? await lockReturn(tx, me, { id: form.id, version: form.version }) : null;
  if (held) docs.mustBe(held.doc, isEditable, '编辑');
  const order = held?.order ?? (await lockOrder(tx, me, { id: form.orderId }));
  const asked = await askedOf(tx, me, order, form, held?.doc.id ?? '');
  if (isDealer(me)) await refuseTooLate(tx, me, asked, now);
  const goods = await billedFor(tx, me, order, asked, held?.doc.id ?? '');
  const values = {
    type: form.type,
    reason_code: form.reasonCode,
    description: form.description,
    refund_to: form.type === 'EXCHANGE' ? ('ACCOUNT' as const) : form.refundTo,
    total_qty: sumQty(asked.map(({ qty }) => qty)),
    goods_amount: goods,
    deduct: 0n,
    refund: goods,
  };
  const doc = held
    ? await rewrite(tx, me, held.doc, values, now)
    : await insertReturn(tx, me, order, { ...values, source: isDealer(me) ? 'DEALER' : 'FACTORY' }, now);
  await insertLines(tx, me, doc, asked);
  await setAttachments(tx, me, { subject: subjects.returnOrder, id: doc.id, customerId: doc.customer_id }, form.attachments);
  return form.submit ? submitReturn(tx, me, { id: doc.id }, now) : { id: doc.id, no: doc.no, status: 'DRAFT', version: doc.version };
}

/** What is asked back, each checked against what may still come back of it. */
async function askedOf(tx: Tx, me: Me, order: Order, form: ReturnForm, except: string): Promise<Asked[]> {
  const parts = await deliveredParts(tx, me, order.id, except);
  const seen = new Set<string>();
  return form.lines.map(({ deliveryLineId, part, qty }, index) => {
    const line = parts.find((one) => one.deliveryLineId === deliveryLineId && one.part === part) ?? notFound(`第${index + 1}行的发货商品`);
    const key = `${deliveryLineId}/${part}`;
    if (seen.has(key)) refuse('RETURN_EXCEED', `第${index + 1}行：${titleOf(line)}重复，请合并为一行`);
    seen.add(key);
    refuseBeyond(line, qty, index);
    return { line, qty };
  });
}

/** What a stored return asks back, as a form would say it: a draft may have been made by the factory, or lain a while. */
async function storedAs(tx: Tx, me: Me, { doc, order }: Held): Promise<Asked[]> {
  const parts = await deliveredParts(tx, me, order.id, doc.id);
  return (await linesOf(tx, me, doc.id)).flatMap((stored) => {
    const line = parts.find((one) => one.deliveryLineId === stored.delivery_line_id && one.part === stored.part);
    return line ? [{ line, qty: stored.apply_qty }] : [];
  });
}

/** 退货时限: counted from the day the goods were signed for; what was refused at the door may always come back. */
async function refuseTooLate(tx: Tx, me: Me, asked: readonly Asked[], now: Date): Promise<void> {
  const { returnDays } = await orderSettingsOf(tx, me);
  if (returnDays === 0) return;
  for (const [index, { line }] of asked.entries()) {
    if (line.part !== 'SIGNED' || !line.signedAt) continue;
    const last = addDays(shanghaiDate(line.signedAt), returnDays);
    if (shanghaiDate(now) > last)
      refuse(
        'RETURN_EXCEED',
        `第${index + 1}行：${titleOf(line)}于${shanghaiDate(line.signedAt)}签收，${last}已过退货时限${returnDays}天，如需退货请联系厂家`,
        {
          fields: { [`lines.${index}.qty`]: `已过退货时限${returnDays}天` },
        },
      );
  }
}

const titleOf = (line: Deliverable): string => `发货单${line.deliveryNo}的商品“${line.sku.name}”（${line.sku.code}）`;

function refuseBeyond(line: Deliverable, qty: string, index: number): void {
  const field = `lines.${index}.qty`;
  const { unitName, unitDecimals } = line.sku;
  if (decimalsOf(qty) > unitDecimals)
    refuse('RETURN_EXCEED', `第${index + 1}行：${titleOf(line)}的数量${qty}最多允许${unitDecimals}位小数`, {
      fields: { [field]: `最多允许${unitDecimals}位小数` },
    });
  const left = returnableOf(line);
  if (compareQty(qty, left) > 0)
    refuse(
      'RETURN_EXCEED',
      `第${index + 1}行：${titleOf(line)}${returnParts[line.part]}${displayQty(line.had)}${unitName}，已申请或退回${displayQty(line.taken)}${unitName}，本次${displayQty(qty)}${unitName}超过可退的${displayQty(left)}${unitName}`,
      { fields: { [field]: `可退${displayQty(left)}${unitName}` }, returnable: left },
    );
}

async function billedFor(tx: Tx, me: Me, order: Order, asked: readonly Asked[], except: string): Promise<bigint> {
  const delivered = new Map(asked.map(({ line }) => [line.deliveryLineId, line]));
  const lines = asked.map(({ line, qty }) => ({ deliveryLineId: line.deliveryLineId, qty }));
  return amountsOf(lines, delivered, await cameBack(tx, me, order.id, except)).reduce((sum, amount) => sum + amount, 0n);
}

type Values = Pick<Return, 'reason_code' | 'description' | 'refund_to' | 'total_qty' | 'goods_amount' | 'refund' | 'type'> & { deduct?: bigint };
type Written = Pick<Return, 'id' | 'no' | 'customer_id' | 'version'>;

async function rewrite(tx: Tx, me: Me, doc: Return, values: Values, now: Date): Promise<Written> {
  const version = await docs.update(tx, me, doc, values);
  await tx.deleteFrom('return_line').where('tenant_id', '=', me.tenantId).where('return_id', '=', doc.id).execute();
  await record(tx, me, doc, now, { action: '修改', from: doc.status, to: doc.status });
  return { id: doc.id, no: doc.no, customer_id: doc.customer_id, version };
}

/** A draft; applying submits it in the same transaction. */
export async function insertReturn(
  tx: Tx,
  me: Me,
  order: Pick<Order, 'id' | 'no' | 'customer_id' | 'customer_name'>,
  values: Values & { source: 'DEALER' | 'FACTORY' | 'SIGNING'; delivery_id?: string },
  now: Date,
): Promise<Written> {
  const doc = { id: newId(), no: await oneNumber(tx, me, subjects.returnOrder, now), customer_id: order.customer_id, version: 1 };
  const system = values.source === 'SIGNING';
  await tx
    .insertInto('return_order')
    .values({
      ...values,
      ...doc,
      tenant_id: me.tenantId,
      order_id: order.id,
      order_no: order.no ?? '',
      customer_name: order.customer_name,
      status: 'DRAFT',
      created_by: system ? null : me.accountId,
      creator: system ? '系统' : actorName(me),
      created_at: now,
    })
    .execute();
  await record(tx, me, doc, now, { action: system ? '签收产生退货单' : '新建退货单', from: '', to: 'DRAFT', system });
  return doc;
}

export async function insertLines(
  tx: Tx,
  me: Me,
  doc: Pick<Written, 'id' | 'customer_id'>,
  asked: readonly { line: Pick<Deliverable, 'deliveryLineId' | 'deliveryId' | 'orderLineId'> & { part: ReturnPart }; qty: string }[],
  from = 0,
): Promise<void> {
  const rows = asked.map(({ line, qty }, index) => ({
    tenant_id: me.tenantId,
    id: newId(),
    return_id: doc.id,
    customer_id: doc.customer_id,
    line_no: from + index + 1,
    order_line_id: line.orderLineId,
    delivery_id: line.deliveryId,
    delivery_line_id: line.deliveryLineId,
    part: line.part,
    apply_qty: qty,
  }));
  await tx.insertInto('return_line').values(rows).execute();
}

/** A draft, also one made at a signing, asks for its approval. */
export async function submitReturn(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Stepped> {
  const held = await lockReturn(tx, me, ref);
  const { doc } = held;
  if (isDealer(me)) await refuseTooLate(tx, me, await storedAs(tx, me, held), now);
  const set = { submitted_at: now, submitted_by: me.accountId };
  const stepped = await step(tx, me, doc, 'PENDING_AUDIT', now, { action: '提交申请', set });
  const submitted = await submitDocument(tx, me, returnAudit, held, now, { notice: factoryNotice(doc, 'submitted', '请审核') });
  return submitted.done ?? stepped;
}

/** 撤回: back to a draft, by the side that applied. */
export async function withdrawReturn(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Stepped> {
  const held = await lockReturn(tx, me, ref);
  docs.mustBecome(held.doc, 'DRAFT', '撤回');
  await withdraw(tx, me, returnAudit, held, '', now);
  return step(tx, me, held.doc, 'DRAFT', now, { action: '撤回' });
}

/** 取消: before the goods are received. What was asked back may be asked back again. */
export async function cancelReturn(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Stepped> {
  const held = await lockReturn(tx, me, input);
  const { doc } = held;
  docs.mustBecome(doc, 'CANCELLED', '取消');
  if (isDealer(me) && !dealerCancels.includes(doc.status)) refuse('BAD_STATE', `退货单${doc.no}的货物已寄出，如需取消请联系厂家`);
  if (doc.status === 'PENDING_AUDIT') await withdraw(tx, me, returnAudit, held, input.reason, now);
  const stepped = await step(tx, me, doc, 'CANCELLED', now, { action: '取消', note: input.reason, set: { close_reason: input.reason, finished_at: now } });
  if (isDealer(me)) await tellFactory(tx, me, doc, 'withdrawn', `客户已取消${input.reason ? `，原因：${input.reason}` : ''}`);
  else await tellDealer(tx, me, doc, 'cancelled', input.reason);
  return stepped;
}

/** 寄回: the waybill of goods on their way back; written again it is corrected. */
export async function sendBack(tx: Tx, me: Me, input: Ref & { carrier: string; waybillNo: string }, now: Date): Promise<Stepped> {
  const { doc } = await lockReturn(tx, me, input);
  const set = { carrier: input.carrier, waybill_no: input.waybillNo, sent_at: now };
  const note = `${input.carrier} ${input.waybillNo}`;
  if (doc.status === 'WAIT_RECEIVE') {
    const version = await docs.update(tx, me, doc, set);
    await record(tx, me, doc, now, { action: '更正寄回物流', note, from: doc.status, to: doc.status });
    return { id: doc.id, no: doc.no, status: doc.status, version };
  }
  const stepped = await step(tx, me, doc, 'WAIT_RECEIVE', now, { action: '寄回', note, set });
  await tellFactory(tx, me, doc, 'sent', `货物已寄回：${note}`);
  return stepped;
}
