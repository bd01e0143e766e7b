import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { CUSTOMER_MANAGE, ORDER_READERS } from '~/portal/permissions';
import { inScope, mayHandOn, type ScopedRow, scopeKinds, scopeOfRoles } from '~/portal/scope';
import { colleaguesOf, type HeldRole, roleHolders } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { notFound } from '~/shared/refusal';
import type { Sight } from './calls';

/** Codes that open the subject. */
const opening = { customer: [CUSTOMER_MANAGE], order: ORDER_READERS } as const;

interface Subject extends ScopedRow {
  owner: string;
}

/** Active members who may see the row and by which rule; and those whose permissions would open it but whose data scope does not reach it. */
export async function whoSees(tx: Tx, me: Me, input: { subject: 'customer' | 'order'; id: string }): Promise<z.output<typeof Sight>> {
  const subject = await subjectOf(tx, me, input);
  const people = await roleHolders(tx, me.tenantId);
  const colleagues = await colleaguesOf(
    tx,
    me.tenantId,
    people.map((one) => one.id),
  );
  const answer: z.output<typeof Sight> = { owner: subject.owner, sees: [], misses: [] };
  for (const { roles, isAdmin, accountId: _, ...person } of people) {
    if (isAdmin) answer.sees.push({ ...person, why: '企业管理员，可查看全部数据' });
    else if (roles.some((role) => opening[input.subject].some((code) => role.permissions.includes(code)))) {
      const member = { memberId: person.id, colleagues: colleagues.get(person.id) ?? [] };
      if (inScope(scopeOfRoles(roles, member), subject)) answer.sees.push({ ...person, why: ruleFor(roles, member, subject) });
      else answer.misses.push({ ...person, why: `数据范围为${[...new Set(roles.map((role) => scopeKinds[role.dataScope]))].join('、')}，不包含这条数据` });
    }
  }
  return answer;
}

/** The first role that reaches the row by itself, in words. */
function ruleFor(roles: readonly HeldRole[], member: { memberId: string; colleagues: readonly string[] }, subject: Subject): string {
  const reasons = roles
    .filter((role) => mayHandOn(scopeOfRoles([role], member), subject))
    .map((role) => {
      const because = {
        ALL: '可查看全部数据',
        SELF: '是负责的业务员',
        DEPARTMENT: subject.ownerId === member.memberId ? '是负责的业务员' : `业务员“${subject.owner}”属于其部门或下级部门`,
        REGION: `客户位于${role.regions.filter((place) => [subject.regionLabel, subject.province, subject.province + subject.city, subject.province + subject.city + subject.district].includes(place)).join('、')}`,
        WAREHOUSE: subject.warehouseId ? '由其负责的仓库发货' : '仓库角色不限制客户',
      }[role.dataScope];
      return `${because}（角色“${role.name}”：${scopeKinds[role.dataScope]}）`;
    });
  if (!reasons[0] && subject.helperIds.includes(member.memberId)) return '是该客户的协作人';
  return reasons[0] ?? '多个角色的数据范围共同包含这条数据';
}

/** Read as the person who asks: a row they may not see is a missing one. */
async function subjectOf(tx: Tx, me: Me, input: { subject: 'customer' | 'order'; id: string }): Promise<Subject> {
  const order = input.subject === 'order';
  const { rows } = await sql<Subject & { house: string | null }>`
    select c.sales_member_id as "ownerId", coalesce(m.name, '') as owner, c.region_label as "regionLabel", c.province, c.city, c.district,
      array(select h.member_id from customer_helper h where h.tenant_id = c.tenant_id and h.customer_id = c.id) as "helperIds",
      ${order ? sql`o.warehouse_id` : sql`null::uuid`} as house
    from customer c left join member m on m.tenant_id = c.tenant_id and m.id = c.sales_member_id
    ${order ? sql`join sales_order o on o.tenant_id = c.tenant_id and o.customer_id = c.id` : sql``}
    where c.tenant_id = ${me.tenantId} and ${order ? sql`o.id` : sql`c.id`} = ${input.id}`.execute(tx);
  const row = rows[0];
  if (!row) return notFound(order ? '该订单' : '该客户');
  const { house, ...subject } = row;
  return house ? { ...subject, warehouseId: house } : subject;
}
