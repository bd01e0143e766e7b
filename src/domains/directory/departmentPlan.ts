import { type DepartmentPayload, decided, type Key, keptName, type Link, type Mapping, newKey, type PlanRow, type RemoteDepartment, ROOT } from './directory';

export interface LocalDepartment {
  id: string;
  parentId: string | null;
  name: string;
  status: 'ACTIVE' | 'DISABLED';
  version: number;
}
interface Given {
  remote: readonly RemoteDepartment[];
  local: readonly LocalDepartment[];
  links: readonly Link[];
  /** What DingTalk's root stands for here; null: the top. */
  rootId: string | null;
  mapping: Mapping;
  maxDepth: number;
}
/** A department as it is to be. */
interface Wanted {
  remote: RemoteDepartment;
  key: Key;
  current: LocalDepartment | null;
  link: Link | null;
  name: string;
  parent: Key | null;
  remoteParent: Key | null;
  enable: boolean;
}
export interface Node {
  name: string;
  parent: Key | null;
  active: boolean;
}
export interface DepartmentPlan {
  rows: PlanRow[];
  /** Where DingTalk's departments end up: a department here, `''` for none (the top); missing: not brought over. */
  places: ReadonlyMap<string, Key | ''>;
  ignored: ReadonlySet<string>;
  /** Gone there and still open here. */
  gone: { link: Link; current: LocalDepartment }[];
  /** All departments here as they become. */
  tree: ReadonlyMap<Key, Node>;
}

/** What a synchronisation does to the departments: pure, and the same for the same two trees. */
export function planDepartments(given: Given): DepartmentPlan {
  const { wanted, ignored } = wantedOf(given);
  const refused = new Map<string, string>();
  const tree = fit(given, wanted, refused);
  const rows = wanted.flatMap((one) => rowsOf(one, refused.get(one.remote.id), tree));
  const { gone, marks } = goneOf(given, wanted);
  return { rows: [...rows, ...marks], places: placesOf(given, wanted, refused, tree), ignored, gone, tree };
}

/** Each department of DingTalk with the one it stands for here, by link, else by name below the same parent. */
function wantedOf({ remote, local, links, rootId, mapping }: Given): { wanted: Wanted[]; ignored: Set<string> } {
  const byId = new Map(local.map((one) => [one.id, one]));
  const linkOf = new Map(links.filter((one) => one.kind === 'DEPARTMENT').map((one) => [one.externalId, one]));
  // A department made anew there takes the place of the one before it.
  const there = new Set(remote.map((one) => one.id));
  const taken = new Set([...linkOf.values()].flatMap((one) => (one.localId && one.choice !== 'IGNORE' && there.has(one.externalId) ? [one.localId] : [])));
  if (rootId) taken.add(rootId);
  // Closed when its department went; opened again when one of the same name comes in its place.
  const closedByRun = new Set([...linkOf.values()].flatMap((one) => (one.localId && !one.present ? [one.localId] : [])));
  const ignored = new Set<string>();
  const keyOf = new Map<string, Key | null>([[ROOT, rootId]]);
  const wanted: Wanted[] = [];
  for (const one of remote) {
    const link = linkOf.get(one.id) ?? null;
    if (link?.choice === 'IGNORE' || ignored.has(one.parentId)) {
      ignored.add(one.id);
      continue;
    }
    const parent = keyOf.get(one.parentId) ?? null;
    const name = keptName(one.name);
    const linked = link?.localId ? byId.get(link.localId) : undefined;
    const named = linked ?? local.find((each) => each.parentId === parent && each.name === name && !taken.has(each.id));
    if (named) taken.add(named.id);
    const key = named?.id ?? newKey(one.id);
    keyOf.set(one.id, key);
    const basis = linked ? link?.basis : undefined;
    wanted.push({
      remote: one,
      key,
      current: named ?? null,
      link,
      name: named ? decided(mapping.departmentName, named.name, basis?.name, name, false) : name,
      remoteParent: parent,
      parent: named ? decided(mapping.departmentParent, named.parentId, basis?.parentId, parent, false) : parent,
      enable: named?.status === 'DISABLED' && closedByRun.has(named.id),
    });
  }
  return { wanted, ignored };
}

/** The tree as it becomes, without what cannot be: each round takes back the first department that does not fit, until all do. */
function fit({ local, maxDepth }: Given, wanted: readonly Wanted[], refused: Map<string, string>): Map<Key, Node> {
  for (;;) {
    const tree = new Map<Key, Node>(local.map((one) => [one.id, { name: one.name, parent: one.parentId, active: one.status === 'ACTIVE' }]));
    const tried = wanted.filter((one) => !refused.has(one.remote.id));
    for (const one of tried) tree.set(one.key, { name: one.name, parent: one.parent, active: !one.current || one.current.status === 'ACTIVE' || one.enable });
    const siblings = new Map<string, number>();
    for (const node of tree.values()) siblings.set(`${node.parent} ${node.name}`, (siblings.get(`${node.parent} ${node.name}`) ?? 0) + 1);
    const misfits = tried.flatMap((one) => {
      const problem = problemOf(tree, one, siblings, maxDepth);
      return problem ? [{ one, problem }] : [];
    });
    if (misfits.length === 0) return tree;
    const untouched = (one: Wanted) => one.current && one.current.name === one.name && one.current.parentId === one.parent && !one.enable;
    // Whoever changes nothing is not in the way by itself.
    const [first] = misfits.filter(({ one }) => !untouched(one));
    if (!first) return tree;
    refused.set(first.one.remote.id, first.problem);
  }
}

function problemOf(tree: ReadonlyMap<Key, Node>, one: Wanted, siblings: ReadonlyMap<string, number>, maxDepth: number): string {
  if (!one.name) return '钉钉中的部门名称为空';
  if (one.parent !== null && !tree.has(one.parent)) return '上级部门未能同步';
  const seen = new Set<Key>([one.key]);
  let closed = '';
  for (let key = one.parent; key !== null; key = tree.get(key)?.parent ?? null) {
    if (seen.has(key)) return `移动后将成为自己的下级“${tree.get(one.parent ?? '')?.name ?? ''}”的下级`;
    seen.add(key);
    if (tree.get(key)?.active === false) closed ||= tree.get(key)?.name ?? '';
  }
  if (seen.size > maxDepth) return `部门最多${maxDepth}级，该部门在第${seen.size}级，其人员归入上级部门`;
  if (closed && (!one.current || one.enable || one.current.parentId !== one.parent)) return `上级部门“${closed}”在本系统已停用`;
  if ((siblings.get(`${one.parent} ${one.name}`) ?? 0) > 1) return `同一上级下已有部门“${one.name}”，请在“对应关系”中指定`;
  return '';
}

/** People of a department that was not brought over, or is closed here, stand in the next one above that is open. */
function placesOf({ remote, rootId }: Given, wanted: readonly Wanted[], refused: ReadonlyMap<string, string>, tree: ReadonlyMap<Key, Node>) {
  const places = new Map<string, Key | ''>([[ROOT, rootId && tree.get(rootId)?.active ? rootId : '']]);
  const byRemote = new Map(wanted.map((one) => [one.remote.id, one]));
  for (const { id, parentId } of remote) {
    const one = byRemote.get(id);
    if (!one) continue;
    const there = (one.current || !refused.has(id)) && tree.get(one.key)?.active;
    places.set(id, there ? one.key : (places.get(parentId) ?? ''));
  }
  return places;
}

function rowsOf(one: Wanted, problem: string | undefined, tree: ReadonlyMap<Key, Node>): PlanRow[] {
  const { current, link, remote } = one;
  const row = { kind: 'DEPARTMENT' as const, externalId: remote.id, localId: current?.id ?? null, name: keptName(remote.name) || remote.id, mobile: '' };
  if (problem) return [{ ...row, action: 'CONFLICT', detail: '', reason: problem, payload: null }];
  const old = link?.localId === current?.id ? link?.basis : undefined;
  const remoteName = keptName(remote.name);
  const basis = {
    ...(one.name === remoteName ? { name: remoteName } : old?.name === undefined ? {} : { name: old.name }),
    ...(one.parent === one.remoteParent ? { parent: one.remoteParent } : old?.parentId === undefined ? {} : { parent: old.parentId }),
  };
  const payload: DepartmentPayload = { version: current?.version ?? null, name: one.name, parent: one.parent, basis };
  const named = (key: Key | null) => (key === null ? '顶级' : (tree.get(key)?.name ?? ''));
  if (!current) return [{ ...row, action: 'CREATE', detail: `上级：${named(one.parent)}`, reason: '钉钉中的新部门', payload }];
  const changes = [
    ...(one.name === current.name ? [] : [`名称：${current.name} → ${one.name}`]),
    ...(one.parent === current.parentId ? [] : [`上级：${named(current.parentId)} → ${named(one.parent)}`]),
  ].join('；');
  if (one.enable) return [{ ...row, action: 'ENABLE', detail: changes, reason: '部门在钉钉中重新出现', payload }];
  if (changes) return [{ ...row, action: 'UPDATE', detail: changes, reason: '钉钉中的部门有变化', payload }];
  if (!link || link.localId !== current.id) return [{ ...row, action: 'LINK', detail: `对应“${current.name}”`, reason: '同一上级下名称相同', payload }];
  const marked = link.present && old?.name === basis.name && old?.parentId === basis.parent;
  return marked ? [] : [{ ...row, action: 'MARK', detail: '', reason: '记下钉钉中的现状，本系统无变化', payload }];
}

/** Departments DingTalk no longer has: those open here are closed when nobody is left in them, the others only noted. */
function goneOf({ remote, local, links }: Given, wanted: readonly Wanted[]): Pick<DepartmentPlan, 'gone'> & { marks: PlanRow[] } {
  const there = new Set(remote.map((one) => one.id));
  const kept = new Set(wanted.flatMap((one) => (one.current ? [one.current.id] : [])));
  const byId = new Map(local.map((one) => [one.id, one]));
  const gone = links.flatMap((link) => {
    const current = link.localId ? byId.get(link.localId) : undefined;
    const left = link.kind === 'DEPARTMENT' && link.choice !== 'IGNORE' && link.present && !there.has(link.externalId);
    return left && current && !kept.has(current.id) ? [{ link, current }] : [];
  });
  const marks = gone
    .filter(({ current }) => current.status === 'DISABLED')
    .map(({ link, current }) => ({
      ...{ kind: 'DEPARTMENT' as const, action: 'MARK' as const, externalId: link.externalId, localId: current.id, name: current.name, mobile: '' },
      ...{ detail: '', reason: '钉钉中已没有该部门，本系统早已停用', payload: null },
    }));
  return { gone: gone.filter(({ current }) => current.status === 'ACTIVE'), marks };
}
