import { sql } from 'kysely';
import { lockBalances, moveStock } from '~/domains/warehouse/movements.server';
import { prepareLines, usableWarehouse } from '~/domains/warehouse/stockDocLines.server';
import { refuseTomorrow } from '~/domains/warehouse/stockDocs.server';
import { fromBatch } from '~/domains/warehouse/stockOut.server';
import { barredSubmitters } from '~/domains/warehouse/twoPeople.server';
import { type Approval, decide, defineApproval, giveUp, hold, isDecider, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE, STOCK_TRANSFER } from '~/portal/permissions';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import { beyondScope, type Tx } from '~/server/db.server';
import { eachOrOne } from '~/server/each.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { nextVersion } from '~/server/versioned.server';
import { lineAmount, mustFit } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import type { RowResults } from '~/shared/rowResults.schema';
import * as subjects from './subjects';
import { isEditable } from './transfer';
import type { TransferForm } from './transfer.schema';
import { transferForm } from './transferForm.server';
import { linesOf, type Transfer, transfers } from './transferStore.server';

const PAGE = subjects.stockTransfer.page;
interface Saved {
  id: string;
  no: string;
  version: number;
}
interface Ref {
  id: string;
  version: number;
}

defineAttachments({
  subject: subjects.stockTransfer,
  title: '调拨单',
  see: [STOCK_MANAGE],
  edit: [STOCK_TRANSFER],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('stock_transfer').select('no').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: null } : null;
  },
});

export const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.stockTransfer, id: doc.id, no: doc.no, after: { note } });

/** Saves a draft, or a new document; `submit` sends it to audit in the same step. Who writes it works in the warehouse it leaves. */
export async function saveTransfer(tx: Tx, me: Me, form: TransferForm, now: Date): Promise<Saved> {
  const before = form.id ? await transfers.lock(tx, me, { id: form.id, version: form.version }) : null;
  if (before) transfers.mustBe(before, isEditable, '编辑');
  refuseTomorrow(form.bizDate, now);
  const from = await usableWarehouse(tx, me, form.fromWarehouseId, '调出', 'fromWarehouseId');
  const to = await beyondScope(tx, me, () => usableWarehouse(tx, me, form.toWarehouseId, '调入', 'toWarehouseId'));
  const lines = await prepareLines(tx, me, { lines: form.lines.map((line) => ({ ...line, price: '', expiresOn: '' })) }, null, 'UNKNOWN');
  const id = before?.id ?? newId();
  const no = before?.no ?? (await oneNumber(tx, me, subjects.stockTransfer, now));
  const values = {
    from_id: form.fromWarehouseId,
    to_id: form.toWarehouseId,
    from_name: from.name,
    to_name: to.name,
    biz_date: form.bizDate,
    remark: form.remark,
    status: form.submit ? 'PENDING_AUDIT' : 'DRAFT',
  };
  if (before) {
    await transfers.update(tx, me, before, values);
    await tx.deleteFrom('stock_transfer_line').where('tenant_id', '=', me.tenantId).where('transfer_id', '=', id).execute();
  } else {
    await tx
      .insertInto('stock_transfer')
      .values({ tenant_id: me.tenantId, id, no, ...values, created_by: me.accountId, creator: actorName(me), created_at: now })
      .execute();
  }
  await tx
    .insertInto('stock_transfer_line')
    .values(lines.map(({ price: _, ...line }, index) => ({ tenant_id: me.tenantId, transfer_id: id, line_no: index + 1, ...line })))
    .execute();
  await setAttachments(tx, me, { subject: subjects.stockTransfer, id, customerId: null }, form.attachments);
  await log(tx, me, { id, no }, before ? '编辑' : '新建', `${from.name}→${to.name}，${lines.length}行`);
  const saved = { id, no, version: nextVersion(before) };
  return form.submit ? comeToWait(tx, me, saved, now) : saved;
}

export async function submitTransfer(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  const doc = await transfers.lock(tx, me, ref);
  transfers.mustBecome(doc, 'PENDING_AUDIT', '提交');
  return comeToWait(tx, me, await step(tx, me, doc, 'PENDING_AUDIT', '提交审核', ''), now);
}

async function comeToWait(tx: Tx, me: Me, saved: Saved, now: Date): Promise<Saved> {
  const doc = await transfers.lock(tx, me, { id: saved.id });
  const submitted = await submitDocument(tx, me, transferAudit, doc, now, {
    notice: {
      kind: 'stockTransfer.submitted',
      params: { docNo: doc.no, person: actorName(me) },
      link: href(PAGE, { id: doc.id }),
      to: { side: 'factory', code: STOCK_AUDIT, about: { warehouseId: doc.from_id } },
    },
  });
  return submitted.done ?? saved;
}

/** 退回: its maker takes it back, an auditor gives it back. */
export async function returnTransfer(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
  const held = await hold(tx, me, transferAudit, input);
  if (held.doc.created_by === me.accountId) return takeBack(tx, me, held.doc, input.reason, now);
  if (!isDecider(me, transferAudit)) refuse('STOCK_DOC', `${transfers.title(held.doc)}由${held.doc.creator}制单，只有制单人或审核人可以退回`);
  return decide(tx, me, held, 'RETURN', { opinion: input.reason }, now);
}

async function takeBack(tx: Tx, me: Me, doc: Transfer, reason: string, now: Date): Promise<Saved> {
  transfers.mustBecome(doc, 'DRAFT', '退回');
  await withdraw(tx, me, transferAudit, doc, reason, now);
  return step(tx, me, doc, 'DRAFT', '退回修改', reason);
}

export async function deleteTransfer(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
  const doc = await transfers.lock(tx, me, ref);
  transfers.mustBe(doc, 'DRAFT', { said: '只能删除草稿' });
  await giveUp(tx, me, transferAudit, doc, '', now);
  await tx.deleteFrom('stock_transfer').where('tenant_id', '=', me.tenantId).where('id', '=', doc.id).execute();
  await log(tx, me, doc, '删除', '');
  return { id: doc.id };
}

export const transferAudit: Approval<Transfer, Opinion, Saved> = defineApproval<Transfer, Opinion, Saved>({
  type: 'stock_transfer',
  title: '调拨单审核',
  key: 'stockTransferProcess',
  form: transferForm(PAGE),
  stays: (_tx, _me, { id, no, version }) => ({ id, no, version }),
  decide: [STOCK_AUDIT],
  lock: transfers.lock,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: transfers.title(doc), customerId: null, warehouseId: doc.from_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? transfers.mustBecome(doc, 'IN_TRANSIT', '审核') : transfers.mustBecome(doc, 'DRAFT', '退回')),
  submitters: (tx, me, doc) => barredSubmitters(tx, me, transfers.title(doc), doc.created_by),
  on: { PASS: send, RETURN: (tx, me, doc, { opinion }) => step(tx, me, doc, 'DRAFT', '退回修改', opinion) },
  withdraw: takeBack,
});

export const auditTransfer = async (tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> =>
  decide(tx, me, await hold(tx, me, transferAudit, ref), 'PASS', { opinion: '' }, now);
export const auditTransfers = async (tx: Tx, me: Me, input: { items: readonly Ref[] }, now: Date): Promise<RowResults> => ({
  results: await eachOrOne(tx, input.items, async (ref) => `${(await auditTransfer(tx, me, ref, now)).no}已调出`),
});

/** 审核并调出: the goods leave the one warehouse, if nobody holds them there, and are on their way to the other at their average cost. */
async function send(tx: Tx, me: Me, doc: Transfer, { opinion }: Opinion, now: Date): Promise<Saved> {
  await usableWarehouse(tx, me, doc.from_id, '调出');
  const lines = await linesOf(tx, me, doc.id);
  const skus = lines.map((line) => line.sku_id);
  const cost = await beyondScope(tx, me, async () => {
    await usableWarehouse(tx, me, doc.to_id, '调入');
    const at = [doc.from_id, doc.to_id].flatMap((warehouseId) => skus.map((skuId) => ({ warehouseId, skuId })));
    const balances = await lockBalances(tx, me, at);
    const costs = new Map(lines.map((line) => [line.id, balances.get(`${doc.from_id}/${line.sku_id}`)?.avg_cost ?? '0']));
    const about = (line: (typeof lines)[number]) => ({ skuId: line.sku_id, bizType: 'TRANSFER', bizId: doc.id, bizLineId: line.id, bizNo: doc.no });
    await moveStock(
      tx,
      me,
      lines.flatMap((line) => [
        { ...about(line), warehouseId: doc.from_id, step: 'OUT', onHand: `-${line.base_qty}`, cost: costs.get(line.id) ?? null, ...fromBatch(line), at: now },
        { ...about(line), warehouseId: doc.to_id, step: 'SENT', transit: line.base_qty, batches: { like: 'OUT' } },
      ]),
      balances,
    );
    await sql`update stock_transfer_line l set cost = v.cost from unnest(${[...costs.keys()]}::uuid[], ${[...costs.values()]}::numeric[]) as v(id, cost)
      where l.tenant_id = ${me.tenantId} and l.id = v.id`.execute(tx);
    return lines.reduce((sum, line) => sum + lineAmount(line.base_qty, costs.get(line.id) ?? '0'), 0n);
  });
  const set = { total_cost: mustFit(cost, '调拨成本合计'), audited_by: me.accountId, auditor: actorName(me), audited_at: now };
  const saved = await step(tx, me, doc, 'IN_TRANSIT', '审核并调出', opinion, set);
  await tell(tx, me, {
    kind: 'stockTransfer.sent',
    params: { docNo: doc.no, from: doc.from_name, to: doc.to_name },
    link: href(PAGE, { id: doc.id }),
    to: { side: 'factory', code: STOCK_TRANSFER, about: { warehouseId: doc.to_id } },
  });
  return saved;
}

type Set = Parameters<typeof transfers.update>[3];
export async function step(tx: Tx, me: Me, doc: Transfer, status: string, action: string, note: string, set: Set = {}): Promise<Saved> {
  const version = await transfers.update(tx, me, doc, { ...set, status });
  await log(tx, me, doc, action, note);
  return { id: doc.id, no: doc.no, version };
}

/** Refuses people who do not work in the warehouse the goods go to. */
export async function mustReceive(tx: Tx, me: Me, doc: Transfer): Promise<void> {
  const seen = await tx.selectFrom('warehouse').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', doc.to_id).executeTakeFirst();
  if (!seen) notFound(`调入仓库“${doc.to_name}”`);
}
