import { sql } from 'kysely';
import { listLevels } from '~/domains/customer/level.server';
import { conditionProblems, conditionWords, withoutSums } from '~/domains/workflow/condition';
import type { Condition } from '~/domains/workflow/process';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockKnown, updateKnown } from '~/server/versioned.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { byPriority, type Checkpoint, checkpoints, inForceOn, type Reaction, type Rule, reactions, ruleFields } from './rule';
import type { RuleInput } from './rule.schema';
import * as subjects from './subjects';

const columns = sql`rule_id as "ruleId", ver, name, checkpoints, level_ids, type_ids, customer_ids, condition, reaction, priority, effective_from::text as "effectiveFrom",
  enabled, release_deviation_pct as "releaseDeviationPct", release_valid_days as "releaseValidDays"`;
type Stored = Omit<Rule, 'scope'> & { level_ids: string[]; type_ids: string[]; customer_ids: string[] };
const ruleOf = ({ level_ids, type_ids, customer_ids, ...rule }: Stored): Rule => ({
  ...rule,
  scope: { levelIds: level_ids, typeIds: type_ids, customerIds: customer_ids },
});

/** The rules in force on a day that are asked at the checkpoint, in their order. */
export async function rulesAt(tx: Tx, me: Pick<Me, 'tenantId'>, checkpoint: Checkpoint, day: string): Promise<Rule[]> {
  const { rows } = await sql<Stored>`select distinct on (rule_id) ${columns} from credit_rule_version
    where tenant_id = ${me.tenantId} and effective_from <= ${day}::date order by rule_id, ver desc`.execute(tx);
  return inForceOn(rows.map(ruleOf), day).filter((rule) => rule.checkpoints.includes(checkpoint));
}

type Listed = Stored & { notes: string; creator: string; createdAt: Date; newest: number };

/** Of every rule its newest version; with `id` all versions of one, the newest first. */
async function versionsOf(tx: Tx, me: Me, id: string | null): Promise<Listed[]> {
  const { rows } = await sql<Listed>`select ${columns}, notes, creator, v.created_at as "createdAt", r.version as newest
    from credit_rule_version v join credit_rule r on r.tenant_id = v.tenant_id and r.id = v.rule_id
    where v.tenant_id = ${me.tenantId} and ${id ? sql`v.rule_id = ${id}` : sql`v.ver = r.version`}
    order by v.ver desc limit 500`.execute(tx);
  return rows;
}

export async function ruleHome(tx: Tx, me: Me, now: Date) {
  const rows = (await versionsOf(tx, me, null)).sort(byPriority);
  const [levels, types] = await Promise.all([levelsOf(tx, me), typesOf(tx, me)]);
  return { rules: await shown(tx, me, rows, now), levels, types };
}

export async function ruleHistory(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const rows = await versionsOf(tx, me, id);
  return rows.length ? { versions: await shown(tx, me, rows, now) } : notFound('该规则');
}

async function shown(tx: Tx, me: Me, rows: readonly Listed[], now: Date) {
  const day = shanghaiDate(now);
  const ids = [...new Set(rows.flatMap(({ customer_ids }) => customer_ids))];
  const named = ids.length
    ? await tx.selectFrom('customer').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
    : [];
  const [levels, types] = await Promise.all([levelsOf(tx, me), typesOf(tx, me)]);
  const pick = (all: readonly { id: string; name: string }[], chosen: readonly string[]) => all.filter(({ id }) => chosen.includes(id));
  const inForce = new Map(
    inForceOn(
      rows.map((row) => ({ ...row, scope: ruleOf(row).scope })),
      day,
    ).map((row) => [row.ruleId, row.ver]),
  );
  const seen = (condition: Condition) => (me.hidden?.includes('amount') ? withoutSums(condition, ruleFields) : condition);
  const told = (condition: Condition) => ({ condition, words: conditionWords(condition, ruleFields) });
  return rows.map(({ ruleId, level_ids, type_ids, customer_ids, newest: _, ...row }) => ({
    ...row,
    id: ruleId,
    levels: pick(levels, level_ids),
    types: pick(types, type_ids),
    customers: pick(named, customer_ids),
    checkpoints: [...row.checkpoints],
    ...told(seen(row.condition)),
    state: stateOf(row, day, inForce.get(ruleId)),
  }));
}

function stateOf({ ver, enabled, effectiveFrom }: Pick<Listed, 'ver' | 'enabled' | 'effectiveFrom'>, day: string, inForce: number | undefined) {
  if (ver === inForce) return 'NOW' as const;
  if (effectiveFrom > day) return 'COMING' as const;
  return enabled ? ('OVER' as const) : ('OFF' as const);
}

const levelsOf = async (tx: Tx, me: Me) => (await listLevels(tx, me)).levels.map(({ id, name }) => ({ id, name }));
const typesOf = (tx: Tx, me: Me) => tx.selectFrom('credit_type').select(['id', 'name']).where('tenant_id', '=', me.tenantId).orderBy('sort').execute();

/** A new rule, or the next version of one: what was decided by the versions before stays explained by them. */
export async function saveRule(tx: Tx, me: Me, { id, version, ...input }: RuleInput & { id: string; version: number }, now: Date) {
  const [problem] = conditionProblems(input.condition, ruleFields);
  if (problem) refuseField('condition', problem);
  if (input.effectiveFrom < shanghaiDate(now)) refuseField('effectiveFrom', `生效日期${input.effectiveFrom}不能早于今天${shanghaiDate(now)}`);
  await refuseSameName(tx, me, input.name, id);
  const before = id ? await lastOf(tx, me, id, version) : null;
  const ruleId = before?.ruleId ?? newId();
  if (!before) await tx.insertInto('credit_rule').values({ tenant_id: me.tenantId, id: ruleId, created_by: me.accountId, created_at: now }).execute();
  return writeVersion(tx, me, { ...input, ruleId, enabled: before?.enabled ?? true }, before, now);
}

/** Off from today on, or on again: a version like any other. */
export async function switchRule(tx: Tx, me: Me, { id, version, enabled }: { id: string; version: number; enabled: boolean }, now: Date) {
  const before = await lastOf(tx, me, id, version);
  if (before.enabled === enabled) refuse('BAD_STATE', `规则“${before.name}”已经${enabled ? '启用' : '停用'}`);
  const today = shanghaiDate(now);
  const { scope, ...rest } = before;
  const effectiveFrom = before.effectiveFrom > today ? before.effectiveFrom : today;
  return writeVersion(
    tx,
    me,
    { ...rest, ...scopeIds(scope), effectiveFrom, checkpoints: [...rest.checkpoints], enabled, notes: enabled ? '启用' : '停用' },
    before,
    now,
  );
}
const scopeIds = (scope: Rule['scope']) => ({ levelIds: [...scope.levelIds], typeIds: [...scope.typeIds], customerIds: [...scope.customerIds] });

async function lastOf(tx: Tx, me: Me, id: string, version: number): Promise<Rule> {
  await lockKnown(tx, me, 'credit_rule', '规则', { id, version });
  const { rows } =
    await sql<Stored>`select ${columns} from credit_rule_version where tenant_id = ${me.tenantId} and rule_id = ${id} and ver = ${version}`.execute(tx);
  return ruleOf(rows[0] as Stored);
}

async function refuseSameName(tx: Tx, me: Me, name: string, id: string): Promise<void> {
  const { rows } = await sql`select from credit_rule r join credit_rule_version v on v.tenant_id = r.tenant_id and v.rule_id = r.id and v.ver = r.version
    where r.tenant_id = ${me.tenantId} and v.name = ${name} and r.id::text <> ${id} limit 1`.execute(tx);
  if (rows.length) refuseField('name', `已有名为“${name}”的规则`);
}

type Version = RuleInput & { ruleId: string; enabled: boolean };

async function writeVersion(tx: Tx, me: Me, one: Version, before: Rule | null, now: Date): Promise<{ id: string; version: number }> {
  const ver = before ? await updateKnown(tx, me, 'credit_rule', { id: one.ruleId, version: before.ver }, {}) : 1;
  await tx
    .insertInto('credit_rule_version')
    .values({
      tenant_id: me.tenantId,
      rule_id: one.ruleId,
      ver,
      name: one.name,
      checkpoints: [...new Set(one.checkpoints)],
      level_ids: one.levelIds,
      type_ids: one.typeIds,
      customer_ids: one.customerIds,
      condition: jsonb(one.condition),
      reaction: one.reaction,
      priority: one.priority,
      effective_from: one.effectiveFrom,
      enabled: one.enabled,
      release_deviation_pct: one.releaseDeviationPct,
      release_valid_days: one.releaseValidDays,
      notes: one.notes,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  await audit(tx, me, {
    action: before ? (before.enabled === one.enabled ? '修改' : one.enabled ? '启用' : '停用') : '新建',
    subject: subjects.creditRule,
    id: one.ruleId,
    no: one.name,
    ...(before ? { before: wordsOf({ ...before, ...scopeIds(before.scope) }) } : {}),
    after: wordsOf(one),
  });
  return { id: one.ruleId, version: ver };
}

interface Worded {
  name: string;
  checkpoints: readonly Checkpoint[];
  condition: Condition;
  reaction: Reaction;
  priority: number;
  effectiveFrom: string;
  enabled: boolean;
}
const wordsOf = (one: Worded): Record<string, string> => ({
  规则名称: one.name,
  检查点: one.checkpoints.map((key) => checkpoints[key]).join('、'),
  条件: conditionWords(one.condition, ruleFields),
  处理方式: reactions[one.reaction],
  优先级: String(one.priority),
  生效日期: one.effectiveFrom,
  状态: one.enabled ? '启用' : '停用',
});
