import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import type { AdjustDetail, AdjustQuery, AdjustRow, DisputeDetail, DisputeQuery, DisputeRow } from './adjust.schema';
import { type AdjustKind, type AdjustState, adjustStates, type DisputeReason, type DisputeState, disputeStates, natures } from './plan';

const natureName = (nature: string | null): string => natures[nature as keyof typeof natures] ?? '';

const adjustsOf = (tx: Tx, me: Me) =>
  tx
    .selectFrom('ar_adjust')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'ar_adjust.tenant_id').onRef('customer.id', '=', 'ar_adjust.customer_id'))
    .where('ar_adjust.tenant_id', '=', me.tenantId);
const adjustColumns = [
  'ar_adjust.id',
  'ar_adjust.no',
  'ar_adjust.kind',
  'ar_adjust.customer_id as customerId',
  'customer.name as customerName',
  'ar_adjust.receivable_id as receivableId',
  'ar_adjust.receivable_no as receivableNo',
  'ar_adjust.amount',
  'ar_adjust.restored',
  'ar_adjust.due_from as dueFrom',
  'ar_adjust.due_to as dueTo',
  'ar_adjust.nature_from as natureFrom',
  'ar_adjust.nature_to as natureTo',
  'ar_adjust.reason',
  'ar_adjust.status',
  'ar_adjust.creator',
  'ar_adjust.created_at as createdAt',
  'ar_adjust.decider',
  'ar_adjust.decided_at as decidedAt',
  'ar_adjust.version',
] as const;
const adjustRow = <R extends { kind: string; status: string; natureFrom: string | null; natureTo: string | null }>(row: R) => ({
  ...row,
  kind: row.kind as AdjustKind,
  status: row.status as AdjustState,
  natureFrom: natureName(row.natureFrom),
  natureTo: natureName(row.natureTo),
});

export async function listAdjusts(tx: Tx, me: Me, query: AdjustQuery): Promise<Page<z.output<typeof AdjustRow>>> {
  let rows = adjustsOf(tx, me);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'ar_adjust.id', 'ar_adjust_text', 'no', query.no));
  if (query.customerId) rows = rows.where('ar_adjust.customer_id', '=', query.customerId);
  if (query.kind) rows = rows.where('ar_adjust.kind', '=', query.kind);
  const tabs = await tabsOf(tx, rows, 'ar_adjust.status', Object.keys(adjustStates));
  const wanted = (query.status ? rows.where('ar_adjust.status', '=', query.status) : rows).select(adjustColumns);
  const page = await pageFrom(tx, wanted, query.no ? { countTo: FOUND_CAP, ...query } : query, {
    sort: { no: 'ar_adjust.no', createdAt: 'ar_adjust.created_at' },
    initial: [['ar_adjust.created_at', 'desc']],
    tiebreak: 'ar_adjust.id',
    neverNull: ['ar_adjust.no'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(adjustRow), tabs };
}

export async function adjustDetail(tx: Tx, me: Me, { id }: { id: string }): Promise<z.output<typeof AdjustDetail>> {
  const row = await adjustsOf(tx, me)
    .innerJoin('receivable', (on) => on.onRef('receivable.tenant_id', '=', 'ar_adjust.tenant_id').onRef('receivable.id', '=', 'ar_adjust.receivable_id'))
    .leftJoin('ar_dispute', (on) => on.onRef('ar_dispute.tenant_id', '=', 'ar_adjust.tenant_id').onRef('ar_dispute.id', '=', 'ar_adjust.dispute_id'))
    .leftJoin('ar_adjust as of', (on) => on.onRef('of.tenant_id', '=', 'ar_adjust.tenant_id').onRef('of.id', '=', 'ar_adjust.of_adjust_id'))
    .select(adjustColumns)
    .select(['ar_adjust.opinion', 'ar_adjust.voucher', 'ar_adjust.created_by as createdBy', 'receivable.open', 'receivable.status as stands'])
    .select(['ar_adjust.dispute_id as disputeId', 'ar_dispute.no as disputeNo', 'ar_adjust.of_adjust_id as ofAdjustId', 'of.no as ofAdjustNo'])
    .where('ar_adjust.id', '=', id)
    .executeTakeFirst();
  if (!row) notFound('该应收调整单');
  const { createdBy, stands, ...doc } = row;
  return {
    ...adjustRow(doc),
    open: stands === 'REVERSED' ? 0n : (row.open ?? 0n),
    mine: createdBy === me.accountId,
    disputeNo: row.disputeNo ?? '',
    ofAdjustNo: row.ofAdjustNo ?? '',
  };
}

const disputesOf = (tx: Tx, me: Me) =>
  tx
    .selectFrom('ar_dispute')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'ar_dispute.tenant_id').onRef('customer.id', '=', 'ar_dispute.customer_id'))
    .where('ar_dispute.tenant_id', '=', me.tenantId);
const disputeColumns = [
  'ar_dispute.id',
  'ar_dispute.no',
  'ar_dispute.customer_id as customerId',
  'customer.name as customerName',
  'ar_dispute.receivable_id as receivableId',
  'ar_dispute.receivable_no as receivableNo',
  'ar_dispute.reason',
  'ar_dispute.amount',
  'ar_dispute.upheld',
  'ar_dispute.words',
  'ar_dispute.answer',
  'ar_dispute.status',
  'ar_dispute.creator',
  'ar_dispute.created_at as createdAt',
  'ar_dispute.closer',
  'ar_dispute.closed_at as closedAt',
  'ar_dispute.version',
] as const;
const disputeRow = <R extends { reason: string; status: string }>(row: R) => ({
  ...row,
  reason: row.reason as DisputeReason,
  status: row.status as DisputeState,
});

export async function listDisputes(tx: Tx, me: Me, query: DisputeQuery): Promise<Page<z.output<typeof DisputeRow>>> {
  let rows = disputesOf(tx, me);
  if (query.customerId) rows = rows.where('ar_dispute.customer_id', '=', query.customerId);
  if (query.reason) rows = rows.where('ar_dispute.reason', '=', query.reason);
  const tabs = await tabsOf(tx, rows, 'ar_dispute.status', Object.keys(disputeStates));
  const wanted = (query.status ? rows.where('ar_dispute.status', '=', query.status) : rows).select(disputeColumns);
  const page = await pageFrom(tx, wanted, query, {
    sort: { createdAt: 'ar_dispute.created_at' },
    initial: [['ar_dispute.created_at', 'desc']],
    tiebreak: 'ar_dispute.id',
  });
  return { ...page, pagedRecords: page.pagedRecords.map(disputeRow), tabs };
}

export async function disputeDetail(tx: Tx, me: Me, { id }: { id: string }): Promise<z.output<typeof DisputeDetail>> {
  const row = await disputesOf(tx, me)
    .innerJoin('receivable', (on) => on.onRef('receivable.tenant_id', '=', 'ar_dispute.tenant_id').onRef('receivable.id', '=', 'ar_dispute.receivable_id'))
    .leftJoin('ar_adjust', (on) => on.onRef('ar_adjust.tenant_id', '=', 'ar_dispute.tenant_id').onRef('ar_adjust.id', '=', 'ar_dispute.adjust_id'))
    .select(disputeColumns)
    .select(['ar_dispute.voucher', 'ar_dispute.adjust_id as adjustId', 'ar_adjust.no as adjustNo', 'receivable.open', 'receivable.status as stands'])
    .where('ar_dispute.id', '=', id)
    .executeTakeFirst();
  if (!row) notFound('该应收争议');
  const { stands, ...doc } = row;
  return { ...disputeRow(doc), open: stands === 'REVERSED' ? 0n : (row.open ?? 0n), adjustNo: row.adjustNo ?? '' };
}
