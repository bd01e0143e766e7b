import { sql } from 'kysely';
import { defaultTerms, type Terms } from '~/domains/credit/terms';
import { listLevels } from '~/domains/customer/level.server';
import type { Me } from '~/portal/me';
import { attachmentsOf } from '~/server/attachments.server';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { holdsNumber } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { instantRange } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { type ApplyKind, applyStates, type Guarantor, kindRules, type MaterialFiles } from './apply';
import type { ApplyQuery } from './apply.schema';
import { materialsFor } from './material.server';
import * as subjects from './subjects';

const rows = (tx: Tx, me: Me) =>
  tx
    .selectFrom('credit_apply')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'credit_apply.tenant_id').onRef('customer.id', '=', 'credit_apply.customer_id'))
    .innerJoin('credit_type', (on) =>
      on.onRef('credit_type.tenant_id', '=', 'credit_apply.tenant_id').onRef('credit_type.id', '=', 'credit_apply.credit_type_id'),
    )
    .leftJoin('credit_account', (on) =>
      on.onRef('credit_account.tenant_id', '=', 'credit_apply.tenant_id').onRef('credit_account.id', '=', 'credit_apply.account_id'),
    )
    .where('credit_apply.tenant_id', '=', me.tenantId);

const columns = [
  'credit_apply.id',
  'credit_apply.no',
  'credit_apply.kind',
  'credit_apply.customer_id as customerId',
  'customer.name as customerName',
  'credit_apply.credit_type_id as creditTypeId',
  'credit_type.name as typeName',
  'credit_apply.account_id as accountId',
  sql<string>`coalesce(credit_account.no, '')`.as('accountNo'),
  'credit_apply.status',
  'credit_apply.requested',
  'credit_apply.granted',
  'credit_apply.limit_before as limitBefore',
  'credit_apply.suggested_lo as suggestedLo',
  'credit_apply.suggested_hi as suggestedHi',
  sql<string | null>`credit_apply.valid_from::text`.as('validFrom'),
  sql<string | null>`credit_apply.valid_to::text`.as('validTo'),
  'credit_apply.verdict',
  'credit_apply.version',
  'credit_apply.creator',
  'credit_apply.created_by as createdBy',
  'credit_apply.created_at as createdAt',
  'credit_apply.submitted_at as submittedAt',
  'credit_apply.decided_at as decidedAt',
  'credit_apply.decider',
] as const;

const shown = <R extends { createdBy: string | null }>(me: Me, { createdBy, ...row }: R) => ({ ...row, mine: createdBy === me.accountId });

async function chosenBy(tx: Tx, me: Me, query: ApplyQuery) {
  let chosen = rows(tx, me);
  if (query.no) chosen = chosen.where(await holdsNumber(tx, 'credit_apply.id', 'credit_apply_text', 'no', query.no));
  if (query.customerId) chosen = chosen.where('credit_apply.customer_id', '=', query.customerId);
  if (query.creditTypeId) chosen = chosen.where('credit_apply.credit_type_id', '=', query.creditTypeId);
  if (query.accountId) chosen = chosen.where('credit_apply.account_id', '=', query.accountId);
  if (query.kind) chosen = chosen.where('credit_apply.kind', '=', query.kind);
  const days = [
    ['credit_apply.created_at', query.startDate, query.endDate],
    ['credit_apply.decided_at', query.decidedStart, query.decidedEnd],
  ] as const;
  for (const [column, start, end] of days) {
    const { from, before } = instantRange(start, end);
    if (from) chosen = chosen.where(column, '>=', from);
    if (before) chosen = chosen.where(column, '<', before);
  }
  return chosen;
}

/** The rows of the list alone, for exports. */
export const applyRows = async (tx: Tx, me: Me, query: ApplyQuery) => pageOfApplies(tx, me, query, await chosenBy(tx, me, query));

async function pageOfApplies(tx: Tx, me: Me, query: ApplyQuery, all: Awaited<ReturnType<typeof chosenBy>>) {
  const page = await pageFrom(tx, (query.status ? all.where('credit_apply.status', '=', query.status) : all).select(columns), query, {
    sort: { no: 'credit_apply.no', requested: 'credit_apply.requested', createdAt: 'credit_apply.created_at' },
    initial: [['credit_apply.created_at', 'desc']],
    tiebreak: 'credit_apply.id',
    neverNull: ['credit_apply.no'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(me, row)) };
}

export async function listApplies(tx: Tx, me: Me, query: ApplyQuery) {
  const all = await chosenBy(tx, me, query);
  if (query.withTabs !== 'true') return pageOfApplies(tx, me, query, all);
  const [page, tabs] = await Promise.all([pageOfApplies(tx, me, query, all), tabsOf(tx, all, 'credit_apply.status', Object.keys(applyStates))]);
  return { ...page, tabs };
}

export async function getApply(tx: Tx, me: Me, { id }: { id: string }) {
  const row = await rows(tx, me)
    .select(columns)
    .select([
      'credit_apply.per_order_limit as perOrderLimit',
      'credit_apply.terms',
      'credit_apply.guarantors',
      'credit_apply.reason',
      'credit_apply.opinion',
      'credit_apply.granter',
      'credit_apply.grant_reason as grantReason',
      'credit_apply.suggest_reasons as suggestReasons',
      'credit_apply.rules',
      'credit_apply.materials',
    ])
    .where('credit_apply.id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound('该授信申请');
  const { materials: kept, terms, guarantors, suggestReasons, rules, ...rest } = row;
  const kind = row.kind as ApplyKind;
  const unlimited = kindRules[kind].amount === 'limit' && row.requested === null;
  const [files, asked, log] = await Promise.all([
    attachmentsOf(tx, me, subjects.creditApply, id),
    materialsFor(tx, me, { kind, customerId: row.customerId, creditTypeId: row.creditTypeId, requested: row.requested }, unlimited),
    documentLog(tx, me, subjects.creditApply, id),
  ]);
  const byMaterial = new Map((kept as unknown as MaterialFiles[]).map((one) => [one.materialId, one.keys]));
  const filesOf = (materialId: string) =>
    files.filter(({ key }) => byMaterial.get(materialId)?.includes(key)).map(({ key, name, mime, size }) => ({ key, name, mime, size }));
  const known = new Set(asked.map((one) => one.id));
  const others = [...byMaterial.keys()].filter((one) => !known.has(one));
  return {
    ...shown(me, rest),
    unlimited,
    terms: Object.keys(terms as object).length ? ({ ...defaultTerms, ...(terms as Partial<Terms>) } as Terms) : null,
    guarantors: guarantors as unknown as Guarantor[],
    suggestReasons: suggestReasons as unknown as string[],
    rules: rules as unknown as never[],
    materials: [
      ...asked.map((one) => ({ materialId: one.id, name: one.name, required: one.required, files: filesOf(one.id) })),
      ...others.map((materialId) => ({ materialId, name: '其他材料', required: false, files: filesOf(materialId) })),
    ],
    log,
  };
}

export async function applyOptions(tx: Tx, me: Me) {
  const [types, { levels }] = await Promise.all([
    tx
      .selectFrom('credit_type')
      .select(['id', 'name', 'per_order_limit as perOrderLimit', 'terms'])
      .where('tenant_id', '=', me.tenantId)
      .where('enabled', '=', true)
      .orderBy('sort')
      .execute(),
    listLevels(tx, me),
  ]);
  return {
    types: types.map((one) => ({ ...one, terms: { ...defaultTerms, ...(one.terms as object) } })),
    levels: levels.map(({ id, name }) => ({ id, name })),
  };
}
