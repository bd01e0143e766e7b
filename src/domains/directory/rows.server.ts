import { type SqlBool, sql } from 'kysely';
import type { Tx } from '~/server/db.server';
import { sealJson, unsealJson } from '~/server/secrets.server';
import { maskMobile } from '~/shared/mask';
import type { Applied } from './apply.server';
import type { Action, LinkKind, PlanRow } from './directory';
import type { Claimed } from './lease.server';
import { isApplied } from './plan';

/* The rows of a run as they are kept: numbers masked, what is to be written sealed. */

const payloadUse = (tenantId: bigint): string => `dingtalk_row.payload/${tenantId}`;

/** Which rows belong to a step; the steps follow one another. */
export const steps = {
  opening: sql<SqlBool>`kind = 'DEPARTMENT' and action <> 'DISABLE'`,
  people: sql<SqlBool>`kind = 'MEMBER'`,
  closing: sql<SqlBool>`kind = 'DEPARTMENT' and action = 'DISABLE'`,
};
export type Step = keyof typeof steps;
export interface StoredRow extends Applied {
  place: number;
}
const columns = ['place', 'kind', 'action', 'external_id', 'local_id', 'name', 'detail', 'reason', 'payload'] as const;

export async function pendingRows(tx: Tx, run: Claimed, step: Step, most: number): Promise<StoredRow[]> {
  const rows = await tx
    .selectFrom('dingtalk_row')
    .select(columns)
    .where('tenant_id', '=', run.tenantId)
    .where('run_id', '=', run.id)
    .where('state', '=', 'PENDING')
    .where(steps[step])
    .orderBy('place')
    .limit(most)
    .execute();
  return rows.map((row) => opened(run.tenantId, row));
}

export const storedRows = async (tx: Tx, tenantId: bigint, runId: string): Promise<PlanRow[]> => {
  const rows = await tx.selectFrom('dingtalk_row').select(columns).where('tenant_id', '=', tenantId).where('run_id', '=', runId).orderBy('place').execute();
  return rows.map((row) => opened(tenantId, row));
};

interface Kept {
  place: number;
  kind: string;
  action: string;
  external_id: string;
  local_id: string | null;
  name: string;
  detail: string;
  reason: string;
  payload: string | null;
}
interface Sealed {
  mobile: string;
  payload: Applied['payload'];
}
function opened(tenantId: bigint, { external_id, local_id, payload, ...row }: Kept): StoredRow {
  const kept = payload ? unsealJson<Sealed>(payloadUse(tenantId), payload) : { mobile: '', payload: null };
  return { ...row, kind: row.kind as LinkKind, action: row.action as Action, externalId: external_id, localId: local_id, ...kept };
}

export async function storeRows(tx: Tx, run: Claimed, rows: readonly PlanRow[]): Promise<void> {
  await tx.deleteFrom('dingtalk_row').where('tenant_id', '=', run.tenantId).where('run_id', '=', run.id).execute();
  const values = rows.map((row, place) => ({
    ...{
      tenant_id: run.tenantId,
      run_id: run.id,
      place,
      kind: row.kind,
      action: row.action,
      external_id: row.externalId,
      local_id: row.localId,
      name: row.name,
    },
    ...{ mobile: maskMobile(row.mobile), detail: row.detail, reason: row.reason, state: isApplied(row) ? 'PENDING' : 'WAITING' },
    payload: isApplied(row) ? sealJson(payloadUse(run.tenantId), { mobile: row.mobile, payload: row.payload } satisfies Sealed) : null,
  }));
  for (let at = 0; at < values.length; at += 500)
    await tx
      .insertInto('dingtalk_row')
      .values(values.slice(at, at + 500))
      .execute();
}

/** What was to be written is forgotten with it. */
export async function settleRow(tx: Tx, run: Claimed, row: StoredRow, state: 'DONE' | 'SKIPPED' | 'FAILED', result: string): Promise<void> {
  await tx
    .updateTable('dingtalk_row')
    .set({ state, result: result.slice(0, 500), payload: null })
    .where('tenant_id', '=', run.tenantId)
    .where('run_id', '=', run.id)
    .where('place', '=', row.place)
    .execute();
}
