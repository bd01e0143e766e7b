import fc from 'fast-check';
import '~/domains/all.server';
import { helpersSet } from '~/domains/customer/partCalls';
import * as owedCalls from '~/domains/receivable/calls';
import type { Me } from '~/portal/me';
import { allPermissions } from '~/portal/permissionTree';
import type { ScopedRow, ScopeKind } from '~/portal/scope';
import { authorityOf } from '~/server/authority.server';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { ask } from './catalogue';
import { addCustomer } from './customers';
import { type Depot, openDepot, orderOf, shipped } from './delivery';
import { addWarehouse, putFunds, putStock } from './stock';

/** Four salespeople in a tree of departments: 0 leads the company, 1 and 2 stand below in one branch, 3 in the other. */
export interface World {
  depot: Depot;
  opened: Opened;
  members: string[];
  warehouses: string[];
  customers: (ScopedRow & { id: string })[];
}
const PLACES = [
  ['浙江省', '杭州市', '西湖区', '东区'],
  ['浙江省', '宁波市', '海曙区', '东区'],
  ['广东省', '广州市', '天河区', '南区'],
] as const;

export async function openWorld(opened: Opened): Promise<World> {
  const depot = await openDepot(opened);
  const { me } = depot;
  const second = await addWarehouse(opened, me, 'CK02');
  await putStock(opened, me, second, Object.fromEntries(depot.skus.map((sku) => [sku, '500'])));
  const members = [await member(opened, 'M0'), await member(opened, 'M1'), await member(opened, 'M2'), await member(opened, 'M3')];
  await departments(opened, members);
  const customers: World['customers'] = [];
  for (let index = 0; index < 9; index++) {
    const [province, city, district, regionLabel] = PLACES[index % 3] as (typeof PLACES)[number];
    const ownerId = index % 5 === 4 ? null : (members[index % 4] as string);
    const id = await addCustomer(me, `客户${'甲乙丙丁戊己庚辛壬'[index]}${index}商行`, {
      ...{ province, city, district, regionLabel },
      salesMemberId: ownerId ?? '',
      contactMobile: `1391234567${index}`,
    });
    // Every third has a helper from elsewhere in the tree, one of them two.
    const helperIds = index % 3 ? [] : [members[(index + 1) % 4] as string, ...(index === 6 ? [members[0] as string] : [])];
    if (helperIds.length) await ask(me, helpersSet, { customerId: id, memberIds: helperIds });
    customers.push({ id, ownerId, helperIds, province, city, district, regionLabel });
  }
  for (const [index, { id }] of customers.entries()) {
    const warehouseId = index % 2 ? second : depot.warehouseId;
    await orderOf(depot, [[0, '2']], { customerId: id, warehouseId });
    const sent = await orderOf(depot, [[1, '3']], { customerId: id, warehouseId });
    await shipped({ ...depot, warehouseId }, [[sent.lineIds[0] as string, '3']]);
    await putFunds(opened, me, id, 1000n);
    await ask(me, owedCalls.registerReceipt, { customerId: id, amount: '5.00', payWay: 'CASH', receivedAt: '2026-06-15T03:00:00.000Z', applies: [] });
  }
  return { depot, opened, members, warehouses: [depot.warehouseId, second], customers };
}

async function member(opened: Opened, name: string): Promise<string> {
  const [account, id] = [newId(), newId()];
  await opened.pool.query("insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, $3, 1, 'x')", [
    account,
    account,
    name,
  ]);
  await opened.pool.query('insert into member (tenant_id, id, account_id, name) values (1, $1, $2, $3)', [id, account, name]);
  return id;
}

async function departments(opened: Opened, members: string[]): Promise<void> {
  const ids = [newId(), newId(), newId()];
  await opened.pool.query(
    `insert into department (tenant_id, id, parent_id, name) values (1, '${ids[0]}', null, '总部'), (1, '${ids[1]}', '${ids[0]}', '华东'), (1, '${ids[2]}', '${ids[0]}', '华南')`,
  );
  for (const [index, department] of [0, 1, 1, 2].entries())
    await opened.pool.query('insert into member_department (tenant_id, member_id, department_id) values (1, $1, $2)', [members[index], ids[department]]);
}

export interface Chosen {
  member: number;
  roles: { dataScope: ScopeKind; regions: string[]; warehouse: number }[];
}

/** The member with exactly these roles, as a session would load them. */
export async function seenBy(world: World, { member: index, roles }: Chosen): Promise<Me> {
  const memberId = world.members[index] as string;
  const authority = await world.opened.inSystem(async (tx) => {
    await tx.deleteFrom('member_role').where('member_id', '=', memberId).execute();
    for (const role of roles) {
      const id = newId();
      await tx
        .insertInto('role')
        .values({
          tenant_id: 1n,
          id,
          name: id,
          permissions: [...allPermissions],
          data_scope: role.dataScope,
          scope_regions: role.regions,
          scope_warehouses: [world.warehouses[role.warehouse] as string],
        })
        .execute();
      await tx.insertInto('member_role').values({ tenant_id: 1n, member_id: memberId, role_id: id }).execute();
    }
    return authorityOf(tx, 1n, memberId, false);
  });
  const account = await world.opened.pool.query<{ account_id: string }>('select account_id from member where id = $1', [memberId]);
  return { ...world.depot.me, accountId: account.rows[0]?.account_id ?? '', memberId, isAdmin: false, ...authority };
}

export const chosen = fc.record({
  member: fc.integer({ min: 0, max: 3 }),
  roles: fc.array(
    fc.record({
      dataScope: fc.constantFrom<ScopeKind>('DEPARTMENT', 'SELF', 'REGION', 'WAREHOUSE', 'ALL'),
      regions: fc.subarray(['东区', '浙江省', '浙江省杭州市', '浙江省宁波市海曙区', '广东省']),
      warehouse: fc.integer({ min: 0, max: 1 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
