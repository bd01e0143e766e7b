import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { DINGTALK_SYNC } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { granting } from '~/server/granting.server';
import { log } from '~/server/log.server';
import { tell } from '~/server/outbox.server';
import { scopeOf } from '~/server/serve.server';
import { raised } from '~/server/versioned.server';
import { Refusal } from '~/shared/refusal';
import { MAX_DEPTH } from '../organisation/department';
import { unusableHash } from '../organisation/member.server';
import { applyDepartments, applyPerson, closeDepartment, type Doing } from './apply.server';
import { type Configured, configured } from './config.server';
import { type Ask, dingtalkOf, type Pace, usualPace } from './dingtalk.server';
import type { PlanRow, Remote, RunState } from './directory';
import { readHere } from './here.server';
import { type Claimed, claimRun, holdRun, isLost, runnerOf } from './lease.server';
import { changesBetween, isApplied, leavesMany, planOf } from './plan';
import { readDirectory, stillThere } from './readDirectory.server';
import { pendingRows, type Step, type StoredRow, settleRow, storedRows, storeRows } from './rows.server';

const ATTEMPTS = 5;
const BATCH = 25;
const MOST_CHANGES = 50;
const ALIVE_MS = 30_000;

/** Goes on with every run that waits; gives how many steps it did. Interrupted runs go on where they stopped. */
export async function workOff(opened: Opened, now: () => Date = () => new Date(), stop?: AbortSignal, pace: Pace = usualPace): Promise<number> {
  let steps = 0;
  for (; !stop?.aborted; steps++) {
    const run = await claimRun(opened, now());
    if (!run) break;
    try {
      await goOn(opened, run, now, stop, pace);
    } catch (error) {
      if (isLost(error)) continue;
      log.warn({ err: error, tenant: run.tenantId.toString(), run: run.id }, 'dingtalk run failed');
      await end(opened, run, 'FAILED', now(), error instanceof Error ? error.message : String(error));
    }
  }
  return steps;
}

async function goOn(opened: Opened, run: Claimed, now: () => Date, stop: AbortSignal | undefined, pace: Pace): Promise<void> {
  if (run.attempts > ATTEMPTS) throw new Error(`执行中断${ATTEMPTS}次，请重新同步`);
  const me = await runnerOf(opened, run);
  const rules = await opened.inTenant({ tenantId: run.tenantId }, (tx) => configured(tx, run.tenantId), { readOnly: true });
  if (!rules) throw new Error('钉钉同步的配置已不存在');
  const applying = run.state === 'APPLYING' || (await look(opened, run, me, rules, now, pace));
  if (applying) await apply(opened, run, me, rules, now, stop);
}

/** Reads DingTalk and puts the plan down; whether it is to be done at once. */
async function look(opened: Opened, run: Claimed, me: Me, rules: Configured, now: () => Date, pace: Pace): Promise<boolean> {
  let told = now().getTime();
  const alive = async () => {
    if (now().getTime() - told < ALIVE_MS) return;
    told = now().getTime();
    await opened.inTenant({ tenantId: run.tenantId }, (tx) => holdRun(tx, run, now()));
  };
  const ask = dingtalkOf(rules.app, pace, alive);
  const remote = await readDirectory(ask);
  if (remote.departments.length === 0 && remote.people.length === 0) throw new Error('应用的可见范围内没有部门和人员，为避免误停用账号，本次同步已停止');
  const hidden = await outOfSight(opened, run, ask, remote);
  return opened.inTenant({ tenantId: run.tenantId }, async (tx) => {
    await holdRun(tx, run, now());
    const here = await readHere(tx, run.tenantId);
    const runner = { memberId: run.startedBy, isAdmin: me.isAdmin };
    const rows = planOf(remote, here, { mapping: rules.mapping, rootId: rules.rootId, roleName: rules.roleName, maxDepth: MAX_DEPTH, runner, hidden });
    const before = run.state === 'CHECKING' ? await storedRows(tx, run.tenantId, run.id) : null;
    const changes = before ? changesBetween(before, rows) : [];
    const many = leavesMany(rows, here.links);
    await storeRows(tx, run, rows);
    const counts = { departments: remote.departments.length, people: remote.people.length, notes: [...remote.notes], read_at: now() };
    const more = changes.length > MOST_CHANGES ? [`……共${changes.length}处不同`] : [];
    const applied = rows.filter(isApplied).length;
    const state = stateAfter({ applied, changed: changes.length > 0, confirmed: before !== null, nightly: run.mode === 'NIGHTLY', many });
    const notes = many ? [...counts.notes, '将停用的人数超过在册人数的五分之一，自动同步已停下，请核对后手工执行'] : counts.notes;
    await tx
      .updateTable('dingtalk_run')
      .set({
        ...counts,
        notes,
        changes: [...changes.slice(0, MOST_CHANGES), ...more],
        state,
        version: raised(),
        ...(state === 'DONE' ? { ended_at: now() } : {}),
      })
      .where('tenant_id', '=', run.tenantId)
      .where('id', '=', run.id)
      .execute();
    if (run.mode === 'NIGHTLY' && before === null && (state === 'PREVIEW' || rows.some((row) => row.action === 'CONFLICT')))
      await tellKeepers(tx, run, state, rows);
    return state === 'APPLYING';
  });
}

interface Looked {
  applied: number;
  changed: boolean;
  confirmed: boolean;
  nightly: boolean;
  many: boolean;
}
function stateAfter({ applied, changed, confirmed, nightly, many }: Looked): RunState {
  if (applied === 0) return 'DONE';
  if (confirmed) return changed ? 'PREVIEW' : 'APPLYING';
  return nightly && !many ? 'APPLYING' : 'PREVIEW';
}

/** Linked people no list named are looked up one by one: a narrowed visible range, or a move while it was read, is no leaving. */
async function outOfSight(opened: Opened, run: Claimed, ask: Ask, remote: Remote): Promise<Set<string>> {
  const there = new Set(remote.people.map((one) => one.id));
  const links = await opened.inTenant({ tenantId: run.tenantId }, async (tx) => (await readHere(tx, run.tenantId)).links, { readOnly: true });
  const missing = links.filter((one) => one.kind === 'MEMBER' && one.localId && one.present && one.choice !== 'IGNORE' && !there.has(one.externalId));
  return stillThere(
    ask,
    missing.map((one) => one.externalId),
  );
}

async function apply(opened: Opened, run: Claimed, me: Me, rules: Configured, now: () => Date, stop: AbortSignal | undefined): Promise<void> {
  const doing: Doing = { rules, now: now(), hash: await unusableHash() };
  const scope = scopeOf(me);
  const step = (which: Step, most: number, work: (tx: Tx, rows: StoredRow[]) => Promise<void>) =>
    opened.inTenant(scope, async (tx) => {
      await holdRun(tx, run, now());
      const rows = await pendingRows(tx, run, which, most);
      if (rows.length) await work(tx, rows);
      return rows.length;
    });
  await step('opening', 100_000, async (tx, rows) => {
    await applyDepartments(tx, me, rows);
    for (const row of rows) await settleRow(tx, run, row, 'DONE', '');
  });
  // A whole batch in one change; where one of it is refused, each by itself, so that the others are done and this one says why.
  for (let some = -1; some !== 0 && !stop?.aborted; )
    some = await step('people', BATCH, (tx, rows) => granting(tx, me, 'people', () => doEach(tx, run, me, rows, doing))).catch((error: unknown) => {
      if (error instanceof Refusal)
        return oneByOne(opened, run, me, 'people', now, (tx, row) => granting(tx, me, 'people', () => applyPerson(tx, me, row, doing)), BATCH);
      throw error;
    });
  for (let some = -1; some !== 0 && !stop?.aborted; ) some = await oneByOne(opened, run, me, 'closing', now, (tx, row) => closeDepartment(tx, me, row), BATCH);
  if (stop?.aborted) return giveBack(opened, run);
  const { failed } = await opened.inTenant(scope, async (tx) => {
    const { rows } = await sql<{ failed: number }>`select count(*)::int as failed from dingtalk_row
      where tenant_id = ${run.tenantId} and run_id = ${run.id} and state in ('FAILED', 'SKIPPED')`.execute(tx);
    return rows[0] as { failed: number };
  });
  await end(opened, run, failed ? 'PARTIAL' : 'DONE', now(), '');
}

async function doEach(tx: Tx, run: Claimed, me: Me, rows: readonly StoredRow[], doing: Doing): Promise<void> {
  for (const row of rows) await settleRow(tx, run, row, 'DONE', await applyPerson(tx, me, row, doing));
}

/** Up to `most` rows, each in a change of its own; a refusal is written beside its row. */
async function oneByOne(
  opened: Opened,
  run: Claimed,
  me: Me,
  which: Step,
  now: () => Date,
  work: (tx: Tx, row: StoredRow) => Promise<string>,
  most: number,
): Promise<number> {
  const rows = await opened.inTenant(scopeOf(me), (tx) => pendingRows(tx, run, which, most), { readOnly: true });
  for (const row of rows) {
    try {
      await opened.inTenant(scopeOf(me), async (tx) => {
        await holdRun(tx, run, now());
        await settleRow(tx, run, row, 'DONE', await work(tx, row));
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const skipped = error.data.reason === 'VERSION';
      await opened.inTenant({ tenantId: run.tenantId }, async (tx) => {
        await holdRun(tx, run, now());
        await settleRow(tx, run, row, skipped ? 'SKIPPED' : 'FAILED', error.message);
      });
    }
  }
  return rows.length;
}

/** This process ends: another goes on at once. */
const giveBack = (opened: Opened, run: Claimed): Promise<void> =>
  opened.inTenant({ tenantId: run.tenantId }, async (tx) => {
    await sql`update dingtalk_run set lease_until = null, lease_id = null, attempts = attempts - 1
      where tenant_id = ${run.tenantId} and id = ${run.id} and lease_id = ${run.lease}`.execute(tx);
  });

async function end(opened: Opened, run: Claimed, state: 'DONE' | 'PARTIAL' | 'FAILED', now: Date, error: string): Promise<void> {
  await opened.inTenant({ tenantId: run.tenantId }, async (tx) => {
    const { numAffectedRows } =
      await sql`update dingtalk_run set state = ${state}, error = ${error.slice(0, 500)}, ended_at = ${now}, lease_id = null, lease_until = null, version = ${raised()}
      where tenant_id = ${run.tenantId} and id = ${run.id} and lease_id = ${run.lease} and state in ('READING', 'CHECKING', 'APPLYING')`.execute(tx);
    if (numAffectedRows && state === 'FAILED' && run.mode === 'NIGHTLY') await tellKeepers(tx, run, state, [], error);
  });
}

async function tellKeepers(tx: Tx, run: Claimed, state: RunState, rows: readonly PlanRow[], error = ''): Promise<void> {
  const conflicts = rows.filter((row) => row.action === 'CONFLICT').length;
  const body = state === 'FAILED' ? `同步失败：${error}` : state === 'PREVIEW' ? '将停用的人数较多，请核对后执行' : `有${conflicts}处冲突需要处理`;
  await tell(
    tx,
    { tenantId: run.tenantId },
    {
      kind: 'directory.attention',
      title: '钉钉同步需要处理',
      body,
      link: href('/portal/openPlatform/dingtalk/run', { id: run.id }),
      to: { side: 'factory', code: DINGTALK_SYNC },
    },
  );
}
