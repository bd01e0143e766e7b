import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Authority, authorityOfRoles, type GrantedRole, gainedBeyond, hideableFields, noAuthority } from '~/portal/authority';
import type { ScopeKind } from '~/portal/scope';

const CODES = ['read', 'edit', 'audit'];
const PEOPLE = ['m0', 'm1', 'm2', 'm3'];
const REGIONS = ['东区', '南区'];
const HOUSES = ['w0', 'w1'];
const FIELDS = Object.keys(hideableFields);

const role: fc.Arbitrary<GrantedRole> = fc.record({
  permissions: fc.subarray(CODES),
  hidden: fc.subarray(FIELDS),
  dataScope: fc.constantFrom<ScopeKind>('ALL', 'DEPARTMENT', 'SELF', 'REGION', 'WAREHOUSE'),
  regions: fc.subarray(REGIONS),
  warehouses: fc.subarray(HOUSES),
});
/** Who is in which department of a chain: those below are colleagues of those above. */
interface Company {
  roles: GrantedRole[];
  held: number[][];
  depth: number[];
}
const company: fc.Arbitrary<Company> = fc.record({
  roles: fc.array(role, { minLength: 2, maxLength: 4 }),
  held: fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 2 }), { minLength: 4, maxLength: 4 }),
  depth: fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant('role' as const), at: fc.nat(3), role }),
  fc.record({ kind: fc.constant('held' as const), at: fc.nat(3), held: fc.uniqueArray(fc.nat(3), { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('depth' as const), at: fc.nat(3), depth: fc.nat(2) }),
);

function authorities({ roles, held, depth }: Company): Authority[] {
  return PEOPLE.map((memberId, index) => {
    const mine = (held[index] ?? []).flatMap((at) => roles[at] ?? []);
    return authorityOfRoles(mine, { memberId, colleagues: PEOPLE.filter((_, other) => (depth[other] ?? 0) >= (depth[index] ?? 0)) });
  });
}

function changed(
  before: Company,
  step: { kind: 'role'; at: number; role: GrantedRole } | { kind: 'held'; at: number; held: number[] } | { kind: 'depth'; at: number; depth: number },
): Company {
  const swap = <T>(list: T[], value: T): T[] => list.map((one, at) => (at === step.at ? value : one));
  if (step.kind === 'role') return { ...before, roles: swap(before.roles, step.role) };
  return step.kind === 'held' ? { ...before, held: swap(before.held, step.held) } : { ...before, depth: swap(before.depth, step.depth) };
}

/** Everything one may do, cell by cell: a right on a field of a document of a customer (by owner and place) in a warehouse. */
function cells({ permissions, scope, hidden }: Authority): Set<string> {
  const found = new Set<string>();
  const owned = ({ owner, region }: { owner: string; region: string }): boolean =>
    !scope?.customers || scope.customers.owners.includes(owner) || scope.customers.regions.includes(region);
  for (const code of permissions)
    for (const owner of [...PEOPLE, 'nobody'])
      for (const region of [...REGIONS, 'elsewhere'])
        for (const house of [...HOUSES, 'w2'])
          for (const field of ['name', ...FIELDS])
            if (owned({ owner, region }) && (!scope?.warehouses || scope.warehouses.includes(house)) && !hidden.includes(field))
              found.add([code, owner, region, house, field].join('/'));
  return found;
}

it('lets nobody gain by a change, in any right, row or field, what its giver has not, save a right of the giver over one’s own customers', () => {
  fc.assert(
    fc.property(company, change, fc.nat(3), (before, step, giverAt) => {
      const [was, is] = [authorities(before), authorities(changed(before, step))];
      const giver = was[giverAt] as Authority;
      const own = (index: number): string => (index === giverAt ? '' : (PEOPLE[index] as string));
      if (is.some((one, index) => gainedBeyond(was[index] as Authority, one, giver, own(index)))) return;
      const allowed = cells(giver);
      for (const [index, one] of is.entries()) {
        const had = cells(was[index] as Authority);
        const gained = [...cells(one)].filter((cell) => !had.has(cell) && !allowed.has(cell));
        const beyondOwn = gained.filter((cell) => cell.split('/')[1] !== own(index));
        expect(beyondOwn).toEqual([]);
        const elsewhere = gained.filter((cell) => {
          const [code, , , house, field] = cell.split('/');
          return ![...allowed].some((mine) => mine.startsWith(`${code}/`) && mine.endsWith(`/${house}/${field}`));
        });
        if (allowed.size > 0) expect(elsewhere).toEqual([]);
      }
    }),
    { numRuns: 3000 },
  );
});

it('refuses what the giver lacks, and only that', () => {
  const wide = authorityOfRoles([{ permissions: ['read', 'edit'], hidden: [], dataScope: 'ALL', regions: [], warehouses: [] }], {
    memberId: 'm0',
    colleagues: [],
  });
  const own = (hidden: string[], permissions = ['read']) =>
    authorityOfRoles([{ permissions, hidden, dataScope: 'SELF', regions: [], warehouses: [] }], { memberId: 'm1', colleagues: [] });
  expect(gainedBeyond(noAuthority, own([]), wide, 'm1')).toBeUndefined();
  expect(gainedBeyond(noAuthority, own([], ['audit']), wide, 'm1')).toBe('permissions');
  expect(gainedBeyond(own(['amount']), own([]), { ...wide, hidden: ['amount'] }, 'm1')).toBe('fields');
  expect(gainedBeyond(own([]), { ...own([]), scope: null }, own([]), 'm1')).toBe('customers');
  // A right that the giver holds over few rows is not given to somebody who sees more.
  expect(gainedBeyond({ ...own([]), scope: null }, { ...own([], ['read', 'edit']), scope: null }, own([], ['read', 'edit']), 'm1')).toBe('customers');
  expect(gainedBeyond(own([]), own(['amount'], []), own(['amount']), 'm1')).toBeUndefined();
});
