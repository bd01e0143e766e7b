import { type RawBuilder, sql } from 'kysely';
import { guard } from '~/portal/guard';
import type { Me } from '~/portal/me';
import { screenOf } from '~/portal/screens';
import type { Tx } from '~/server/db.server';

interface Step {
  key: string;
  title: string;
  note: string;
  path: string;
  action: string;
  /** `table where …`: a row of it is the proof that the step was done. */
  proof: RawBuilder<unknown>;
}

const steps: readonly Step[] = [
  {
    key: 'type',
    title: '配置授信类型',
    note: '额度能否循环、还款约定和占用时效',
    path: '/portal/creditSystem/creditType',
    action: '配置类型',
    proof: sql`credit_type where enabled and (terms <> '{}' or exists (select from credit_account a where a.tenant_id = credit_type.tenant_id and a.credit_type_id = credit_type.id))`,
  },
  {
    key: 'rule',
    title: '设置授信规则',
    note: '在申请、下单、发货时检查什么，怎样处理',
    path: '/portal/creditSystem/creditRule',
    action: '设置规则',
    proof: sql`credit_rule where true`,
  },
  {
    key: 'material',
    title: '设置授信材料',
    note: '不同申请须上传哪些材料',
    path: '/portal/creditSystem/creditApprove',
    action: '设置材料',
    proof: sql`credit_material where enabled`,
  },
  {
    key: 'process',
    title: '设计审批流程',
    note: '授信申请由谁审批；不设计时由有“审批授信”权限的人审批一次',
    path: '/portal/openPlatform/processConfigHome',
    action: '设计流程',
    proof: sql`wf_process where key = 'creditStart' and status = 'ENABLED'`,
  },
  {
    key: 'first',
    title: '第一笔授信',
    note: '为一个客户申请授信并审批通过',
    path: '/portal/creditSystem/creditCreate',
    action: '申请授信',
    proof: sql`credit_account where status <> 'PENDING'`,
  },
];

/** Five steps; each ticks itself when it is really done. */
export async function creditGuide(tx: Tx, me: Me) {
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(
    steps.map(({ key, proof }) => sql`exists (select from ${proof} and tenant_id = ${me.tenantId}) as ${sql.ref(key)}`),
  )}`.execute(tx);
  const done = rows[0] ?? {};
  return {
    steps: steps.map(({ key, title, note, path, action }) => {
      const screen = screenOf(path);
      return { key, title, note, done: done[key] === true, href: screen && guard(me, screen) === 'open' ? path : '', action };
    }),
  };
}
