import { sql } from 'kysely';
import type { z } from 'zod';
import { listTags } from '~/domains/customer/customerList.server';
import { listLevels } from '~/domains/customer/level.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockKnown, lockSeen, nextVersion, putUnsigned, updateKnown } from '~/server/versioned.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse, refuseField } from '~/shared/refusal';
import { reminderWords } from './case';
import { stillOpen } from './caseStore.server';
import { problemOf } from './strategy';
import { type StrategyForm, type StrategyHome, StrategySchema } from './strategy.schema';
import { specOf } from './strategyStore.server';
import * as subjects from './subjects';

/** Every strategy with what is in force and what is being written. */
export async function strategyHome(tx: Tx, me: Me): Promise<z.output<typeof StrategyHome>> {
  const rows = await tx
    .selectFrom('urge_strategy as s')
    .select(['s.id', 's.name', 's.status', 's.priority', 's.version'])
    .select((eb) =>
      eb
        .selectFrom('urge_case as c')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('c.tenant_id', '=', 's.tenant_id')
        .whereRef('c.strategy_id', '=', 's.id')
        .where(stillOpen('c'))
        .as('cases'),
    )
    .where('s.tenant_id', '=', me.tenantId)
    .orderBy('s.priority')
    .orderBy('s.created_at')
    .execute();
  const versions = await tx
    .selectFrom('urge_version')
    .select(['id', 'strategy_id', 'ver', 'status', 'notes', 'actor', 'created_at as createdAt', 'published_at as publishedAt', 'spec'])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('ver', 'desc')
    .limit(1000)
    .execute();
  const { levels } = await listLevels(tx, me);
  const { tags } = await listTags(tx, me);
  return {
    strategies: rows.map(({ cases, ...row }) => {
      const own = versions.filter((one) => one.strategy_id === row.id);
      const of = (status: string) => {
        const found = own.find((one) => one.status === status);
        return found ? shown(found) : null;
      };
      return {
        ...row,
        status: row.status as 'DRAFT',
        cases: Number(cases ?? 0),
        published: of('PUBLISHED'),
        draft: of('DRAFT'),
        versions: own.slice(0, 30).map((one) => {
          const { spec: _, ...rest } = shown(one);
          return rest;
        }),
      };
    }),
    levels: levels.map(({ id, name }) => ({ id, name })),
    tags: tags.map(({ name }) => name),
    words: reminderWords,
  };
}

interface Stored {
  id: string;
  ver: number;
  status: string;
  notes: string;
  actor: string;
  createdAt: Date;
  publishedAt: Date | null;
  spec: unknown;
}
const shown = ({ id, ver, status, notes, actor, createdAt, publishedAt, spec }: Stored) => ({
  id,
  ver,
  status: status as 'DRAFT',
  notes,
  actor,
  createdAt,
  publishedAt,
  spec: specOf(spec),
});

const NOUN = '催收策略';

/** Writes the draft; what is in force stays so until somebody publishes. */
export async function saveStrategy(tx: Tx, me: Me, form: StrategyForm, now: Date): Promise<{ id: string; version: number }> {
  const before = await lockSeen(tx, me, 'urge_strategy', NOUN, form);
  const row = { name: form.name, priority: form.priority, updated_at: now };
  const first = { created_by: me.accountId, creator: actorName(me), created_at: now };
  const id = await orRefuse(putUnsigned(tx, me, 'urge_strategy', before, row, first), {
    taken: () => refuseField('name', `催收策略“${form.name}”已存在，请换一个名称`),
  });
  const spec = jsonb(StrategySchema.encode(form.spec));
  const written = await tx
    .updateTable('urge_version')
    .set({ spec, notes: form.notes, actor: actorName(me), created_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', id)
    .where('status', '=', 'DRAFT')
    .executeTakeFirst();
  if (!written.numUpdatedRows) {
    const last = await tx
      .selectFrom('urge_version')
      .select((eb) => eb.fn.max('ver').as('ver'))
      .where('tenant_id', '=', me.tenantId)
      .where('strategy_id', '=', id)
      .executeTakeFirst();
    await tx
      .insertInto('urge_version')
      .values({
        tenant_id: me.tenantId,
        id: newId(),
        strategy_id: id,
        ver: Number(last?.ver ?? 0) + 1,
        spec,
        notes: form.notes,
        actor: actorName(me),
        created_at: now,
      })
      .execute();
  }
  await audit(tx, me, {
    action: before ? '修改草稿' : '新建',
    subject: subjects.urgeStrategy,
    id,
    no: form.name,
    after: { notes: form.notes },
  });
  return { id, version: nextVersion(before) };
}

/** 发布: from the next look on new cycles run by it; cycles under way keep the version they began with. */
export async function publishStrategy(tx: Tx, me: Me, ref: { id: string; version: number }, now: Date): Promise<{ id: string; version: number }> {
  const row = await lockKnown(tx, me, 'urge_strategy', NOUN, ref);
  const draft = await tx
    .selectFrom('urge_version')
    .select(['id', 'ver', 'spec'])
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', row.id)
    .where('status', '=', 'DRAFT')
    .executeTakeFirst();
  if (!draft) refuse('BAD_STATE', `催收策略“${row.name}”没有待发布的草稿`);
  const problem = problemOf(specOf(draft.spec));
  if (problem) refuse('BAD_STATE', `催收策略“${row.name}”不能发布：${problem}`);
  await tx
    .updateTable('urge_version')
    .set({ status: 'RETIRED' })
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', row.id)
    .where('status', '=', 'PUBLISHED')
    .execute();
  await tx
    .updateTable('urge_version')
    .set({ status: 'PUBLISHED', published_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', draft.id)
    .execute();
  return stand(tx, me, row, { status: 'ENABLED', version_id: draft.id }, `发布第${draft.ver}版`, now);
}

/** 启停. Cases of a strategy that is switched off go to another at the next look, or to nobody. */
export async function switchStrategy(
  tx: Tx,
  me: Me,
  { enabled, ...ref }: { id: string; version: number; enabled: boolean },
  now: Date,
): Promise<{ id: string; version: number }> {
  const row = await lockKnown(tx, me, 'urge_strategy', NOUN, ref);
  if (!row.version_id) refuse('BAD_STATE', `催收策略“${row.name}”还没有发布过，请先发布`);
  return stand(tx, me, row, { status: enabled ? 'ENABLED' : 'DISABLED' }, enabled ? '启用' : '停用', now);
}

async function stand(
  tx: Tx,
  me: Me,
  row: { id: string; name: string; version: number },
  set: { status: string; version_id?: string },
  action: string,
  now: Date,
) {
  const version = await updateKnown(tx, me, 'urge_strategy', row, { ...set, updated_at: now });
  // Everybody is looked at again in the next run: rules may give them another strategy.
  await sql`update urge_case set check_on = ${shanghaiDate(now)}::date where tenant_id = ${me.tenantId} and ${stillOpen()}`.execute(tx);
  await audit(tx, me, { action, subject: subjects.urgeStrategy, id: row.id, no: row.name });
  return { id: row.id, version };
}
