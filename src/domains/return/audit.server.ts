import type { RefundTo } from '~/domains/finance/refund';
import { recordReturn } from '~/domains/order/order.server';
import { followReturns } from '~/domains/order/uses/uses.server';
import { decide, defineApproval, hold, type Opinion } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { REVERSE_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { compareQty, displayQty, formatYuan, parseYuan, sumQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { tellDealer, tellFactory } from './notices.server';
import { reckon } from './reckon.server';
import type { PassInput } from './return.schema';
import { returnReasons, returnSources, returnTypes } from './returns';
import { docs, type Held, linesOf, lockReturn, type ReturnLine, type Stepped, step } from './store.server';

export interface Judgement extends Opinion {
  refundTo?: RefundTo | undefined;
  deduct?: bigint | undefined;
  lines?: readonly { id: string; qty: string }[];
}

/** The approval of a return: how much of it, where the refund goes, and what is kept back of it. */
export const returnAudit = defineApproval<Held, Judgement, Stepped>({
  type: 'return_order',
  key: 'reverseOrderProcess',
  title: '退货审核',
  form: {
    fields: [
      { key: 'amount', label: '退款金额', type: 'AMOUNT' },
      { key: 'customer', label: '客户名称', type: 'TEXT' },
      { key: 'type', label: '退货类型', type: 'CHOICE', choices: returnTypes },
      { key: 'reason', label: '退货原因', type: 'CHOICE', choices: returnReasons },
      { key: 'source', label: '来源', type: 'CHOICE', choices: returnSources },
    ],
    values: (_tx, _me, { doc }) => ({
      amount: formatYuan(doc.refund),
      customer: doc.customer_name,
      type: doc.type,
      reason: doc.reason_code,
      source: doc.source,
    }),
    summary: ({ doc }) => [
      { label: '客户', value: doc.customer_name },
      { label: '类型', value: returnTypes[doc.type] },
      { label: '退款', value: `${saidYuan(doc.refund)}元` },
    ],
    route: ({ id }) => href('/portal/supplyChain/factory/reverseOrder/detail', { id }),
  },
  decide: [REVERSE_AUDIT],
  lock: lockReturn,
  subject: ({ doc }) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow({ doc }, decision) {
    docs.mustBe(doc, 'PENDING_AUDIT', decision === 'PASS' ? '审核通过' : '驳回');
  },
  submitters: async (_tx, _me, { doc }) => ({ accounts: [doc.created_by, doc.submitted_by], why: `${docs.title(doc)}由您申请，须由其他人审核` }),
  stays: (_tx, _me, { doc }) => ({ id: doc.id, no: doc.no, status: doc.status, version: doc.version }),
  given: (opinion, more) => ({ opinion, ...(more['deduct'] ? { deduct: parseYuan(more['deduct']) } : {}) }),
  mustBeLast: ({ lines, deduct }) => (lines?.length || deduct ? '该退货单还有后续审批，数量和扣款请由最后一位审批人修改' : undefined),
  on: { PASS: pass, REJECT: reject },
  withdraw: (tx, me, held, reason, now) => step(tx, me, held.doc, 'DRAFT', now, { action: '撤回', note: reason }),
});

export async function passReturn(tx: Tx, me: Me, { opinion, refundTo, deduct, lines, ...ref }: PassInput, now: Date): Promise<Stepped> {
  return decide(tx, me, await hold(tx, me, returnAudit, ref), 'PASS', { opinion, refundTo, deduct, lines }, now);
}
export async function rejectReturn(tx: Tx, me: Me, { reason, ...ref }: { id: string; version: number; reason: string }, now: Date): Promise<Stepped> {
  return decide(tx, me, await hold(tx, me, returnAudit, ref), 'REJECT', { opinion: reason }, now);
}

/** Goods are awaited from now on; what needs none of them back waits for its refund at once. */
async function pass(tx: Tx, me: Me, held: Held, given: Judgement, now: Date): Promise<Stepped> {
  const { doc } = held;
  const lines = await agreed(tx, me, held, given);
  const refundTo = doc.type === 'EXCHANGE' ? 'ACCOUNT' : (given.refundTo ?? (doc.refund_to as RefundTo));
  const approved = { approved_by: me.accountId, approver: actorName(me), approved_at: now, refund_to: refundTo };
  const amounts = await reckon(
    tx,
    me,
    held,
    lines.map((line) => ({ line, qty: line.approve_qty ?? '0' })),
    given.deduct ?? 0n,
  );
  const note = [given.opinion, given.deduct ? `扣款${saidYuan(given.deduct)}元` : ''].filter(Boolean).join('；');
  const set = { ...approved, ...amounts.head };
  if (doc.type !== 'REFUND_ONLY') {
    const stepped = await step(tx, me, doc, 'WAIT_BACK', now, { action: '审核通过', note, set });
    await tellDealer(tx, me, doc, 'passed', `审核通过，请把货物寄回并填写物流单号${given.opinion ? `（${given.opinion}）` : ''}`);
    return stepped;
  }
  await amounts.write();
  const counted = lines.map((line) => ({ orderLineId: line.order_line_id, part: line.part as 'SIGNED' | 'REFUSED', qty: line.approve_qty ?? '0' }));
  await recordReturn(tx, me, held.order, { returnNo: doc.no, lines: counted }, now);
  await followReturns(tx, me, [held.order.id], now);
  const nothing = amounts.head.refund === 0n;
  const over = nothing ? { finished_at: now, finished_by: me.accountId, finisher: actorName(me) } : {};
  const stepped = await step(tx, me, doc, nothing ? 'DONE' : 'WAIT_REFUND', now, { action: '审核通过', note, set: { ...set, ...over } });
  await tellDealer(tx, me, doc, 'passed', `审核通过，无需寄回货物，退款${saidYuan(amounts.head.refund)}元待厂家确认`);
  if (!nothing) await tellFactory(tx, me, doc, 'received', '仅退款，请确认退款');
  return stepped;
}

/** The lines as the auditor agreed to them, never more than was applied for, and something of them. */
async function agreed(tx: Tx, me: Me, { doc }: Held, given: Judgement): Promise<ReturnLine[]> {
  const lines = await linesOf(tx, me, doc.id);
  for (const { id, qty } of given.lines ?? []) {
    const line = lines.find((one) => one.id === id) ?? notFound(`${docs.title(doc)}的明细`);
    if (compareQty(qty, line.apply_qty) > 0)
      refuse('RETURN_EXCEED', `${docs.title(doc)}第${line.line_no}行：同意数量${displayQty(qty)}超过申请数量${displayQty(line.apply_qty)}`, {
        fields: { [`lines.${line.line_no - 1}.qty`]: `不能超过申请数量${displayQty(line.apply_qty)}` },
      });
    line.approve_qty = qty;
  }
  for (const line of lines) line.approve_qty ??= line.apply_qty;
  if (compareQty(sumQty(lines.map((line) => line.approve_qty as string)), '0') === 0)
    refuse('RETURN_EXCEED', `${docs.title(doc)}各行同意数量都是0，如不同意退货请驳回`);
  for (const line of lines)
    await tx.updateTable('return_line').set({ approve_qty: line.approve_qty }).where('tenant_id', '=', me.tenantId).where('id', '=', line.id).execute();
  return lines;
}

async function reject(tx: Tx, me: Me, { doc }: Held, { opinion }: Judgement, now: Date): Promise<Stepped> {
  const stepped = await step(tx, me, doc, 'REJECTED', now, { action: '驳回', note: opinion, set: { close_reason: opinion, finished_at: now } });
  await tellDealer(tx, me, doc, 'rejected', opinion);
  return stepped;
}
