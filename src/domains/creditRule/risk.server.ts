import { sql } from 'kysely';
import type { z } from 'zod';
import { listLevels } from '~/domains/customer/level.server';
import type { Me } from '~/portal/me';
import { CREDIT_CONFIG } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { nameDecidingRoles } from '~/server/decidingRoles.server';
import { lockSeen, putSeen } from '~/server/versioned.server';
import { refuseField } from '~/shared/refusal';
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
  const before = await lockSeen(tx, me, 'credit_risk_rule', '风控动作', { id, version });
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
  };
  const saved = await orRefuse(putSeen(tx, me, 'credit_risk_rule', before, values, now), {
    taken: () => refuseField('name', `已有名为“${form.name}”的风控动作`),
  });
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
    ...(before
      ? { before: words({ ...before, overdueDays: before.overdue_days, overdueAmount: before.overdue_amount, liftsItself: before.lifts_itself }) }
      : {}),
    after: words(form),
  });
  return { id: saved };
}

/** Roles that lift what a rule froze. */
nameDecidingRoles({
  setBy: CREDIT_CONFIG,
  async roles(tx, me) {
    const rules = await tx.selectFrom('credit_risk_rule').select('lifter_role_ids').where('tenant_id', '=', me.tenantId).execute();
    return rules.flatMap((rule) => rule.lifter_role_ids);
  },
});
