import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { containing, pageFrom } from '~/server/list.server';
import { raised } from '~/server/versioned.server';
import type { Page } from '~/shared/page';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { type Choice, choices, type LinkKind } from './directory';
import type { LinkInput, LinkQuery, LinkRow, TargetQuery, Targets } from './directory.schema';
import * as subjects from './subjects';

export async function listLinks(tx: Tx, me: Me, query: z.output<typeof LinkQuery>): Promise<Page<z.output<typeof LinkRow>>> {
  const localName = sql<string>`coalesce(case when kind = 'MEMBER' then (select m.name from member m where m.tenant_id = dingtalk_link.tenant_id and m.id = local_id)
    else (select d.name from department d where d.tenant_id = dingtalk_link.tenant_id and d.id = local_id) end, '')`;
  let rows = tx
    .selectFrom('dingtalk_link')
    .select(['kind', 'external_id as externalId', 'name', 'local_id', 'choice', 'present', 'updated_at as updatedAt', localName.as('localName')])
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', query.kind);
  if (query.choice) rows = rows.where('choice', '=', query.choice);
  if (query.name) rows = rows.where((or) => or.or([or('name', 'ilike', containing(query.name)), or('external_id', '=', query.name)]));
  const page = await pageFrom(tx, rows, query, { sort: { name: 'name', updatedAt: 'updated_at' }, initial: [['updated_at', 'desc']], tiebreak: 'external_id' });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ local_id, ...row }) => ({
      ...row,
      id: `${row.kind} ${row.externalId}`,
      localId: local_id ?? '',
      kind: row.kind as LinkKind,
      choice: row.choice as Choice,
    })),
  };
}

const MOST_TARGETS = 20;
/** Departments or accounts here by name, closed ones too: somebody who returned had theirs closed. */
export async function listTargets(tx: Tx, me: Me, { kind, name }: z.output<typeof TargetQuery>): Promise<z.output<typeof Targets>> {
  const table = kind === 'MEMBER' ? ('member' as const) : ('department' as const);
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'name', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('name', 'ilike', containing(name))
    .orderBy('status')
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_TARGETS)
    .execute();
  return { targets: rows.map((row) => ({ id: row.id, name: row.name, active: row.status === 'ACTIVE' })) };
}

/** What a person decides about one department or person of DingTalk; it counts from the next run on. */
export async function decideLink(tx: Tx, me: Me, input: z.output<typeof LinkInput>, now: Date): Promise<{ id: string }> {
  const { kind, externalId, choice } = input;
  const before = await tx
    .selectFrom('dingtalk_link')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .forUpdate()
    .executeTakeFirst();
  if (!before && !(await wasRead(tx, me, kind, externalId))) notFound(kind === 'MEMBER' ? '钉钉中的该人员' : '钉钉中的该部门');
  const target = choice === 'LINK' ? await targetOf(tx, me, kind, input.localId) : null;
  if (target) await refuseTaken(tx, me, input);
  const localId = target ? target.id : (before?.local_id ?? null);
  const moved = target !== null && target.id !== before?.local_id;
  const name = before?.name || input.name;
  const values = {
    ...{ choice, local_id: localId, name, updated_at: now },
    // Another one here: nothing was taken over yet, and one that is closed here is called back.
    ...(target && (moved || !target.active) ? { basis: sql<string>`'{}'::jsonb`, present: target.active } : {}),
  };
  await orRefuse(
    tx
      .insertInto('dingtalk_link')
      .values({ tenant_id: me.tenantId, kind, external_id: externalId, ...values })
      .onConflict((on) => on.columns(['tenant_id', 'kind', 'external_id']).doUpdateSet({ ...values, version: raised('dingtalk_link.version') }))
      .execute(),
    { taken: () => refuseField('localId', '所选账号或部门已对应钉钉中的另一个') },
  );
  await audit(tx, me, {
    action: '指定钉钉对应关系',
    ...{ subject: subjects.dingtalkLink, id: `${kind} ${externalId}`, no: name },
    before: { 处理方式: choices[(before?.choice ?? 'AUTO') as Choice] },
    after: { 处理方式: choices[choice], ...(target ? { 对应: target.name } : {}) },
  });
  return { id: `${kind} ${externalId}` };
}

async function wasRead(tx: Tx, me: Me, kind: LinkKind, externalId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('dingtalk_row')
    .select('place')
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function targetOf(tx: Tx, me: Me, kind: LinkKind, id: string): Promise<{ id: string; name: string; active: boolean }> {
  const row =
    kind === 'MEMBER'
      ? await tx.selectFrom('member').select(['id', 'name', 'status']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst()
      : await tx.selectFrom('department').select(['id', 'name', 'status']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!row) return refuseField('localId', kind === 'MEMBER' ? '所选账号不存在' : '所选部门不存在');
  return { id: row.id, name: row.name, active: row.status === 'ACTIVE' };
}

/** Somebody DingTalk no longer has makes room; somebody it still has does not. */
async function refuseTaken(tx: Tx, me: Me, { kind, externalId, localId }: z.output<typeof LinkInput>): Promise<void> {
  const other = await tx
    .selectFrom('dingtalk_link')
    .select(['external_id', 'name', 'present'])
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', kind)
    .where('local_id', '=', localId)
    .where('external_id', '!=', externalId)
    .executeTakeFirst();
  if (!other) return;
  if (other.present) refuse('ORGANISATION', `所选${kind === 'MEMBER' ? '账号' : '部门'}已对应钉钉中的“${other.name}”，请先更改其对应关系`);
  await tx.deleteFrom('dingtalk_link').where('tenant_id', '=', me.tenantId).where('kind', '=', kind).where('external_id', '=', other.external_id).execute();
}
