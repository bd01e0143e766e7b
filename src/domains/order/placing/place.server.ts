import { releaseDeduction, reserveDeduction } from '~/domains/expense/deduction.server';
import { projectForOrder } from '~/domains/project/project.server';
import type { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { refuse } from '~/shared/refusal';
import { holdFunds, releaseFunds, releaseLines, reserveLines } from '../allocation/allocation.server';
import { leaveAudit } from '../audit/auditTask.server';
import type { OrderContent, OrderInput, Ref } from '../form/orderInput.schema';
import { withExpense } from '../lines/expense.server';
import { type PricedLine, priceLines, totalsOf } from '../lines/lines.server';
import { tellFactory } from '../notices.server';
import { addVersion, linesOf, lockOrder, mustBeAllowed, type Order, partyOf, titleOf, transition } from '../store.server';
import * as subjects from '../subjects';
import { adjustUses, freeUses } from '../uses/uses.server';
import { snapshotOfPriced } from '../versions/snapshot.server';
import type { Done } from '../views/orderView.schema';
import { contentOf } from './content.server';
import { headOf, type OrderHead, refusePastDay } from './head.server';
import { placeNew } from './placeNew.server';
import { audited } from './submitted.server';
import { insertDraft, insertLines, keepFiles, markShort } from './write.server';

/** Keeps what was typed, priced as a quote; nothing is held. */
export async function saveDraft(tx: Tx, me: Me, input: OrderInput, now: Date): Promise<Done> {
  if (input.id === '') {
    const head = await headOf(tx, me, input, false);
    const priced = await priceLines(tx, me, { customerId: head.customer_id, projectId: input.projectId, now, lines: input.lines, strict: false });
    const done = await insertDraft(tx, me, { ...head, ...totalsOf(priced, head.freight) }, priced, now);
    await keepFiles(tx, me, done.id, head.customer_id, input);
    return done;
  }
  const order = await lockOwn(tx, me, input);
  mustBeAllowed(order, 'SAVE', partyOf(me));
  const head = await headOf(tx, me, { ...input, customerId: order.customer_id }, false, order.project_id);
  await keepFiles(tx, me, order.id, order.customer_id, input);
  const priced = await priceAgain(tx, me, order, head, input.lines, now, false);
  await replaceLines(tx, me, order, head.warehouse_id, priced);
  return transition(tx, me, order, now, { action: 'SAVE', to: 'DRAFT', set: { ...head, ...totalsOf(priced, head.freight) } });
}

/** Saves and submits in one go: the form's 提交审核. */
export async function placeOrder(tx: Tx, me: Me, input: OrderInput, now: Date, origin?: { source: 'IMPORT'; external_no: string }): Promise<Done> {
  if (input.id !== '') {
    const order = await lockOwn(tx, me, input);
    await keepFiles(tx, me, order.id, order.customer_id, input);
    return submitContent(tx, me, order, input, await orderSettingsOf(tx, me), now);
  }
  return placeNew(tx, me, input, now, origin);
}

/** Submits a draft or a rejected order as it is stored. */
export async function submitOrder(tx: Tx, me: Me, input: Ref, now: Date): Promise<Done> {
  const config = await orderSettingsOf(tx, me);
  const order = await lockOwn(tx, me, input);
  const lines = await linesOf(tx, me, [order.id]);
  return submitContent(tx, me, order, contentOf(order, lines), config, now);
}

async function submitContent(tx: Tx, me: Me, order: Order, content: OrderContent, config: OrderSettings, now: Date): Promise<Done> {
  mustBeAllowed(order, 'SUBMIT', partyOf(me));
  refusePastDay(content, order.no === null ? null : order.expect_date, now);
  const head = await headOf(tx, me, { ...content, customerId: order.customer_id }, true, order.project_id);
  const goods = await priceAgain(tx, me, order, head, content.lines, now, true);
  const { lines: priced, deduction } = await withExpense(
    tx,
    me,
    { customerId: order.customer_id, title: titleOf(order), asked: content.expense, lines: goods },
    now,
  );
  const no = order.no ?? (await oneNumber(tx, me, subjects.order, now));
  const row = { ...head, ...totalsOf(priced, head.freight), no };
  if (deduction) await reserveDeduction(tx, me, { ...row, id: order.id }, deduction, now);
  await holdFunds(tx, me, { ...row, id: order.id }, row.payable, now);
  await replaceLines(tx, me, order, head.warehouse_id, priced);
  const snapshot = snapshotOfPriced({ ...row, expect_date: head.expect_date }, priced);
  const { version } = await addVersion(tx, me, order, now, { kind: order.version === 0 ? 'CREATE' : 'EDIT', state: 'EFFECTIVE', snapshot });
  const done = await transition(tx, me, order, now, {
    action: 'SUBMIT',
    to: 'PENDING_AUDIT',
    set: { ...row, version, submitted_at: now, submitted_by: me.accountId, close_reason: '' },
  });
  if (config.reserveAt === 'SUBMIT') {
    const short = await reserveLines(tx, me, { id: order.id, no }, await linesOf(tx, me, [order.id]), config);
    if (short) await markShort(tx, me, order.id);
  }
  const submitted = await audited(tx, me, { ...row, id: order.id }, config, now, done);
  await adjustUses(tx, me, order, await linesOf(tx, me, [order.id]), now);
  return submitted;
}

export async function withdrawOrder(tx: Tx, me: Me, input: Ref, now: Date): Promise<Done> {
  const order = await lockOwn(tx, me, input);
  mustBeAllowed(order, 'WITHDRAW', partyOf(me));
  await releaseFunds(tx, me, order, now);
  await releaseDeduction(tx, me, order, now);
  await releaseLines(tx, me, order);
  await freeUses(tx, me, order, now);
  if (isDealer(me)) await tellFactory(tx, me, order, 'withdrawn', '订单已撤回', '客户撤回了订单，修改后会重新提交');
  await leaveAudit(tx, me, order, '', now);
  return transition(tx, me, order, now, { action: 'WITHDRAW', to: 'DRAFT', set: { short: false } });
}

/** Only what was never submitted disappears; an order that once had a number is cancelled instead. */
export async function deleteDraft(tx: Tx, me: Me, input: Ref): Promise<Record<string, never>> {
  const order = await lockOwn(tx, me, input);
  mustBeAllowed(order, 'DELETE', partyOf(me));
  if (order.no !== null) refuse('BAD_STATE', `${titleOf(order)}已提交过，不能删除，请改用取消`);
  await tx.deleteFrom('sales_order').where('tenant_id', '=', me.tenantId).where('id', '=', order.id).execute();
  return {};
}

/** 再来一单: the goods of an order as a new draft at today's prices; what is no longer sold is left out and named. */
export async function copyOrder(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<Done & { skipped: string[] }> {
  const order = await lockOrder(tx, me, { id: input.id });
  const lines = await linesOf(tx, me, [order.id]);
  const content = contentOf(order, lines);
  const asked = content.lines.filter((line) => !line.gift).map((line) => ({ ...line, id: '', price: '', manualPrice: '', manualReason: '' }));
  const projectId = await projectStillOpen(tx, me, order);
  const priced = await priceLines(tx, me, { customerId: order.customer_id, projectId, now, lines: asked, strict: false });
  const sold = priced.filter(({ sku, resolved }) => sku.visible && sku.status === 'ON' && sku.skuStatus === 'ACTIVE' && resolved.price !== null);
  const head = await headOf(
    tx,
    me,
    {
      ...content,
      expense: 0n,
      projectId,
      customerId: order.customer_id,
      expectDate: '',
      internalRemark: isDealer(me) ? '' : content.internalRemark,
    },
    false,
  );
  const done = await insertDraft(tx, me, { ...head, ...totalsOf(sold, head.freight) }, sold, now, `由${titleOf(order)}复制`);
  return { ...done, skipped: priced.filter((line) => !sold.includes(line)).map(({ sku }) => `${sku.name}（${sku.skuCode}）`) };
}

/** The project of an order, unless it is over by now. */
const projectStillOpen = (tx: Tx, me: Me, order: Order): Promise<string> =>
  projectForOrder(tx, me, { projectId: order.project_id ?? '', customerId: order.customer_id }).then(
    (project) => project?.id ?? '',
    () => '',
  );

/** The order, locked, if it is this side's own to write. */
async function lockOwn(tx: Tx, me: Me, ref: { id: string; rowVersion: number }): Promise<Order> {
  const order = await lockOrder(tx, me, ref);
  if ((order.source === 'DEALER') !== isDealer(me)) {
    refuse(
      'BAD_STATE',
      isDealer(me) ? `${titleOf(order)}由厂家代下，如需修改请联系厂家` : `${titleOf(order)}由经销商提交，厂家可在审核时修改或驳回，不能直接编辑`,
    );
  }
  return order;
}

/** Lines keep their identity, except in another warehouse: reservations belong to a line and its warehouse. */
async function priceAgain(tx: Tx, me: Me, order: Order, head: OrderHead, lines: OrderContent['lines'], now: Date, strict: boolean): Promise<PricedLine[]> {
  const stored = new Map((await linesOf(tx, me, [order.id])).map((line) => [line.id, line]));
  const priced = await priceLines(tx, me, { customerId: order.customer_id, projectId: head.project_id ?? '', now, lines, strict, stored });
  return head.warehouse_id === order.warehouse_id ? priced : priced.map((line) => ({ ...line, id: newId() }));
}

async function replaceLines(tx: Tx, me: Me, order: Order, warehouseId: string, priced: readonly PricedLine[]): Promise<void> {
  await tx.deleteFrom('order_line').where('tenant_id', '=', me.tenantId).where('order_id', '=', order.id).execute();
  await insertLines(tx, me, { ...order, warehouse_id: warehouseId }, priced);
}
