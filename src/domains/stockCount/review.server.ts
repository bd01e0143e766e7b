import { sql } from 'kysely';
import { bookDifferences } from '~/domains/warehouse/adjust.server';
import type { BatchPart } from '~/domains/warehouse/batches.server';
import { moveStock } from '~/domains/warehouse/movements.server';
import { type Approval, decide, defineApproval, hold, isDecider, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { STOCK_AUDIT } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { eachOrOne } from '~/server/each.server';
import { anyOf } from '~/server/given.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { compareQty, lineAmount, mustFit, sumQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import type { RowResults } from '~/shared/rowResults.schema';
import { batchDifferences } from './countBatches.server';
import { countForm } from './countForm.server';
import { type Count, counts, type Ref, type Saved, step } from './countStore.server';
import * as subjects from './subjects';

const PAGE = subjects.stockCount.page;

/** 提交复核: what nobody counted stays as the book says. */
export async function submitCount(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  const doc = await counts.lock(tx, me, ref);
  counts.mustBecome(doc, 'WAIT_REVIEW', '提交复核');
  if (doc.counted === 0) refuse('STOCK_DOC', `${counts.title(doc)}还没有录入任何实盘数量，不能提交复核`);
  const again = await tx
    .selectFrom('stock_count_line')
    .select('sku_code')
    .where('tenant_id', '=', me.tenantId)
    .where('count_id', '=', doc.id)
    .where('again', '=', true)
    .orderBy('sku_code')
    .execute();
  if (again.length) refuse('STOCK_DOC', `${counts.title(doc)}还有${again.length}个商品要求复盘（${again[0]?.sku_code}等），请重新清点后再提交`);
  const set = { submitted_by: me.accountId, submitter: actorName(me), submitted_at: now };
  const saved = await step(tx, me, doc, 'WAIT_REVIEW', '提交复核', `已盘${doc.counted}/${doc.skus}`, set);
  const waiting = await counts.lock(tx, me, { id: doc.id });
  const submitted = await submitDocument(tx, me, countReview, waiting, now, {
    notice: {
      kind: 'stockCount.submitted',
      params: { docNo: doc.no, person: actorName(me) },
      link: href(PAGE, { id: doc.id }),
      to: { side: 'factory', code: STOCK_AUDIT, about: { warehouseId: doc.warehouse_id } },
    },
  });
  return submitted.done ?? saved;
}

export const countReview: Approval<Count, Opinion, Saved> = defineApproval<Count, Opinion, Saved>({
  type: 'stock_count',
  title: '盘点复核',
  key: 'stockCountProcess',
  form: countForm(PAGE),
  stays: (_tx, _me, { id, no, version }) => ({ id, no, version }),
  decide: [STOCK_AUDIT],
  lock: counts.lock,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: counts.title(doc), customerId: null, warehouseId: doc.warehouse_id }),
  mustAllow: (doc, decision) => (decision === 'PASS' ? counts.mustBecome(doc, 'DONE', '复核') : counts.mustBecome(doc, 'COUNTING', '退回复盘')),
  submitters: async (_tx, _me, doc) => ({
    accounts: [doc.created_by, doc.submitted_by],
    why: `${counts.title(doc)}由${doc.creator}制单、${doc.submitter}提交，须由其他人复核`,
  }),
  own: ['RETURN'],
  on: { PASS: complete, RETURN: (tx, me, doc, { opinion }) => step(tx, me, doc, 'COUNTING', '退回复盘', opinion) },
  withdraw: takeBack,
});

async function takeBack(tx: Tx, me: Me, doc: Count, reason: string, now: Date): Promise<Saved> {
  counts.mustBecome(doc, 'COUNTING', '撤回');
  await withdraw(tx, me, countReview, doc, reason, now);
  return step(tx, me, doc, 'COUNTING', '撤回复核', reason);
}

/** 复盘: these goods must be counted again before it can be submitted; whoever submitted it takes it back the same way. */
export async function countAgain(tx: Tx, me: Me, input: Ref & { skuIds: readonly string[]; reason: string }, now: Date): Promise<Saved> {
  const held = await hold(tx, me, countReview, input);
  const { doc } = held;
  counts.mustBecome(doc, 'COUNTING', '退回复盘');
  await tx
    .updateTable('stock_count_line')
    .set({ again: true })
    .where('tenant_id', '=', me.tenantId)
    .where('count_id', '=', doc.id)
    .where('sku_id', '=', sql<string>`any(${[...input.skuIds]}::uuid[])`)
    .execute();
  if (doc.submitted_by === me.accountId) return takeBack(tx, me, doc, input.reason, now);
  if (!isDecider(me, countReview)) refuse('STOCK_DOC', `${counts.title(doc)}由${doc.submitter}提交，只有提交人或审核人可以退回`);
  return decide(tx, me, held, 'RETURN', { opinion: input.reason }, now);
}

export const passCount = async (tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> =>
  decide(tx, me, await hold(tx, me, countReview, ref), 'PASS', { opinion: '' }, now);
export const passCounts = async (tx: Tx, me: Me, input: { items: readonly Ref[] }, now: Date): Promise<RowResults> => ({
  results: await eachOrOne(tx, input.items, async (ref) => `${(await passCount(tx, me, ref, now)).no}已通过复核`),
});

/** 完成: every difference is booked as a movement, and what the count held back is free again. */
async function complete(tx: Tx, me: Me, doc: Count, { opinion }: Opinion, now: Date): Promise<Saved> {
  const lines = await touchedLines(tx, me, doc);
  for (const line of lines) if (line.batches) refuseMoved(doc, line);
  const { costs, cuts } = await bookDifferences(tx, me, { id: doc.id, no: doc.no, warehouseId: doc.warehouse_id }, lines, now);
  const different = lines.filter((line) => compareQty(line.diff, '0') !== 0);
  const worth = different.reduce((sum, line) => sum + lineAmount(line.diff, costs.get(line.lineId) ?? '0'), 0n);
  await sql`update stock_count_line l set cost = v.cost, frozen = 0
    from unnest(${lines.map((line) => line.lineId)}::uuid[], ${lines.map((line) => costs.get(line.lineId) ?? null)}::numeric[]) as v(id, cost)
    where l.tenant_id = ${me.tenantId} and l.id = v.id`.execute(tx);
  const gains = different.filter((line) => compareQty(line.diff, '0') > 0).length;
  const cut = cuts.length ? `${new Set(cuts.map((one) => one.orderId)).size}张订单的${cuts.length}行转为欠货` : '';
  const note = [`盘盈${gains}，盘亏${different.length - gains}`, cut, opinion].filter(Boolean).join('；');
  return step(tx, me, doc, 'DONE', '复核通过', note, {
    gains,
    losses: different.length - gains,
    cost_diff: mustFit(worth, '盘点盈亏金额'),
    reviewed_by: me.accountId,
    reviewer: actorName(me),
    finished_at: now,
  });
}

/** Lines that differ, and those of which goods are held back. */
async function touchedLines(tx: Tx, me: Me, doc: Count) {
  const batches = await batchDifferences(tx, me, doc.id);
  const rows = await tx
    .selectFrom('stock_count_line')
    .select(['id as lineId', 'sku_id as skuId', 'sku_code as skuCode', sql<string>`coalesce(diff, 0)`.as('diff'), 'frozen'])
    .where('tenant_id', '=', me.tenantId)
    .where('count_id', '=', doc.id)
    .where(sql<boolean>`(diff <> 0 or frozen > 0 or id = ${anyOf([...batches.keys()])})`)
    .execute();
  return rows.map((row) => ({ ...row, ...(batches.has(row.lineId) ? { batches: batches.get(row.lineId) as BatchPart[] } : {}) }));
}

/** The product began to be kept by batch while it was being counted: then its batches are not all of what was counted. */
function refuseMoved(doc: Count, line: { skuCode: string; diff: string; batches?: readonly BatchPart[] }): void {
  if (compareQty(sumQty((line.batches ?? []).map((part) => part.qty)), line.diff) !== 0)
    refuse('STOCK_DOC', `${counts.title(doc)}：商品${line.skuCode}的批次合计与差异不一致，请退回后重新清点该商品`);
}

/** 作废: nothing is booked, and what was held back is free again. */
export async function cancelCount(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
  const doc = await counts.lock(tx, me, input);
  counts.mustBecome(doc, 'CANCELLED', '作废');
  if (doc.status === 'WAIT_REVIEW') await withdraw(tx, me, countReview, doc, input.reason, now);
  return drop(tx, me, doc, input.reason, now);
}

async function drop(tx: Tx, me: Me, doc: Count, reason: string, now: Date): Promise<Saved> {
  const held = (await touchedLines(tx, me, doc)).filter((line) => compareQty(line.frozen, '0') > 0);
  await moveStock(
    tx,
    me,
    held.map((line) => ({
      warehouseId: doc.warehouse_id,
      skuId: line.skuId,
      bizType: 'COUNT',
      bizId: doc.id,
      bizLineId: line.lineId,
      bizNo: doc.no,
      step: 'UNFREEZE',
      frozen: `-${line.frozen}`,
    })),
  );
  await tx
    .updateTable('stock_count_line')
    .set({ frozen: '0' })
    .where('tenant_id', '=', me.tenantId)
    .where('count_id', '=', doc.id)
    .where('frozen', '>', '0')
    .execute();
  return step(tx, me, doc, 'CANCELLED', '作废', reason, { reason, finished_at: now });
}

/** Counts nobody finished in time are thrown away, so that what they hold back is sold again. */
export const expireCounts = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(
    opened,
    'expire-counts',
    async (tx, clock) => {
      const late = await tx
        .selectFrom('stock_count')
        .select('id')
        .where('tenant_id', '=', clock.tenantId)
        .where('status', 'in', ['CREATED', 'COUNTING'])
        .where('expire_at', '<', now)
        .orderBy('expire_at')
        .limit(1)
        .executeTakeFirst();
      if (!late) return 0;
      const doc = await counts.lock(tx, clock, { id: late.id });
      if (doc.status !== 'CREATED' && doc.status !== 'COUNTING') return 0;
      await drop(tx, clock, doc, '超过截止时间自动作废', now);
      return 1;
    },
    stop,
  );
