import { type SqlBool, sql } from 'kysely';
import { customerOf } from '~/domains/finance/myFunds.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, holdsWords } from '~/server/search.server';
import { countsOf, tabsOf } from '~/server/tally.server';
import { notFound } from '~/shared/refusal';
import { TAB_CAP } from '~/shared/tabCap';
import {
  type ContractKind,
  type ContractState,
  contractStates,
  openStates,
  type Rescission,
  type SealKind,
  type SealPlace,
  type SignerState,
  type SignOrder,
  type SignSide,
  type Tab,
  tabStates,
} from './contract';
import type { ContractQuery } from './contract.schema';
import { dataOf, eventHash, type SignerRow, signersOf } from './store.server';
import { templateBody } from './templates.server';

const columns = [
  'ct_contract.id',
  'ct_contract.no',
  'ct_contract.title',
  'ct_contract.kind',
  'ct_contract.customer_id as customerId',
  sql<string>`customer.name`.as('customerName'),
  'ct_contract.biz_type as bizType',
  'ct_contract.biz_id as bizId',
  'ct_contract.biz_no as bizNo',
  'ct_contract.amount',
  'ct_contract.status',
  'ct_contract.signed',
  'ct_contract.signers',
  'ct_contract.turn',
  'ct_contract.deadline',
  'ct_contract.valid_from as validFrom',
  'ct_contract.valid_to as validTo',
  'ct_contract.rescission',
  'ct_contract.started_at as startedAt',
  'ct_contract.ended_at as endedAt',
  'ct_contract.created_at as createdAt',
  'ct_contract.creator',
  'ct_contract.version',
] as const;

/** What a person meets of contracts: a dealer its own that were sent to it. Every contract has its customer: joined from the left, counts leave it out. */
export function contractsOf(tx: Tx, me: Me) {
  const rows = tx
    .selectFrom('ct_contract')
    .leftJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'ct_contract.tenant_id').onRef('customer.id', '=', 'ct_contract.customer_id'))
    .where('ct_contract.tenant_id', '=', me.tenantId);
  return me.customerId === null ? rows : rows.where('ct_contract.customer_id', '=', customerOf(me)).where('ct_contract.started_at', 'is not', null);
}
const shown = <R extends { kind: string; status: string; rescission: string; turn: string | null }>(row: R) => ({
  ...row,
  kind: row.kind as ContractKind,
  status: row.status as ContractState,
  rescission: row.rescission as Rescission,
  turn: row.turn as 'OURS' | 'THEIRS' | 'BOTH' | null,
});

async function contractsBy(tx: Tx, me: Me, query: ContractQuery) {
  let rows = contractsOf(tx, me);
  const numbers = sql`lined(ct_contract.no, ct_contract.biz_no)`;
  if (query.no) rows = rows.where(await holdsNumber(tx, 'ct_contract.id', 'ct_contract_text', 'nos', query.no, numbers));
  if (query.title) rows = rows.where(await holdsWords(tx, 'ct_contract.id', 'ct_contract_text', 'title', query.title, sql.ref('ct_contract.title')));
  if (query.kind) rows = rows.where('ct_contract.kind', '=', query.kind);
  if (query.customerId && me.customerId === null) rows = rows.where('ct_contract.customer_id', '=', query.customerId);
  if (query.bizId) rows = rows.where('ct_contract.biz_id', '=', query.bizId);
  if (query.deadlineStart) rows = rows.where('ct_contract.deadline', '>=', query.deadlineStart.slice(0, 10));
  const until = query.deadlineEnd?.slice(0, 10) ?? '';
  // Nobody has a deadline before the day they began: the index by creation is read from there on.
  if (until)
    rows = rows
      .where('ct_contract.deadline', '<=', until)
      .where(sql<SqlBool>`ct_contract.created_at < (${until}::date + 1)::timestamp at time zone 'Asia/Shanghai'`);
  return rows;
}

export const mineTurn = (me: Me) => sql<SqlBool>`ct_contract.turn in (${me.customerId === null ? 'OURS' : 'THEIRS'}, 'BOTH')`;

export const contractRows = async (tx: Tx, me: Me, query: ContractQuery) => rowsAmong(tx, me, query, await contractsBy(tx, me, query));

async function rowsAmong(tx: Tx, me: Me, query: ContractQuery, all: Awaited<ReturnType<typeof contractsBy>>) {
  let rows = all.select(columns);
  const tab = query.tab as Tab | '';
  if (tab === 'TURN') rows = rows.where(mineTurn(me));
  else if (tab) rows = rows.where('ct_contract.status', 'in', [...tabStates[tab]]);
  const page = await pageFrom(tx, rows, query.no || query.title ? { countTo: FOUND_CAP, ...query } : query, {
    sort: {
      no: 'ct_contract.no',
      createdAt: 'ct_contract.created_at',
      deadline: 'ct_contract.deadline',
      amount: 'ct_contract.amount',
      endedAt: 'ct_contract.ended_at',
    },
    initial: [['ct_contract.created_at', 'desc']],
    tiebreak: 'ct_contract.id',
    neverNull: ['ct_contract.no', 'ct_contract.deadline'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(shown) };
}

export async function listContracts(tx: Tx, me: Me, query: ContractQuery) {
  const all = await contractsBy(tx, me, query);
  const [page, byState, [turn = 0]] = await Promise.all([
    rowsAmong(tx, me, query, all),
    tabsOf(tx, all, 'ct_contract.status', Object.keys(contractStates)),
    countsOf(tx, [all.where(mineTurn(me)).select('ct_contract.id')], TAB_CAP),
  ]);
  const sum = (tab: Tab) => tabStates[tab].reduce((n, state) => n + (byState[state] ?? 0), 0);
  const tabs: Record<string, number> = {
    TURN: turn,
    SIGNING: sum('SIGNING'),
    DONE: sum('DONE'),
    ENDED: sum('ENDED'),
    ...(me.customerId === null ? { DRAFT: sum('DRAFT') } : {}),
  };
  return { ...page, tabs };
}

export async function contractDetail(tx: Tx, me: Me, { id }: { id: string }) {
  const row = await contractsOf(tx, me)
    .select(columns)
    .select([
      'ct_contract.source',
      'ct_contract.template_id as templateId',
      'ct_contract.template_no as templateNo',
      'ct_contract.upload_key as uploadKey',
      'ct_contract.state_reason as stateReason',
      'ct_contract.sign_order as signOrder',
      'ct_contract.riding',
      'ct_contract.real_name as needsRealName',
      'ct_contract.revision_no as revisionNo',
      'ct_contract.sha256 as fileSha',
      'ct_contract.rescinds_id',
      'ct_contract.submitted_by',
      'ct_contract.data',
    ])
    .where('ct_contract.id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound('该合同');
  const { rescinds_id, submitted_by, data, ...head } = row;
  const signers = await signersOf(tx, me, id);
  const template = head.templateId && me.customerId === null ? await templateBody(tx, me, head.templateId, head.templateNo ?? undefined) : null;
  const own = dataOf({ data }).own;
  const { events, chained } = await eventsOf(tx, me, id);
  const side = me.customerId === null ? 'OURS' : 'THEIRS';
  return {
    ...shown(head),
    source: head.source as 'TEMPLATE',
    signOrder: head.signOrder as SignOrder,
    templateName: template?.name ?? '',
    signerRows: signers.map((one) => shownSigner(one, me.customerId === null)),
    revisions: await revisionsOf(tx, me, id, signers),
    events,
    chained,
    own: (template?.fields ?? []).map((field) => ({ ...field, value: own.find((one) => one.label === field.label)?.value ?? '' })),
    rescinds: rescinds_id === null ? null : await headOf(tx, me, 'id', rescinds_id),
    rescindedBy: head.rescission === 'NONE' ? null : await headOf(tx, me, 'rescinds_id', id),
    mine: submitted_by === me.accountId,
    mayTurn: head.status === 'SIGNING' && signers.some((one) => one.side === side && one.status === 'TURN'),
  };
}

const shownSigner = (one: SignerRow, mine: boolean) => ({
  id: one.id,
  seq: one.seq,
  side: one.side as SignSide,
  roleName: one.role_name,
  orgName: one.org_name,
  sealKind: one.seal_kind as SealKind,
  status: one.status as SignerState,
  place: one.place as unknown as SealPlace | null,
  person: one.person,
  realName: one.real_name,
  way: one.way,
  certSubject: one.cert_subject,
  certSerial: one.cert_serial,
  tsaAt: one.tsa_at,
  revisionNo: one.revision_no,
  at: one.at,
  reason: one.reason,
  sealingError: mine ? one.sealing_error : '',
  sealingAt: one.status === 'SEALING' ? one.sealing_at : null,
});

async function headOf(tx: Tx, me: Me, column: 'id' | 'rescinds_id', id: string) {
  const row = await contractsOf(tx, me)
    .select(['ct_contract.id', 'ct_contract.no', 'ct_contract.status'])
    .where(`ct_contract.${column}`, '=', id)
    .orderBy('ct_contract.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, status: row.status as ContractState } : null;
}

async function revisionsOf(tx: Tx, me: Me, id: string, signers: readonly { id: string; role_name: string; person: string }[]) {
  const rows = await tx
    .selectFrom('ct_revision')
    .select(['no', 'sha256', 'size', 'at', 'signer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('contract_id', '=', id)
    .orderBy('no')
    .execute();
  return rows.map(({ signer_id, ...row }) => {
    const signer = signers.find((one) => one.id === signer_id);
    return { ...row, signer: signer ? `${signer.role_name} ${signer.person}` : '定稿' };
  });
}

/** The chain as it is stored, and whether every hash still stands for its row. */
export async function eventsOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string) {
  const rows = await tx.selectFrom('ct_event').selectAll().where('tenant_id', '=', me.tenantId).where('contract_id', '=', id).orderBy('seq').execute();
  const chained = rows.every((row, at) => row.seq === at + 1 && row.prev_hash === (rows[at - 1]?.hash ?? '') && row.hash === eventHash(row));
  return { chained, events: rows.map(({ seq, at, action, actor, address, note, sha256, hash }) => ({ seq, at, action, actor, address, note, sha256, hash })) };
}

/**
 * Rescinded contracts about documents which no other signed one of the kind stands in for. What they agreed on and was not performed yet is off:
 * whoever performs it asks here, as for `openAbout`.
 */
export const rescindedAbout = (tx: Tx, me: Pick<Me, 'tenantId'>, bizIds: readonly string[]) =>
  tx
    .selectFrom('ct_contract as c')
    .select(['c.id', 'c.no', 'c.biz_id'])
    .where('c.tenant_id', '=', me.tenantId)
    .where('c.biz_id', '=', sql<string>`any(${[...bizIds]}::uuid[])`)
    .where('c.rescission', '=', 'DONE')
    .where(
      sql<SqlBool>`not exists (select from ct_contract d where d.tenant_id = c.tenant_id and d.biz_id = c.biz_id and d.kind = c.kind and d.status = 'DONE'
        and d.rescission <> 'DONE')`,
    )
    .execute();

/** The newest signed contract of a kind about a document that was not rescinded. */
export const signedAbout = (tx: Tx, me: Pick<Me, 'tenantId'>, kind: ContractKind, bizId: string) =>
  tx
    .selectFrom('ct_contract')
    .select(['kind', 'biz_type', 'biz_id', 'data'])
    .where('tenant_id', '=', me.tenantId)
    .where('biz_id', '=', bizId)
    .where('kind', '=', kind)
    .where('status', '=', 'DONE')
    .where('rescission', '<>', 'DONE')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether a document waits for a contract about it. */
export const openAbout = (tx: Tx, me: Pick<Me, 'tenantId'>, bizIds: readonly string[]) =>
  tx
    .selectFrom('ct_contract')
    .select(['id', 'no', 'biz_id', 'status', 'signed', 'signers'])
    .where('tenant_id', '=', me.tenantId)
    .where('biz_id', '=', sql<string>`any(${[...bizIds]}::uuid[])`)
    .where('status', 'in', [...openStates])
    .execute();
