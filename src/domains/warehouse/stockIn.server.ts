import { sql } from 'kysely';
import { toBaseQty, unitOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { decide, defineApproval, giveUp, hold, isDecider, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_IN, STOCK_MANAGE } from '~/portal/permissions';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { divideHalfUp, lineAmount, mustFit, scaled, sumQty, unscaled } from '~/shared/money';
import { notFound, Refusal, refuse } from '~/shared/refusal';
import { seesCost } from './cost';
import { moveStock } from './movements.server';
import type { StockInForm } from './stockDoc';
import { type StockDocState, stockDocFlow, stockInKinds } from './stockDocState';
import { stockInForm } from './stockInForm.server';
import * as subjects from './subjects';

interface Saved {
  id: string;
  no: string;
  version: number;
}
interface Ref {
  id: string;
  version: number;
}
export type PreparedLine = {
  id: string;
  sku_id: string;
  unit_id: string;
  qty: string;
  base_qty: string;
  price: string | null;
  batch_no: string;
  remark: string;
};
const CHUNK = 1000;

const docs = defineDocument({
  table: 'stock_doc',
  noun: '入库单',
  title: (doc) => `入库单${doc.no}`,
  states: stockDocFlow,
  is: (doc) => doc.direction === 'IN',
});
type Doc = Awaited<ReturnType<typeof docs.lock>>;

defineAttachments({
  type: 'stock_doc',
  title: '入库单',
  see: [STOCK_MANAGE],
  edit: [STOCK_IN],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('stock_doc').select('no').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: null } : null;
  },
});

/** Saves a draft, or a new document; `submit` sends it to audit in the same step. */
export async function saveStockIn(tx: Tx, me: Me, form: StockInForm, now: Date): Promise<Saved> {
  const before = form.id ? await docs.lock(tx, me, { id: form.id, version: form.version }) : null;
  if (before && before.status !== 'DRAFT') docs.mustBecome(before, 'PENDING_AUDIT', '修改');
  if (form.bizDate > shanghaiDate(now)) refuse('STOCK_DOC', `业务日期${form.bizDate}不能晚于今天${shanghaiDate(now)}`, { fields: { bizDate: '不能晚于今天' } });
  await usableWarehouse(tx, me, form.warehouseId);
  const lines = await prepareLines(tx, me, form, before?.id ?? null);
  const id = before?.id ?? newId();
  const values = {
    kind: form.kind,
    warehouse_id: form.warehouseId,
    counterparty: form.counterparty,
    source_no: form.sourceNo,
    biz_date: form.bizDate,
    remark: form.remark,
    status: form.submit ? 'PENDING_AUDIT' : 'DRAFT',
    ...totalsOf(lines),
  };
  const version = (before?.version ?? 0) + 1;
  const no = before?.no ?? (await oneNumber(tx, me, subjects.stockIn, now));
  if (before) {
    await docs.update(tx, me, before, values);
    await tx.deleteFrom('stock_doc_line').where('tenant_id', '=', me.tenantId).where('doc_id', '=', id).execute();
  } else {
    await tx
      .insertInto('stock_doc')
      .values({ tenant_id: me.tenantId, id, no, direction: 'IN', ...values, created_by: me.accountId, creator: actorName(me), created_at: now })
      .execute();
  }
  await insertLines(tx, me, id, lines);
  await setAttachments(tx, me, { type: 'stock_doc', id, customerId: null }, form.attachments);
  await log(tx, me, { id, no }, before ? '编辑' : '新建', `${stockInKinds[form.kind]}，${lines.length}行`);
  return form.submit ? comeToWait(tx, me, { id, no, version }, now) : { id, no, version };
}

export const totalsOf = (lines: readonly PreparedLine[]) => ({
  total_qty: sumQty(lines.map((line) => line.base_qty)),
  total_cost: mustFit(
    lines.reduce((sum, line) => sum + (line.price === null ? 0n : lineAmount(line.qty, line.price)), 0n),
    '入库成本合计',
  ),
});

export async function insertLines(tx: Tx, me: Me, docId: string, lines: readonly PreparedLine[]): Promise<void> {
  const rows = lines.map((line, index) => ({ tenant_id: me.tenantId, doc_id: docId, line_no: index + 1, ...line }));
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx
      .insertInto('stock_doc_line')
      .values(rows.slice(from, from + CHUNK))
      .execute();
}

/** People who may not see cost can neither give nor lose it: their lines keep the cost they had. */
async function prepareLines(tx: Tx, me: Me, form: StockInForm, docId: string | null): Promise<PreparedLine[]> {
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: form.lines.map((line) => line.skuId) });
  const kept =
    seesCost(me) || !docId
      ? []
      : await tx.selectFrom('stock_doc_line').select(['id', 'sku_id', 'price']).where('tenant_id', '=', me.tenantId).where('doc_id', '=', docId).execute();
  return form.lines.map((line, index) => {
    const sku = skus.get(line.skuId) ?? notFound(`第${index + 1}行的商品`);
    const had = kept.find((one) => one.id === line.id && one.sku_id === line.skuId)?.price ?? null;
    return {
      id: newId(),
      sku_id: line.skuId,
      unit_id: line.unitId,
      qty: line.qty,
      base_qty: onLine(index, () => toBaseQty(sku, unitOf(sku, line.unitId).unitId, line.qty)),
      price: seesCost(me) ? line.price || null : had,
      batch_no: line.batchNo,
      remark: line.remark,
    };
  });
}

/** A refusal about a line says which, and stands beside its quantity. */
function onLine<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `第${index + 1}行：${error.message}`, { ...error.data, fields: { [`lines.${index}.qty`]: error.message } });
  }
}

export async function submitStockIn(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, ref);
  docs.mustBecome(doc, 'PENDING_AUDIT', '提交');
  const saved = await step(tx, me, doc, 'PENDING_AUDIT', '提交审核', '');
  return comeToWait(tx, me, saved, now);
}

async function comeToWait(tx: Tx, me: Me, saved: Saved, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, { id: saved.id });
  const submitted = await submitDocument(tx, me, stockInAudit, doc, now);
  if (!submitted.tells) await tellAuditors(tx, me, saved, doc.warehouse_id);
  return submitted.done ?? saved;
}

/** 退回: its maker takes it back, an auditor gives it back. */
export async function returnStockIn(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
  const held = await hold(tx, me, stockInAudit, input);
  if (held.doc.created_by === me.accountId) return takeBack(tx, me, held.doc, input.reason, now);
  if (!isDecider(me, stockInAudit)) refuse('STOCK_DOC', `${docs.title(held.doc)}由${held.doc.creator}制单，只有制单人或审核人可以退回`);
  return decide(tx, me, held, 'RETURN', { opinion: input.reason }, now);
}

async function takeBack(tx: Tx, me: Me, doc: Doc, reason: string, now: Date): Promise<Saved> {
  docs.mustBecome(doc, 'DRAFT', '退回');
  await withdraw(tx, me, stockInAudit, doc, reason, now);
  return step(tx, me, doc, 'DRAFT', '退回修改', reason);
}

export async function deleteStockIn(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
  const doc = await docs.lock(tx, me, ref);
  if (doc.status !== 'DRAFT') refuse('BAD_STATE', `入库单${doc.no}不是草稿，不能删除`);
  await giveUp(tx, me, stockInAudit, doc, '', now);
  await tx.deleteFrom('stock_doc').where('tenant_id', '=', me.tenantId).where('id', '=', doc.id).execute();
  await log(tx, me, doc, '删除', '');
  return { id: doc.id };
}

export const stockInAudit = defineApproval<Doc, Opinion, Saved>({
  type: 'stock_doc',
  title: '入库单审核',
  key: 'stockIn',
  form: stockInForm,
  stays: (_tx, _me, { id, no, version }) => ({ id, no, version }),
  decide: [STOCK_AUDIT],
  lock: docs.lock,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: null, warehouseId: doc.warehouse_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? docs.mustBecome(doc, 'DONE', '审核') : docs.mustBecome(doc, 'DRAFT', '退回')),
  on: { PASS: takeIn, RETURN: (tx, me, doc, { opinion }) => step(tx, me, doc, 'DRAFT', '退回修改', opinion) },
  withdraw: takeBack,
});

/** 审核通过: the goods are on hand from now on, at their cost. */
async function takeIn(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion, now: Date): Promise<Saved> {
  await usableWarehouse(tx, me, doc.warehouse_id);
  await moveLines(tx, me, doc, 'IN');
  return step(tx, me, doc, 'DONE', '审核通过', opinion, { audited_by: me.accountId, auditor: actorName(me), audited_at: now });
}

export async function auditStockIn(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  return decide(tx, me, await hold(tx, me, stockInAudit, ref), 'PASS', { opinion: '' }, now);
}

/** 冲销, by somebody else than who made it: takes the goods back out at their cost, if they are still available. */
export async function reverseStockIn(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  docs.mustBecome(doc, 'REVERSED', '冲销');
  if (doc.created_by === me.accountId) refuse('SAME_PERSON', `入库单${doc.no}由您制单，须由其他人冲销`);
  await moveLines(tx, me, doc, 'REVERSE');
  return step(tx, me, doc, 'REVERSED', '冲销', input.reason, { reverse_reason: input.reason, reversed_at: now });
}

/** Several documents, each on its own: one that fails is named and the others pass. */
export async function auditMany(tx: Tx, me: Me, input: { items: readonly Ref[] }, now: Date) {
  const results = [];
  for (const item of input.items) {
    const mark = `audit_${results.length}`;
    await savepoint(tx, 'savepoint', mark);
    try {
      const { id, no } = await auditStockIn(tx, me, item, now);
      results.push({ id, no, ok: true, message: '' });
    } catch (error) {
      if (!(error instanceof Refusal) || input.items.length === 1) throw error;
      await savepoint(tx, 'rollback to savepoint', mark);
      results.push({ id: item.id, no: '', ok: false, message: error.message });
    }
  }
  return { results };
}

const savepoint = (tx: Tx, what: 'savepoint' | 'rollback to savepoint', name: string) => sql.raw(`${what} ${name}`).execute(tx);

async function moveLines(tx: Tx, me: Me, doc: Doc, way: 'IN' | 'REVERSE'): Promise<void> {
  const lines = await tx
    .selectFrom('stock_doc_line')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('doc_id', '=', doc.id)
    .orderBy('line_no')
    .execute();
  const movements = lines.map((line) => ({
    warehouseId: doc.warehouse_id,
    skuId: line.sku_id,
    bizType: 'STOCK_IN',
    bizId: doc.id,
    bizLineId: line.id,
    bizNo: doc.no,
    step: way,
    onHand: way === 'IN' ? line.base_qty : `-${line.base_qty}`,
    cost: baseCost(line),
  }));
  await moveStock(tx, me, movements);
}

/** Cost of one base unit, 6 decimals. */
function baseCost(line: { qty: string; base_qty: string; price: string | null }): string | null {
  return line.price === null ? null : unscaled(divideHalfUp(scaled(line.price, 6) * scaled(line.qty, 4), scaled(line.base_qty, 4)), 6, 2);
}

interface Signed {
  audited_by?: string;
  auditor?: string;
  audited_at?: Date;
  reverse_reason?: string;
  reversed_at?: Date;
}

async function step(tx: Tx, me: Me, doc: Doc, status: StockDocState, action: string, note: string, signed: Signed = {}): Promise<Saved> {
  const version = await docs.update(tx, me, doc, { ...signed, status });
  await log(tx, me, doc, action, note);
  return { id: doc.id, no: doc.no, version };
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subjectType: 'stock_doc', subjectId: doc.id, subjectNo: doc.no, after: { note } });

async function usableWarehouse(tx: Tx, me: Me, id: string): Promise<void> {
  const row = await tx.selectFrom('warehouse').select(['name', 'status']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!row) notFound('该仓库');
  if (row.status !== 'ACTIVE') refuse('STOCK_DOC', `仓库“${row.name}”已停用，不能入库`, { fields: { warehouseId: '该仓库已停用' } });
}

const tellAuditors = (tx: Tx, me: Me, doc: { id: string; no: string }, warehouseId: string) =>
  tell(tx, me, {
    kind: 'stockIn.submitted',
    params: { docNo: doc.no, person: actorName(me) },
    link: href('/portal/supplyChain/factory/warehouse/inDetail', { id: doc.id }),
    to: { side: 'factory', code: STOCK_AUDIT, about: { warehouseId } },
  });
