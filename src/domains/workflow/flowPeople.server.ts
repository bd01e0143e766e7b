import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { accountsFor, whoReach } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { ADMINS, type Approval } from './approvalKind.server';
import { type Flow, type Instance, stateOfFlow, varsOf } from './flowStore.server';
import type { Candidates, TaskNode } from './process';

export interface Person {
  id: string;
  accountId: string;
  name: string;
  active: boolean;
}
/** Somebody who is asked, and by which rule. */
export interface Asked {
  person: Person;
  why: string;
  /** Who would have been asked. */
  origin?: string;
}
export interface Everybody {
  asked: Asked[];
  /** Anybody of these, whoever is first. */
  pools: { pool: string; why: string; barred: string[] }[];
}
export interface Asking {
  tx: Tx;
  me: Me;
  approval: Approval;
  flow: Flow;
  now: Date;
}

/** Who is asked at this step, after the rules for people who left, who started it themselves, or who are away. Nobody: the rule for that applies. */
export async function askedAt(on: Asking, node: TaskNode): Promise<Everybody> {
  const { asked, pools } = await candidatesOf(on, node.candidates, node.id, node.mode.kind === 'ANY');
  const admins = { pool: ADMINS, why: '', barred: [] };
  const found: Everybody = { asked: [], pools: [] };
  const toAdmin = (why: string) => found.pools.push({ ...admins, why });
  for (const one of asked) {
    if (one.person.active) found.asked.push(one);
    else await insteadOf(on, found, one, node.onDeparted, `原审批人“${one.person.name}”已停用`);
  }
  const reach = await whoReach(
    on.tx,
    on.me.tenantId,
    found.asked.map(({ person }) => person.id),
    aboutOf(on),
  );
  const reached: Everybody = { asked: [], pools: found.pools };
  const starter = on.flow.instance.starter_member_id;
  for (const one of found.asked.filter(({ person }) => reach.has(person.id))) {
    if (one.person.id !== starter || node.onSelf === 'ALLOW') reached.asked.push(one);
    else if (node.onSelf !== 'SKIP') await insteadOf(on, reached, one, node.onSelf, '审批人与发起人为同一人');
  }
  for (const pool of pools) {
    const barred = node.onSelf === 'ALLOW' ? [] : [on.flow.instance.starter_id];
    if (await poolHas(on, pool.pool, barred)) reached.pools.push({ ...pool, barred });
  }
  if (!reached.asked.length && !reached.pools.length) {
    const { onEmpty } = node;
    if (onEmpty.kind === 'ADMIN') toAdmin('审批人为空，转管理员');
    if (onEmpty.kind === 'MEMBER') {
      const [member] = await peopleOf(on, [onEmpty.memberId]);
      if (member?.active) reached.asked.push({ person: member, why: '审批人为空，转指定成员' });
      else toAdmin('审批人为空，指定成员已停用，转管理员');
    }
  }
  return once({ asked: await awayOf(on, reached.asked), pools: reached.pools });
}

const aboutOf = ({ flow: { instance } }: Pick<Pooling, 'flow'>) => ({
  customerId: instance.customer_id ?? undefined,
  warehouseId: instance.warehouse_id ?? undefined,
});

/** Everybody once; of pools, too. */
function once({ asked, pools }: Everybody): Everybody {
  const first = <T>(list: T[], key: (one: T) => string) => list.filter((one, index) => list.findIndex((other) => key(other) === key(one)) === index);
  return { asked: first(asked, ({ person }) => person.id), pools: first(pools, ({ pool }) => pool) };
}

async function insteadOf(on: Asking, found: Everybody, one: Asked, rule: 'HEAD' | 'ADMIN', why: string): Promise<void> {
  const head = rule === 'HEAD' ? await headOf(on, one.person.id) : undefined;
  if (head && (await whoReach(on.tx, on.me.tenantId, [head.id], aboutOf(on))).has(head.id))
    found.asked.push({ person: head, why: `${why}，由其部门负责人审批`, origin: one.person.id });
  else found.pools.push({ pool: ADMINS, why: `${why}，由管理员审批`, barred: [] });
}

/** The nearest head above a member who is somebody else and still there. */
export async function headOf(on: Pick<Asking, 'tx' | 'me'>, memberId: string): Promise<Person | undefined> {
  const heads = await headsAbove(
    on,
    sql`(select department_id from member_department where tenant_id = ${on.me.tenantId} and member_id = ${memberId}
    order by is_primary desc, department_id limit 1)`,
  );
  return heads.find((one) => one.person?.active && one.person.id !== memberId)?.person;
}

/** Of a department and those above it, nearest first, whoever heads each. */
async function headsAbove({ tx, me }: Pick<Asking, 'tx' | 'me'>, department: ReturnType<typeof sql>) {
  const { rows } = await sql<{ name: string; id: string | null; accountId: string; memberName: string; active: boolean }>`
    with recursive up (id, parent_id, name, leader_id, level) as (
      select id, parent_id, name, leader_id, 0 from department where tenant_id = ${me.tenantId} and id = ${department}
      union all
      select d.id, d.parent_id, d.name, d.leader_id, up.level + 1 from up join department d on d.tenant_id = ${me.tenantId} and d.id = up.parent_id where up.level < 50
    )
    select up.name, m.id, m.account_id as "accountId", m.name as "memberName", m.status = 'ACTIVE' as active
    from up left join member m on m.tenant_id = ${me.tenantId} and m.id = up.leader_id order by up.level`.execute(tx);
  return rows.map((row) => ({
    name: row.name,
    person: row.id ? { id: row.id, accountId: row.accountId, name: row.memberName, active: row.active } : undefined,
  }));
}

export async function peopleOf({ tx, me }: Pick<Pooling, 'tx' | 'me'>, ids: readonly string[]): Promise<Person[]> {
  if (!ids.length) return [];
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'account_id as accountId', 'name', sql<boolean>`status = 'ACTIVE'`.as('active')])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** As the process names them, before any rule. `anyOne`: whoever of a pool is first decides for it. */
export async function candidatesOf(on: Asking, candidates: readonly Candidates[], nodeId: string, anyOne: boolean): Promise<Everybody> {
  const asked: Asked[] = [];
  const pools: Everybody['pools'] = [];
  for (const one of candidates) {
    if (one.kind === 'PERMISSION' && anyOne) pools.push({ pool: on.approval.type, why: `有“${on.approval.title}”权限`, barred: [] });
    else asked.push(...(await membersOf(on, one, nodeId)));
  }
  return once({ asked, pools });
}

async function membersOf(on: Asking, one: Candidates, nodeId: string): Promise<Asked[]> {
  const { tx, me, flow } = on;
  const named = async (ids: readonly string[], why: string) => (await peopleOf(on, uuids(ids))).map((person) => ({ person, why }));
  switch (one.kind) {
    case 'PERMISSION':
      return named(await holdersOfPool(on), `有“${on.approval.title}”权限`);
    case 'MEMBERS':
      return named(one.memberIds, '指定成员');
    case 'ROLES':
      return rolesOf(on, one.roleIds);
    case 'GROUP': {
      const group = await tx
        .selectFrom('wf_group')
        .select(['name', 'member_ids'])
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', one.groupId)
        .executeTakeFirst();
      return named(group?.member_ids ?? [], `用户组“${group?.name}”`);
    }
    case 'DEPARTMENT_HEAD':
      return headAt(await headsAbove(on, sql`${one.departmentId}::uuid`), one.levels, '部门');
    case 'STARTER_HEAD': {
      const starter = flow.instance.starter_member_id;
      const primary = sql`(select department_id from member_department where tenant_id = ${me.tenantId} and member_id = ${starter} order by is_primary desc, department_id limit 1)`;
      return starter ? headAt(await headsAbove(on, primary), one.levels, '发起人所在部门') : [];
    }
    case 'SALESPERSON': {
      const customer = flow.instance.customer_id;
      if (!customer) return [];
      const row = await tx
        .selectFrom('customer')
        .select('sales_member_id as id')
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', customer)
        .executeTakeFirst();
      return named(row?.id ? [row.id] : [], '客户的业务员');
    }
    case 'STARTER_CHOICE': {
      const chosen = stateOfFlow(flow).choices?.[nodeId] ?? [];
      return named(one.memberIds.length ? chosen.filter((id) => one.memberIds.includes(id)) : chosen, '发起人选择');
    }
    case 'FIELD':
      return named([varsOf(flow)[one.field] ?? []].flat(), '表单字段');
  }
}
const headAt = (heads: Awaited<ReturnType<typeof headsAbove>>, levels: number, of: string): Asked[] => {
  const head = heads[levels];
  return head?.person ? [{ person: head.person, why: `${of}${levels ? `上${levels}级` : ''}负责人（${head.name}）` }] : [];
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uuids = (ids: readonly string[]): string[] => [...new Set(ids)].filter((id) => UUID.test(id));

async function rolesOf({ tx, me }: Asking, roleIds: readonly string[]): Promise<Asked[]> {
  const rows = await tx
    .selectFrom('member_role')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'member_role.tenant_id').onRef('member.id', '=', 'member_role.member_id'))
    .innerJoin('role', (on) => on.onRef('role.tenant_id', '=', 'member_role.tenant_id').onRef('role.id', '=', 'member_role.role_id'))
    .select(['member.id', 'member.account_id as accountId', 'member.name', 'role.name as role'])
    .where('member_role.tenant_id', '=', me.tenantId)
    .where('member_role.role_id', '=', sql<string>`any(${uuids(roleIds)}::uuid[])`)
    .where('member.status', '=', 'ACTIVE')
    .orderBy('member.name')
    .orderBy('member.id')
    .execute();
  return rows.map(({ role, ...person }) => ({ person: { ...person, active: true }, why: `角色“${role}”` }));
}

/** Members who hold a code that decides this kind of document, and whose rows include it. */
async function holdersOfPool({ tx, me, approval, flow }: Pooling): Promise<string[]> {
  const accounts = new Set<string>();
  for (const code of approval.decide) for (const account of await accountsFor(tx, me.tenantId, code, aboutOf({ flow }))) accounts.add(account);
  return memberIds({ tx, me }, [...accounts]);
}
async function memberIds({ tx, me }: Pick<Pooling, 'tx' | 'me'>, accounts: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('member')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', sql<string>`any(${[...accounts]}::uuid[])`)
    .where('status', '=', 'ACTIVE')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Everybody who may take a task of a pool. */
export async function peopleOfPool(on: Pooling, pool: string): Promise<Person[]> {
  if (pool !== ADMINS) return peopleOf(on, await holdersOfPool(on));
  return on.tx
    .selectFrom('member')
    .select(['id', 'account_id as accountId', 'name', sql<boolean>`true`.as('active')])
    .where('tenant_id', '=', on.me.tenantId)
    .where('is_admin', '=', true)
    .where('status', '=', 'ACTIVE')
    .orderBy('name')
    .execute();
}
/** What a pool's people are found by: the kind of document, and whose it is. */
type Pooling = Pick<Asking, 'tx' | 'approval'> & { me: Pick<Me, 'tenantId'>; flow: { instance: Pick<Instance, 'customer_id' | 'warehouse_id'> } };
const MOST_NAMED = 3;
/** 林知远、苏晓禾、顾南星等5人之一: whoever of them is first. '' when nobody is there. */
export async function anyOfPool(on: Pooling, pool: string, barred: readonly string[]): Promise<string> {
  const names = (await peopleOfPool(on, pool)).filter(({ accountId }) => !barred.includes(accountId)).map(({ name }) => name);
  const rest = names.length > MOST_NAMED ? `等${names.length}人` : '';
  return `${names.slice(0, MOST_NAMED).join('、')}${rest}${names.length > 1 ? '之一' : ''}`;
}
const poolHas = async (on: Asking, pool: string, barred: readonly string[]): Promise<boolean> =>
  (await peopleOfPool(on, pool)).some((person) => !barred.includes(person.accountId));

/** Who is away has an agent meanwhile; an agent of the agent is not asked. */
async function awayOf(on: Asking, asked: readonly Asked[]): Promise<Asked[]> {
  const { tx, me, flow, now } = on;
  if (!asked.length) return [];
  const rows = await tx
    .selectFrom('wf_delegation as d')
    .innerJoin('member as agent', (join) => join.onRef('agent.tenant_id', '=', 'd.tenant_id').onRef('agent.id', '=', 'd.agent_id'))
    .select(['d.member_id', 'd.keys', 'agent.id', 'agent.account_id as accountId', 'agent.name'])
    .where('d.tenant_id', '=', me.tenantId)
    .where('d.member_id', '=', sql<string>`any(${asked.map(({ person }) => person.id)}::uuid[])`)
    .where('d.ended_at', 'is', null)
    .where('d.from_at', '<=', now)
    .where('d.to_at', '>', now)
    .where('agent.status', '=', 'ACTIVE')
    .orderBy('d.created_at', 'desc')
    .execute();
  const able = rows.filter((row) => (!row.keys.length || row.keys.includes(flow.instance.key)) && row.id !== flow.instance.starter_member_id);
  const reach = await whoReach(
    tx,
    me.tenantId,
    able.map(({ id }) => id),
    aboutOf(on),
  );
  return asked.map((one) => {
    const away = able.find((row) => row.member_id === one.person.id && reach.has(row.id));
    if (!away) return one;
    const { id, accountId, name } = away;
    return { person: { id, accountId, name, active: true }, why: `${one.why}；“${one.person.name}”外出，委托代审`, origin: one.person.id };
  });
}
