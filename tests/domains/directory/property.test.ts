import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { usualMapping } from '~/domains/directory/directory';
import { planOf } from '~/domains/directory/plan';
import { ORDER_MANAGE } from '~/portal/permissions';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { makeMember, makeTenant, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';
import { dingtalkServer, type There, type ThereDepartment, type TherePerson } from '../../support/dingtalk';
import { configure, preview, sync, treeHere, treeThere } from '../../support/directory';

/** One change at DingTalk; the numbers choose among what is there. */
const change = fc.record({
  what: fc.constantFrom('hire', 'hire', 'leave', 'return', 'move', 'both', 'title', 'open', 'rename', 'swap', 'shift', 'close'),
  a: fc.nat(50),
  b: fc.nat(50),
});
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

/** A company at DingTalk whose people do only what DingTalk lets them. */
class Company {
  there: There = { departments: [{ id: 10, parent: 1, name: '部门10' }], people: [] };
  gone: TherePerson[] = [];
  serial = 10;
  do({ what, a, b }: Change): void {
    const { departments, people } = this.there;
    const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
    const [department, other, person] = [pick(departments, a), pick(departments, b), pick(people, a)];
    if (what === 'hire') this.hire(department);
    if (what === 'leave' && person) this.gone.push(...people.splice(people.indexOf(person), 1));
    if (what === 'return') this.comeBack(b % 2 === 0, department);
    if (what === 'move' && person) person.departments = department ? [department.id] : [1];
    if (what === 'both' && person && department && other) person.departments = [...new Set([department.id, other.id])];
    if (what === 'title' && person) person.title = `职务${b}`;
    if (what === 'open' && this.depth(department) < 5) departments.push({ id: ++this.serial, parent: department?.id ?? 1, name: `部门${this.serial}` });
    if (what === 'rename' && department) department.name = `部门${++this.serial}`;
    if (what === 'swap' && department && other && department.parent === other.parent) [department.name, other.name] = [other.name, department.name];
    if (what === 'shift' && department && other) this.shift(department, other);
    if (what === 'close' && department) this.close(department);
  }
  hire(department: ThereDepartment | undefined): void {
    const n = ++this.serial;
    this.there.people.push({
      userid: `user${n}`,
      name: `员工${n}`,
      mobile: `139${String(n).padStart(8, '0')}`,
      title: '专员',
      departments: [department?.id ?? 1],
    });
  }
  comeBack(sameId: boolean, department: ThereDepartment | undefined): void {
    const back = this.gone.pop();
    if (back) this.there.people.push({ ...back, userid: sameId ? back.userid : `user${++this.serial}`, departments: [department?.id ?? 1] });
  }
  shift(department: ThereDepartment, other: ThereDepartment): void {
    if (!this.above(other).includes(department.id) && this.depth(other) < 3) department.parent = other.id;
  }
  close(department: ThereDepartment): void {
    const { departments, people } = this.there;
    if (departments.some((one) => one.parent === department.id)) return;
    departments.splice(departments.indexOf(department), 1);
    for (const one of people) {
      one.departments = one.departments.filter((id) => id !== department.id);
      if (one.departments.length === 0) one.departments = [1];
    }
  }
  above(department: ThereDepartment): number[] {
    const parent = this.there.departments.find((one) => one.id === department.parent);
    return [department.id, ...(parent ? this.above(parent) : [])];
  }
  depth = (department: ThereDepartment | undefined): number => (department ? this.above(department).length : 0);
}

const rightsOf = () =>
  database().inSystem(async (tx) => {
    const members = await tx.selectFrom('member').select(['id', 'is_admin']).execute();
    const roles = await tx.selectFrom('member_role').select(['member_id', 'role_id']).execute();
    return new Map(
      members.map((one) => [
        one.id,
        `${one.is_admin} ${roles
          .filter((role) => role.member_id === one.id)
          .map((role) => role.role_id)
          .sort()}`,
      ]),
    );
  });

describe('whatever happens at DingTalk', () => {
  it('comes to be the same here, once; nobody is made twice and nobody gains a right', async () => {
    await testDatabase();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 3 }), async (days) => {
        await emptyDatabase();
        await makeTenant(TENANT_A, '甲厂');
        await database().inSystem((tx) => tx.updateTable('tenant').set({ member_quota: 5000 }).execute());
        const boss = await makeMember(TENANT_A, '管理员', 'admin');
        const roleId = newId();
        await database().inSystem((tx) =>
          tx
            .insertInto('role')
            .values({ tenant_id: TENANT_A, id: roleId, name: '业务员', permissions: [ORDER_MANAGE] })
            .execute(),
        );
        const company = new Company();
        const server = await dingtalkServer(company.there);
        await configure(boss.me, server, { defaultRoleId: roleId });
        for (const day of days) {
          for (const one of day) company.do(one);
          // An application that sees nobody at all is taken for a mistake, and stops.
          if (company.there.people.length === 0) company.hire(company.there.departments[0]);
          const before = await rightsOf();
          await sync(boss.me);
          expect(await treeHere(TENANT_A)).toEqual(treeThere(company.there));
          for (const [id, rights] of await rightsOf()) expect(rights).toBe(before.get(id) ?? `false ${roleId}`);
          const again = await preview(boss.me);
          expect([again.run.state, again.rows]).toEqual(['DONE', []]);
        }
        const active = await database().inSystem((tx) => tx.selectFrom('member').select('name').where('status', '=', 'ACTIVE').execute());
        expect(active).toHaveLength(company.there.people.length + 1);
      }),
      { numRuns: 5 },
    );
  }, 120_000);
});

describe('the plan', () => {
  const id = fc.integer({ min: 0, max: 6 });
  const departments = fc.uniqueArray(fc.record({ id, parent: id, name: fc.constantFrom('甲', '乙', '丙', '') }), { selector: (one) => one.id, maxLength: 7 });
  const mapping = { ...usualMapping };

  it('never leaves a ring, two of one name or too deep a branch, whatever is there and here', () => {
    fc.assert(
      fc.property(departments, departments, fc.array(fc.tuple(id, id, fc.boolean()), { maxLength: 5 }), (far, near, pairs) => {
        // Here is a tree: a parent has a smaller number. There may be rings; the reading gives parents first, so they are cut by then.
        const local = near
          .filter((one) => one.name)
          .map((one) => ({
            id: `l${one.id}`,
            parentId: one.parent < one.id && near.some((each) => each.id === one.parent && each.name) ? `l${one.parent}` : null,
            name: `${one.name}${one.id}`,
            status: 'ACTIVE' as const,
            version: 1,
          }));
        const remote = far
          .toSorted((a, b) => a.id - b.id)
          .map((one) => ({
            id: String(one.id + 10),
            parentId: one.parent < one.id && far.some((each) => each.id === one.parent) ? String(one.parent + 10) : '1',
            name: one.name,
          }));
        const links = [...new Map(pairs.map(([a, b, present]) => [b, { a, b, present }])).values()].map(({ a, b, present }) => ({
          ...{ kind: 'DEPARTMENT' as const, externalId: String(a + 10), localId: `l${b}`, choice: 'AUTO' as const, present },
          basis: Object.fromEntries(
            local
              .filter((one) => one.id === `l${b}`)
              .flatMap((one) => [
                ['name', one.name],
                ['parentId', one.parentId],
              ]),
          ),
        }));
        const rows = planOf(
          { departments: remote, people: [], notes: [] },
          { departments: local, members: [], links: [...new Map(links.map((one) => [one.externalId, one])).values()] },
          { mapping, rootId: null, roleName: '', maxDepth: 4, runner: { memberId: '', isAdmin: true }, hidden: new Set() },
        );
        const tree = new Map<string, { name: string; parent: string | null }>(local.map((one) => [one.id, { name: one.name, parent: one.parentId }]));
        for (const row of rows)
          if (row.payload && 'parent' in row.payload && row.action !== 'DISABLE')
            tree.set(row.localId ?? `new:${row.externalId}`, { name: row.payload.name, parent: row.payload.parent });
        const names = [...tree.values()].map((one) => `${one.parent} ${one.name}`);
        expect(new Set(names).size).toBe(names.length);
        for (const start of tree.keys()) {
          const path = new Set<string>();
          for (let at: string | null = start; at !== null; at = tree.get(at)?.parent ?? null) {
            expect(path.has(at)).toBe(false);
            path.add(at);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
