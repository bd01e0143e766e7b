import { sql } from 'kysely';
import { listLevels } from '~/domains/customer/level.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { lockSeen, putSeen } from '~/server/versioned.server';
import { refuse, versionConflict } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { settleAccount } from './account.server';
import { wordsOfTerms } from './accountViews.server';
import type { TypeForm } from './creditForm.schema';
import * as subjects from './subjects';
import { defaultTerms, type Terms, termsWords } from './terms';

export async function listTypes(tx: Tx, me: Me) {
  const rows = await tx
    .selectFrom('credit_type as t')
    .select([
      't.id',
      't.version',
      't.code',
      't.name',
      't.revolving',
      't.hold_hours as holdHours',
      't.per_order_limit as perOrderLimit',
      't.enabled',
      't.remark',
      't.terms',
    ])
    .select(sql<string>`trim_scale(t.over_pct)::text`.as('overPct'))
    .select(
      sql<number>`(select count(*)::int from credit_account a where a.tenant_id = t.tenant_id and a.credit_type_id = t.id and a.status <> 'CLOSED')`.as(
        'accounts',
      ),
    )
    .where('t.tenant_id', '=', me.tenantId)
    .orderBy('t.sort')
    .orderBy('t.id')
    .execute();
  const groups = await tx.selectFrom('credit_group').select(['id', 'name']).where('tenant_id', '=', me.tenantId).orderBy('name').orderBy('id').execute();
  return {
    types: rows.map((row) => ({ ...row, terms: wordsOfTerms(row.terms), agreement: { ...defaultTerms, ...(row.terms as Partial<Terms>) } })),
    groups,
    levels: (await listLevels(tx, me)).levels.map(({ id, name }) => ({ id, name })),
  };
}

/** Saves a type. How far its accounts may exceed their limit follows at once; what is agreed about paying back is for accounts opened from now on. */
export async function saveType(tx: Tx, me: Me, input: TypeForm, now: Date): Promise<{ id: string }> {
  const before = await lockSeen(tx, me, 'credit_type', '授信类型', input);
  await refuseSame(tx, me, input);
  const row = {
    code: input.code,
    name: input.name,
    revolving: input.revolving,
    over_pct: input.overPct,
    hold_hours: input.holdHours === '' ? null : Number(input.holdHours),
    per_order_limit: input.perOrderLimit === '' ? null : input.perOrderLimit,
    enabled: input.enabled,
    remark: input.remark,
    ...(input.terms ? { terms: JSON.stringify(input.terms) } : {}),
  };
  const last = sql<number>`(select coalesce(max(sort), 0) + 1 from credit_type where tenant_id = ${me.tenantId})`;
  const id = await putSeen(tx, me, 'credit_type', before, row, now, { sort: last as never });
  if (before && Number(before.over_pct) !== Number(input.overPct)) await reckonAccounts(tx, me, id, now);
  const words = (one: { name: string; revolving: boolean; over: string; perOrder: bigint | null; enabled: boolean; agreed: unknown }) => ({
    名称: one.name,
    循环: one.revolving ? '是' : '否',
    超额比例: `${Number(one.over)}%`,
    单笔限额: one.perOrder === null ? '不限' : `¥${saidYuan(one.perOrder)}`,
    状态: one.enabled ? '启用' : '停用',
    默认还款条款: termsWords({ ...defaultTerms, ...(one.agreed as Partial<Terms>) }),
  });
  await audit(tx, me, {
    action: before ? '修改授信类型' : '新建授信类型',
    subject: subjects.creditType,
    id,
    no: input.code,
    ...(before ? { before: words({ ...before, over: before.over_pct, perOrder: before.per_order_limit, agreed: before.terms }) } : {}),
    after: words({ ...row, over: row.over_pct, perOrder: row.per_order_limit, agreed: input.terms ?? before?.terms ?? {} }),
  });
  return { id };
}

/** Which account pays where a customer has several: that of the first type here that can. */
export async function orderTypes(tx: Tx, me: Me, { ids }: { ids: readonly string[] }): Promise<{ count: number }> {
  const rows = await tx.selectFrom('credit_type').select(['id', 'name']).where('tenant_id', '=', me.tenantId).orderBy('id').forUpdate().execute();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  if (ids.length !== rows.length || new Set(ids).size !== rows.length || ids.some((id) => !names.has(id))) versionConflict();
  for (const [at, id] of ids.entries())
    await tx
      .updateTable('credit_type')
      .set({ sort: at + 1 })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .execute();
  const order = ids.map((id) => names.get(id)).join('、');
  await audit(tx, me, { action: '调整用信顺序', subject: subjects.creditType, id: ids[0] as string, no: '', after: { 用信顺序: order } });
  return { count: ids.length };
}

async function refuseSame(tx: Tx, me: Me, input: TypeForm): Promise<void> {
  const other = await tx
    .selectFrom('credit_type')
    .select(['code', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'is distinct from', input.id || null)
    .where((of) => of.or([of('code', '=', input.code), of('name', '=', input.name)]))
    .executeTakeFirst();
  if (other?.code === input.code) refuse('BAD_STATE', `编码${input.code}已用于授信类型“${other.name}”`, { fields: { code: '编码已使用' } });
  if (other) refuse('BAD_STATE', `已有名为“${input.name}”的授信类型`, { fields: { name: '名称已使用' } });
}

async function reckonAccounts(tx: Tx, me: Me, typeId: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('credit_account')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('credit_type_id', '=', typeId)
    .where('status', '<>', 'CLOSED')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const account of rows) await settleAccount(tx, me, account, { event: 'LIMIT', memo: '授信类型的超额比例变动', amount: 0n }, now);
}
