import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import { onCommit } from '~/server/db/transaction.server';
import type { Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { wake } from '~/server/jobs.server';
import { containing, pageFrom } from '~/server/list.server';
import { lockKnown, raised, updateKnown } from '~/server/versioned.server';
import type { Page } from '~/shared/page';
import { notFound, refuse } from '~/shared/refusal';
import { configured, refuseUnlessSyncing } from './config.server';
import { type Action, type Choice, type LinkKind, type RowState, type RunMode, type RunState, runFlow, runStates } from './directory';
import type { Row, RowQuery, RunDetail, RunQuery, RunRow, RunVersion } from './directory.schema';
import * as subjects from './subjects';

export const CHORE = 'dingtalk-sync';

/** Begins to read the directory for a preview; the run goes on in the background. One at a time in a company. */
export async function startRun(tx: Tx, me: Me, mode: RunMode, now: Date): Promise<{ id: string }> {
  refuseUnlessSyncing(me);
  if (!me.memberId) return refuse('ORGANISATION', '只有企业成员可以同步');
  if (!(await configured(tx, me.tenantId))) refuse('NOT_CONFIGURED', '尚未配置钉钉同步，请先填写并保存AppKey与AppSecret');
  await sql`update dingtalk_run set state = 'DROPPED', ended_at = ${now}, version = ${raised()} where tenant_id = ${me.tenantId} and state = 'PREVIEW'`.execute(
    tx,
  );
  const id = newId();
  await orRefuse(
    tx.insertInto('dingtalk_run').values({ tenant_id: me.tenantId, id, mode, state: 'READING', started_by: me.memberId, started_at: now }).execute(),
    { taken: () => refuse('BAD_STATE', '已有一次钉钉同步正在进行，请等待其完成') },
  );
  onCommit(() => wake(CHORE));
  return { id };
}

/** What was seen is to be done: read once more first, and only done when nothing is different. */
export async function confirmRun(tx: Tx, me: Me, input: z.output<typeof RunVersion>): Promise<{ id: string }> {
  refuseUnlessSyncing(me);
  const run = await lockRun(tx, me, input);
  const rows = await tx
    .selectFrom('dingtalk_row')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', me.tenantId)
    .where('run_id', '=', run.id)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  if (rows.n === 0) refuse('BAD_STATE', '没有可执行的变化，请先处理冲突后重新预览');
  await orRefuse(move(tx, me, run, 'CHECKING', { started_by: me.memberId as string, attempts: 0 }), {
    taken: () => refuse('BAD_STATE', '已有一次钉钉同步正在进行，请等待其完成'),
  });
  await audit(tx, me, { action: '执行钉钉同步', subject: subjects.dingtalkRun, id: run.id, no: '钉钉同步', after: { 变化: String(rows.n) } });
  onCommit(() => wake(CHORE));
  return { id: run.id };
}

export async function dropRun(tx: Tx, me: Me, input: z.output<typeof RunVersion>, now: Date): Promise<{ id: string }> {
  const run = await lockRun(tx, me, input);
  await move(tx, me, run, 'DROPPED', { ended_at: now });
  return { id: run.id };
}

async function lockRun(tx: Tx, me: Me, input: z.output<typeof RunVersion>) {
  const run = await lockKnown(tx, me, 'dingtalk_run', '同步记录', input);
  return { ...run, state: run.state as RunState };
}

async function move(
  tx: Tx,
  me: Me,
  run: { id: string; state: RunState; version: number },
  to: RunState,
  more: { started_by?: string; attempts?: number; ended_at?: Date },
) {
  const standing = { title: '该次同步', state: run.state, names: runStates };
  mustStand(standing, (from) => runFlow.mayBecome(from, to), to === 'DROPPED' ? '放弃' : '执行');
  await updateKnown(tx, me, 'dingtalk_run', run, { state: to, lease_until: null, lease_id: null, ...more });
}

const runRows = (tx: Tx, me: Me) =>
  tx
    .selectFrom('dingtalk_run')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'dingtalk_run.tenant_id').onRef('member.id', '=', 'dingtalk_run.started_by'))
    .select(['dingtalk_run.id', 'dingtalk_run.mode', 'dingtalk_run.state', 'member.name as startedBy', 'dingtalk_run.started_at as startedAt'])
    .select(['dingtalk_run.ended_at as endedAt', 'dingtalk_run.departments', 'dingtalk_run.people', 'dingtalk_run.error', 'dingtalk_run.version'])
    .select(['dingtalk_run.notes', 'dingtalk_run.changes'])
    .where('dingtalk_run.tenant_id', '=', me.tenantId);
type Stored = Awaited<ReturnType<ReturnType<typeof runRows>['execute']>>[number];

export async function listRuns(tx: Tx, me: Me, query: z.output<typeof RunQuery>): Promise<Page<z.output<typeof RunRow>>> {
  let rows = runRows(tx, me);
  if (query.state) rows = rows.where('dingtalk_run.state', '=', query.state);
  return pageFrom(
    tx,
    rows,
    query,
    { sort: { startedAt: 'dingtalk_run.started_at' }, initial: [['dingtalk_run.started_at', 'desc']], tiebreak: 'dingtalk_run.id' },
    (page) => counted(tx, me, page),
  );
}

export async function getRun(tx: Tx, me: Me, id: string): Promise<z.output<typeof RunDetail>> {
  const [run] = await counted(tx, me, await runRows(tx, me).where('dingtalk_run.id', '=', id).execute());
  return run ?? notFound('该同步记录');
}

async function counted(tx: Tx, me: Me, runs: readonly Stored[]): Promise<z.output<typeof RunDetail>[]> {
  const { rows } = await sql<{ run_id: string; action: string; state: string; n: number }>`
    select run_id, action, state, count(*)::int as n from dingtalk_row where tenant_id = ${me.tenantId} and run_id = any(${runs.map((run) => run.id)}::uuid[])
    group by run_id, action, state`.execute(tx);
  const sums = (id: string, by: 'action' | 'state') => {
    const found: Record<string, number> = {};
    for (const row of rows) if (row.run_id === id) found[row[by]] = (found[row[by]] ?? 0) + row.n;
    return found;
  };
  return runs.map((run) => ({
    ...run,
    mode: run.mode as RunMode,
    state: run.state as RunState,
    counts: sums(run.id, 'action'),
    results: sums(run.id, 'state'),
  }));
}

export async function listRows(tx: Tx, me: Me, query: z.output<typeof RowQuery>): Promise<Page<z.output<typeof Row>>> {
  let rows = tx
    .selectFrom('dingtalk_row')
    .leftJoin('dingtalk_link', (on) =>
      on
        .onRef('dingtalk_link.tenant_id', '=', 'dingtalk_row.tenant_id')
        .onRef('dingtalk_link.kind', '=', 'dingtalk_row.kind')
        .onRef('dingtalk_link.external_id', '=', 'dingtalk_row.external_id'),
    )
    .select([
      'dingtalk_row.place',
      'dingtalk_row.kind',
      'dingtalk_row.action',
      'dingtalk_row.external_id as externalId',
      'dingtalk_row.local_id',
      'dingtalk_row.name',
    ])
    .select(['dingtalk_row.mobile', 'dingtalk_row.detail', 'dingtalk_row.reason', 'dingtalk_row.state', 'dingtalk_row.result', 'dingtalk_link.choice'])
    .where('dingtalk_row.tenant_id', '=', me.tenantId)
    .where('dingtalk_row.run_id', '=', query.id);
  if (query.action) rows = rows.where('dingtalk_row.action', '=', query.action);
  if (query.kind) rows = rows.where('dingtalk_row.kind', '=', query.kind);
  if (query.state) rows = rows.where('dingtalk_row.state', '=', query.state);
  if (query.name) rows = rows.where('dingtalk_row.name', 'ilike', containing(query.name));
  const page = await pageFrom(tx, rows, query, {
    sort: { name: 'dingtalk_row.name', action: 'dingtalk_row.action' },
    initial: [['dingtalk_row.place', 'asc']],
    tiebreak: 'dingtalk_row.place',
  });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ place, local_id, ...row }) => ({
      ...row,
      id: String(place),
      localId: local_id ?? '',
      kind: row.kind as LinkKind,
      action: row.action as Action,
      state: row.state as RowState,
      choice: (row.choice ?? 'AUTO') as Choice,
    })),
  };
}
