import { releaseDeduction } from '~/domains/expense/deduction.server';
import { fundingOf } from '~/domains/finance/funding.server';
import { pricePolicyOf } from '~/domains/price/pricePolicy.server';
import type { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { decide, defineApproval, hold, type Opinion } from '~/domains/workflow/approval.server';
import { holds, type Me } from '~/portal/me';
import { ORDER_BELOW_FLOOR } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { eachOf } from '~/server/each.server';
import { refuse } from '~/shared/refusal';
import type { RowResult } from '~/shared/rowResults.schema';
import { saidPrice } from '~/shared/said';
import { releaseFunds, releaseLines, reserveLines } from '../allocation/allocation.server';
import type { AuditInput, BatchAuditInput, Reasoned, Ref } from '../form/orderInput.schema';
import { inputOf } from '../lines/lines.server';
import { tellDealer } from '../notices.server';
import { addVersion, type Line, linesOf, lockOrder, mustBeAllowed, type Order, titleOf, transition } from '../store.server';
import { adjustUses, freeUses } from '../uses/uses.server';
import { applyRevision, revise, snapshotAfter } from '../versions/revise.server';
import type { Done } from '../views/orderView.schema';
import { lineChanges, payableChange } from './auditEdits';
import { type Audited, auditedOrder, colleaguesWhile } from './audited.server';
import { submittersOfOrder } from './submitters';

interface Judgement extends Opinion {
  edits?: AuditInput['edits'];
}

/** The audit of a submitted order: stock is allocated when it passes, and what it held is free again when it does not. */
export const orderAudit = defineApproval<Audited, Judgement, Done>({
  ...auditedOrder,
  type: 'order',
  key: 'orderProcess',
  title: '订单审核',
  mustAllow: ({ order }, decision) => mustBeAllowed(order, decision === 'PASS' ? 'APPROVE' : 'REJECT', 'FACTORY'),
  async submitters(_tx, _me, { order, lines, config }) {
    const { twoPersonAudit } = await config();
    const why = `${titleOf(order)}${twoPersonAudit ? '由您提交，按双人审核要求须由其他人审核' : '含您手工修改的价格，须由其他人审核'}`;
    return { accounts: submittersOfOrder(order, await lines(), { twoPersonAudit }), why };
  },
  own: ['REJECT'],
  given: (opinion) => ({ opinion, edits: [] }),
  mustBeLast: ({ edits }) => (edits?.length ? '该订单还有后续审批，数量和价格请由最后一位审批人修改' : undefined),
  on: { PASS: passCorrected, REJECT: reject },
  colleagues: colleaguesWhile((order) => order.status === 'PENDING_AUDIT'),
});

/** Passes an order, after correcting quantities or prices where the auditor did. */
export async function approveOrder(tx: Tx, me: Me, { note, edits, ...ref }: AuditInput, now: Date): Promise<Done> {
  return decide(tx, me, await holdOrder(tx, me, ref), 'PASS', { opinion: note, edits }, now);
}
export async function rejectOrder(tx: Tx, me: Me, { reason, ...ref }: Reasoned, now: Date): Promise<Done> {
  return decide(tx, me, await holdOrder(tx, me, ref), 'REJECT', { opinion: reason }, now);
}
const holdOrder = (tx: Tx, me: Me, ref: Ref) => hold(tx, me, orderAudit, { id: ref.id, version: ref.rowVersion });

async function passCorrected(tx: Tx, me: Me, { order, ...doc }: Audited, { opinion: note, edits = [] }: Judgement, now: Date): Promise<Done> {
  const [config, stored] = [await doc.config(), await doc.lines()];
  const before = { lines: stored, payable: order.payable };
  const lines = edits.length ? await editInAudit(tx, me, order, stored, { note, edits }, now) : stored;
  await refuseBelowFloor(tx, me, order, lines);
  const passed = await pass(tx, me, order, lines, config, now, { note, changes: changesOf(before, { lines, payable: order.payable }) });
  if (lines !== stored) await adjustUses(tx, me, order, lines, now);
  return passed;
}

/** Passes by the factory's rule, in the transaction of the submit; answers null when a person must look. */
export async function autoApprove(tx: Tx, me: Me, id: string, config: OrderSettings, now: Date): Promise<Done | null> {
  const order = await lockOrder(tx, me, { id });
  const lines = await linesOf(tx, me, [id]);
  if (await needsPerson(tx, me, lines)) return null;
  return pass(tx, me, order, lines, config, now, { note: '按配置自动通过', party: 'SYSTEM' });
}

interface Stood {
  lines: readonly Line[];
  payable: bigint;
}

/** What the auditor corrected, for the dealer and the log; '' when nothing. */
function changesOf(before: Stood, after: Stood): string {
  const pairs = before.lines.flatMap((line) => {
    const now = after.lines.find((one) => one.id === line.id);
    const sku = line.sku_snapshot as unknown as { code: string; unitName: string };
    return now ? [{ before: { lineNo: line.line_no, skuCode: sku.code, unitName: sku.unitName, qty: line.qty, price: line.price }, after: now }] : [];
  });
  const words = [lineChanges(pairs), payableChange(before.payable, after.payable)].filter(Boolean).join('；');
  return words && `厂家审核时修改：${words}`;
}

interface Passing {
  note: string;
  party?: 'SYSTEM';
  changes?: string;
}

async function pass(tx: Tx, me: Me, order: Order, lines: Line[], config: OrderSettings, now: Date, { note, changes = '', party }: Passing): Promise<Done> {
  await releaseLines(tx, me, order, lines);
  const short = await reserveLines(tx, me, order, lines, config);
  const waits = config.payFirst && (await fundingOf(order.pay_method).awaitsPayment(tx, me, order)) && (await isUnpaid(tx, me, order));
  const to = waits ? 'PENDING_PAY' : 'PENDING_DELIVERY';
  if (order.payable > 0n) await fundingOf(order.pay_method).commit(tx, me, order, now);
  const approver = party === 'SYSTEM' ? null : me.accountId;
  const done = await transition(tx, me, order, now, {
    action: 'APPROVE',
    to,
    note: [note, changes].filter(Boolean).join('；'),
    ...(party ? { party } : {}),
    set: { short, approved_by: approver, approved_at: now },
  });
  await tellDealer(tx, me, order, 'approved', [changes, to === 'PENDING_PAY' && '请尽快付款'].filter(Boolean).join('。'));
  return done;
}

/** Corrections of the auditor may have moved what the order holds: it is read again. */
async function isUnpaid(tx: Tx, me: Me, order: Order): Promise<boolean> {
  const { held } = await tx.selectFrom('sales_order').select('held').where('tenant_id', '=', me.tenantId).where('id', '=', order.id).executeTakeFirstOrThrow();
  return held < order.payable;
}

/** Prices only a person may pass, by the price policy. */
async function needsPerson(tx: Tx, me: Me, lines: readonly Line[]): Promise<boolean> {
  const [low, manual] = [lines.some((line) => line.below_floor), lines.some((line) => line.manual_price)];
  if (!low && !manual) return false;
  const { floorMode, manualPrice } = await pricePolicyOf(tx, me);
  return (low && floorMode === 'BLOCK') || (manual && manualPrice === 'NEED_AUDIT');
}

async function refuseBelowFloor(tx: Tx, me: Me, order: Order, lines: readonly Line[]): Promise<void> {
  const low = lines.find((line) => line.below_floor);
  if (!low || holds(me, ORDER_BELOW_FLOOR) || (await pricePolicyOf(tx, me)).floorMode !== 'BLOCK') return;
  const { code, name, minPrice } = low.sku_snapshot as unknown as { code: string; name: string; minPrice: string | null };
  refuse(
    'PRICE_FLOOR',
    `${titleOf(order)}第${low.line_no}行商品“${name}”（${code}）单价${saidPrice(low.price)}元低于最低限价${minPrice ? saidPrice(minPrice) : ''}元，您没有放行权限`,
  );
}

async function editInAudit(tx: Tx, me: Me, order: Order, stored: Line[], input: Pick<AuditInput, 'note' | 'edits'>, now: Date): Promise<Line[]> {
  const edits = new Map(input.edits.map((edit) => [edit.lineId, edit]));
  const wanted = stored.map((line) => {
    const edit = edits.get(line.id);
    return edit ? { ...inputOf(line), price: '', qty: edit.qty, manualPrice: edit.manualPrice, manualReason: edit.manualReason } : inputOf(line);
  });
  const revision = await revise(tx, me, order, stored, wanted, now);
  if (!revision.written.length) return stored;
  const snapshot = snapshotAfter(order, stored, revision);
  const { lines, set } = await applyRevision(tx, me, order, stored, revision, now);
  const { version } = await addVersion(tx, me, order, now, { kind: 'AUDIT_EDIT', state: 'EFFECTIVE', snapshot, reason: input.note });
  await tx
    .updateTable('sales_order')
    .set({ ...set, version })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', order.id)
    .execute();
  Object.assign(order, set, { version });
  return lines;
}

async function reject(tx: Tx, me: Me, { order }: Audited, { opinion: reason }: Opinion, now: Date): Promise<Done> {
  await releaseFunds(tx, me, order, now);
  await releaseDeduction(tx, me, order, now);
  await releaseLines(tx, me, order);
  await freeUses(tx, me, order, now);
  await tellDealer(tx, me, order, 'rejected', reason);
  return transition(tx, me, order, now, { action: 'REJECT', to: 'REJECTED', note: reason, set: { short: false, close_reason: reason } });
}

/** Passes or rejects many; each answers for itself. */
export async function batchAudit(tx: Tx, me: Me, input: BatchAuditInput, now: Date): Promise<{ results: RowResult[] }> {
  if (!input.pass && input.reason === '') refuse('BAD_STATE', '批量驳回请填写原因');
  const results = await eachOf(tx, input.items, async (item) => {
    const done = input.pass
      ? await approveOrder(tx, me, { ...item, note: input.reason, edits: [] }, now)
      : await rejectOrder(tx, me, { ...item, reason: input.reason }, now);
    return `订单${done.no}已${input.pass ? '通过' : '驳回'}`;
  });
  return { results };
}
