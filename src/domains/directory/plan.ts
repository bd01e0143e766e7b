import { type LocalDepartment, planDepartments } from './departmentPlan';
import type { Key, Link, Mapping, PlanRow, Remote } from './directory';
import { type LocalMember, planPeople } from './memberPlan';

export interface Here {
  departments: readonly LocalDepartment[];
  members: readonly LocalMember[];
  links: readonly Link[];
}
export interface Rules {
  mapping: Mapping;
  rootId: string | null;
  roleName: string;
  maxDepth: number;
  runner: { memberId: string; isAdmin: boolean };
  hidden: ReadonlySet<string>;
}

/** Everything a synchronisation would do now, in the order it is done: departments, leavers, people, departments nobody is left in. */
export function planOf(remote: Remote, here: Here, rules: Rules): PlanRow[] {
  const departments = planDepartments({ remote: remote.departments, local: here.departments, links: here.links, ...rules });
  const open = (key: Key): boolean => departments.tree.get(key)?.active === true;
  const people = planPeople({ remote: remote.people, local: here.members, links: here.links, departments, open, ...rules });
  const leaving = people.filter((row) => row.action === 'DISABLE');
  return [...departments.rows, ...leaving, ...people.filter((row) => row.action !== 'DISABLE'), ...closings(departments, here, people)];
}

/** Departments that went, lowest first; one that still holds somebody waits for a person. */
function closings({ gone, tree }: Pick<ReturnType<typeof planDepartments>, 'gone' | 'tree'>, here: Here, people: readonly PlanRow[]): PlanRow[] {
  const crowd = crowdOf(here, people);
  const closing = new Set(gone.map(({ current }) => current.id));
  const below = Map.groupBy(tree, ([, node]) => node.parent);
  const reasons = new Map<string, string>();
  const reasonOf = (id: string): string => {
    const known = reasons.get(id);
    if (known !== undefined) return known;
    reasons.set(id, '');
    const inside = crowd.get(id) ?? 0;
    const [open] = (below.get(id) ?? []).filter(([key, node]) => node.active && !(closing.has(key) && reasonOf(key) === ''));
    const reason = inside ? `仍有${inside}名在职人员` : open ? `下级部门“${open[1].name}”仍在启用` : '';
    reasons.set(id, reason);
    return reason;
  };
  const depth = (key: Key | null): number => (key === null ? 0 : 1 + depth(tree.get(key)?.parent ?? null));
  return [...gone]
    .sort((a, b) => depth(b.current.id) - depth(a.current.id))
    .map(({ link, current }) => {
      const row = { kind: 'DEPARTMENT' as const, externalId: link.externalId, localId: current.id, name: current.name, mobile: '', detail: '' };
      const reason = reasonOf(current.id);
      return reason
        ? { ...row, action: 'CONFLICT' as const, reason: `钉钉中已没有该部门，但本系统${reason}`, payload: null }
        : {
            ...row,
            action: 'DISABLE' as const,
            reason: '钉钉中已没有该部门',
            payload: { version: current.version, name: current.name, parent: current.parentId, basis: {} },
          };
    });
}

/** How many are in service in each department after the run. */
function crowdOf({ members }: Here, people: readonly PlanRow[]): Map<Key, number> {
  const rowOf = new Map(people.flatMap((row) => (row.localId ? [[row.localId, row] as const] : [])));
  const crowd = new Map<Key, number>();
  const count = (keys: readonly Key[]) => keys.forEach((key) => void crowd.set(key, (crowd.get(key) ?? 0) + 1));
  for (const member of members) {
    const row = rowOf.get(member.id);
    const changed = row && (row.action === 'UPDATE' || row.action === 'ENABLE') && row.payload && 'departments' in row.payload ? row.payload.departments : null;
    if (row?.action === 'DISABLE' || (member.status === 'DISABLED' && row?.action !== 'ENABLE')) continue;
    count(changed ?? member.departments);
  }
  return crowd;
}

/** Whether so many leave at once that somebody should look first: a narrowed visible range looks like everybody leaving. */
export const leavesMany = (rows: readonly PlanRow[], links: readonly Link[]): boolean => {
  const leaving = rows.filter((row) => row.kind === 'MEMBER' && row.action === 'DISABLE').length;
  const linked = links.filter((link) => link.kind === 'MEMBER' && link.present && link.localId).length;
  return leaving > Math.max(5, linked / 5);
};
export const isApplied = (row: Pick<PlanRow, 'action'>): boolean => row.action !== 'CONFLICT';

/** What differs between the plan somebody confirmed and the one of now; empty: the same. Versions are no difference anybody sees. */
export function changesBetween(seen: readonly PlanRow[], now: readonly PlanRow[]): string[] {
  const keyOf = (row: PlanRow) => `${row.kind} ${row.externalId}`;
  const told = (row: PlanRow) =>
    JSON.stringify([row.action, row.action === 'CREATE' && row.mobile, row.localId, row.detail, row.reason, row.payload && { ...row.payload, version: null }]);
  const before = new Map(seen.map((row) => [keyOf(row), row]));
  const after = new Map(now.map((row) => [keyOf(row), row]));
  return [
    ...now.flatMap((row) => {
      const old = before.get(keyOf(row));
      if (!old) return [`“${row.name}”：预览之后出现新的变化`];
      return told(old) === told(row) ? [] : [`“${row.name}”：与预览时不同`];
    }),
    ...seen.filter((row) => !after.has(keyOf(row))).map((row) => `“${row.name}”：预览中的变化已不存在`),
  ];
}
