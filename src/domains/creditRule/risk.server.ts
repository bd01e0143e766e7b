import { sql } from 'kysely';
import type { z } from 'zod';
import { listLevels } from '~/domains/customer/level.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { codeOf } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuseField, versionConflict } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type RiskKind, riskKinds, triggerWords } from './risk';
import type { RiskForm } from './risk.schema';
import * as subjects from './subjects';

export async function riskRules(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx
    .selectFrom('credit_risk_rule')
    .select([
      'id',
      'version',
      'name',
      'kind',
      'overdue_days as overdueDays',
      'overdue_amount as overdueAmount',
      'pct',
      'level_ids as levelIds',
      'lifter_role_ids as lifterRoleIds',
    ])
    .select(['lifts_itself as liftsItself', 'enabled'])
    .select(
      sql<number>`(select count(*)::int from credit_risk_action x where x.tenant_id = credit_risk_rule.tenant_id and x.rule_id = credit_risk_rule.id and x.lifted_at is null)`.as(
        'openCount',
      ),
    )
    .where('tenant_id', '=', me.tenantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
export type RiskRule = Awaited<ReturnType<typeof riskRules>>[number];

export async function riskHome(tx: Tx, me: Me) {
  const [rules, { levels }, roles] = await Promise.all([
    riskRules(tx, me),
    listLevels(tx, me),
    tx.selectFrom('role').select(['id', 'name']).where('tenant_id', '=', me.tenantId).orderBy('name').execute(),
  ]);
  return { rules, levels: levels.map(({ id, name }) => ({ id, name })), roles };
}

export async function saveRisk(tx: Tx, me: Me, { id, version, ...form }: z.output<typeof RiskForm>, now: Date): Promise<{ id: string }> {
  const before = id ? (await riskRules(tx, me)).find((one) => one.id === id) : undefined;
  if (id && !before) notFound('该风控动作');
  if (before && before.kind !== form.kind) refuseField('kind', '动作类型不能改，请停用后新建');
  const values = {
    name: form.name,
    kind: form.kind,
    overdue_days: form.overdueDays,
    overdue_amount: form.overdueAmount,
    pct: form.pct,
    level_ids: form.levelIds,
    lifter_role_ids: form.lifterRoleIds,
    lifts_itself: form.liftsItself,
    enabled: form.enabled,
    updated_by: me.accountId,
    updated_at: now,
  };
  const saved = id || newId();
  try {
    if (before) {
      const written = await tx
        .updateTable('credit_risk_rule')
        .set({ ...values, version: version + 1 })
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (!written.numUpdatedRows) versionConflict();
    } else
      await tx
        .insertInto('credit_risk_rule')
        .values({ tenant_id: me.tenantId, id: saved, ...values, created_by: me.accountId, created_at: now })
        .execute();
  } catch (error) {
    if (codeOf(error) === '23505') refuseField('name', `已有名为“${form.name}”的风控动作`);
    throw error;
  }
  const words = (one: Pick<RiskRule, 'name' | 'kind' | 'overdueDays' | 'overdueAmount' | 'pct' | 'liftsItself' | 'enabled'>) => ({
    名称: one.name,
    动作: riskKinds[one.kind as RiskKind],
    触发条件: triggerWords(one, saidYuan),
    自动解除: one.liftsItself ? '是' : '否',
    状态: one.enabled ? '启用' : '停用',
  });
  await audit(tx, me, {
    action: before ? '编辑' : '新建',
    subject: subjects.creditRisk,
    id: saved,
    no: form.name,
    ...(before ? { before: words(before) } : {}),
    after: words(form),
  });
  return { id: saved };
}
