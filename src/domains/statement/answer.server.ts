import { sql } from 'kysely';
import { customerOf } from '~/domains/finance/myFunds.server';
import { actorName, type Me } from '~/portal/me';
import { refuseForeignFiles } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type DisputeReason, disputeReasons, openDisputes, periodName } from './statement';
import { type Doc, docs, note, tellCustomer, tellFactory, titleOf } from './statementDoc.server';

interface Ref {
  id: string;
  version: number;
}
interface Saved {
  id: string;
  version: number;
}

/** A dealer's own that was sent; a draft, another's or none looks the same. */
async function lockMine(tx: Tx, me: Me, ref: Ref): Promise<Doc> {
  const found = await tx
    .selectFrom('statement')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('debtor_id', '=', customerOf(me))
    .where('id', '=', ref.id)
    .where('status', '<>', 'DRAFT')
    .executeTakeFirst();
  return found ? docs.lock(tx, me, ref) : notFound('该对账单');
}

/** 确认, by the customer. */
export async function confirmMine(tx: Tx, me: Me, input: Ref, { now, address }: { now: Date; address: string }): Promise<Saved> {
  const doc = await lockMine(tx, me, input);
  return confirm(tx, me, doc, { for: false, ip: address, reason: '', files: [] }, now);
}

/** 代客户确认: with the reason and what the customer signed. */
export async function confirmFor(
  tx: Tx,
  me: Me,
  input: Ref & { reason: string; files: string[] },
  { now, address }: { now: Date; address: string },
): Promise<Saved> {
  await refuseForeignFiles(tx, me, input.files);
  return confirm(tx, me, await docs.lock(tx, me, input), { for: true, ip: address, reason: input.reason, files: input.files }, now);
}

/** By a contract that says the same and both have signed. */
export async function confirmSigned(tx: Tx, me: Me, id: string, contract: { no: string; ip: string }, now: Date): Promise<void> {
  await confirm(tx, me, await docs.lock(tx, me, { id }), { for: false, ip: contract.ip, reason: `对账确认书${contract.no}`, files: [] }, now);
}

async function confirm(tx: Tx, me: Me, doc: Doc, how: { for: boolean; ip: string; reason: string; files: string[] }, now: Date): Promise<Saved> {
  if (doc.open_disputes > 0) refuse('CHECK_STATE', `${titleOf(doc)}还有${doc.open_disputes}条异议没有处理完，不能确认`);
  docs.mustBecome(doc, 'CONFIRMED', '确认');
  const version = await docs.update(tx, me, doc, {
    status: 'CONFIRMED',
    confirmed_at: now,
    confirmed_by: me.accountId,
    confirmer: actorName(me),
    confirmed_for: how.for,
    confirm_ip: how.ip,
    confirm_note: how.reason,
    confirm_files: how.files,
  });
  await note(tx, me, doc, how.for ? '代客户确认' : '客户确认', how.for ? { 原因: how.reason } : {});
  await tellFactory(
    tx,
    me,
    doc,
    'confirmed',
    `客户“${doc.debtor_name}”${periodName(doc.period_start, doc.period_end)}的对账单${how.for ? '已代为确认' : '已确认'}，期末应收${saidYuan(doc.closing)}元`,
  );
  return { id: doc.id, version };
}

interface Item {
  seq: number | null;
  reason: DisputeReason;
  note: string;
  claimed: bigint | null;
}

/** 异议, by line, or about what is missing altogether. */
export async function disputeMine(tx: Tx, me: Me, input: Ref & { items: readonly Item[] }, now: Date): Promise<Saved> {
  const doc = await lockMine(tx, me, input);
  docs.mustBe(doc, ['SENT', 'DISPUTED'], '提出异议');
  for (const item of input.items) {
    if (item.seq === null) continue;
    if (item.seq > doc.line_count) refuse('CHECK_STATE', `${titleOf(doc)}只有${doc.line_count}行，没有第${item.seq}行`);
  }
  const asked = input.items.flatMap((item) => (item.seq === null ? [] : [item.seq]));
  const twice = asked.find((seq, at) => asked.indexOf(seq) !== at) ?? (await disputedAmong(tx, me, doc.id, asked));
  if (twice !== undefined) refuse('CHECK_STATE', `${titleOf(doc)}第${twice}行已有异议在处理，不能重复提出`);
  await tx
    .insertInto('statement_dispute')
    .values(
      input.items.map((item) => ({
        tenant_id: me.tenantId,
        id: newId(),
        statement_id: doc.id,
        debtor_id: doc.debtor_id,
        seq: item.seq,
        reason: item.reason,
        note: item.note,
        claimed: item.claimed,
        raiser: actorName(me),
        raised_by: me.accountId,
        raised_at: now,
      })),
    )
    .execute();
  const version = await docs.update(tx, me, doc, { status: 'DISPUTED', open_disputes: doc.open_disputes + input.items.length });
  const said = input.items.map((item) => `${item.seq === null ? '' : `第${item.seq}行`}${disputeReasons[item.reason]}：${item.note}`).join('；');
  await note(tx, me, doc, '提出异议', { 异议: said });
  await tellFactory(tx, me, doc, 'disputed', `客户“${doc.debtor_name}”：${said}`.slice(0, 300));
  return { id: doc.id, version };
}

async function disputedAmong(tx: Tx, me: Me, id: string, seqs: readonly number[]): Promise<number | undefined> {
  if (!seqs.length) return undefined;
  const row = await tx
    .selectFrom('statement_dispute')
    .select('seq')
    .where('tenant_id', '=', me.tenantId)
    .where('statement_id', '=', id)
    .where('seq', 'in', [...seqs])
    .where('status', 'in', [...openDisputes])
    .executeTakeFirst();
  return row?.seq ?? undefined;
}

/** The customer takes an objection of its own back; nothing was done about it yet. */
export async function takeBackMine(tx: Tx, me: Me, input: Ref & { disputeId: string }, now: Date): Promise<Saved> {
  const doc = await lockMine(tx, me, input);
  const dispute = await disputeOf(tx, me, doc, input.disputeId);
  if (dispute.status !== 'OPEN') refuse('CHECK_STATE', `${titleOf(doc)}的这条异议${dispute.status === 'CORRECTING' ? '正在更正' : '已处理'}，不能撤回`);
  await settleDispute(tx, me, dispute.id, { status: 'TAKEN_BACK', replied_at: now });
  await note(tx, me, doc, '撤回异议', { 异议: dispute.note });
  return { id: doc.id, version: await countDisputes(tx, me, doc) };
}

/** 答复 without a correction: why the line stands. */
export async function replyDispute(tx: Tx, me: Me, input: Ref & { disputeId: string; reply: string }, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, input);
  const dispute = await disputeOf(tx, me, doc, input.disputeId);
  if (dispute.status !== 'OPEN') refuse('CHECK_STATE', `${titleOf(doc)}的这条异议已在处理，不能再答复`);
  await settleDispute(tx, me, dispute.id, { status: 'EXPLAINED', reply: input.reply, replier: actorName(me), replied_at: now });
  await note(tx, me, doc, '答复异议', { 异议: dispute.note, 答复: input.reply });
  return { id: doc.id, version: await afterAnswer(tx, me, doc, input.reply) };
}

export async function disputeOf(tx: Tx, me: Me, doc: Pick<Doc, 'id'>, id: string) {
  const row = await tx
    .selectFrom('statement_dispute')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('statement_id', '=', doc.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? notFound('该异议');
}

export const settleDispute = (
  tx: Tx,
  me: Me,
  id: string,
  set: { status: 'OPEN' | 'CORRECTING' | 'CORRECTED' | 'EXPLAINED' | 'TAKEN_BACK'; reply?: string; replier?: string; replied_at?: Date },
) => tx.updateTable('statement_dispute').set(set).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();

/** When nothing is open any more the customer is asked again; answers the statement's new version. */
export async function afterAnswer(tx: Tx, me: Me, doc: Doc, said: string): Promise<number> {
  const version = await countDisputes(tx, me, doc);
  await tellCustomer(tx, me, doc, 'answered', `${me.tenantName}：对账单${doc.no}的异议已处理`, `${said}。请查看后确认；仍有不符的可再次提出`.slice(0, 300));
  return version;
}

async function countDisputes(tx: Tx, me: Me, doc: Doc): Promise<number> {
  const { n } = await tx
    .selectFrom('statement_dispute')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', me.tenantId)
    .where('statement_id', '=', doc.id)
    .where('status', 'in', [...openDisputes])
    .executeTakeFirstOrThrow();
  const status = doc.status === 'DISPUTED' && n === 0 ? 'SENT' : doc.status;
  return docs.update(tx, me, doc, { open_disputes: n, status });
}
