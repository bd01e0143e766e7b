import type { DepartmentPlan } from './departmentPlan';
import { decided, type Key, keptName, type Link, type Mapping, type MemberPayload, merged, type PlanRow, type RemotePerson, sameSet } from './directory';

export interface LocalMember {
  id: string;
  name: string;
  jobTitle: string;
  mobile: string;
  status: 'ACTIVE' | 'DISABLED';
  isAdmin: boolean;
  version: number;
  /** The main one first. */
  departments: readonly string[];
}
export interface GivenPeople {
  remote: readonly RemotePerson[];
  local: readonly LocalMember[];
  links: readonly Link[];
  mapping: Mapping;
  departments: Pick<DepartmentPlan, 'places' | 'ignored'>;
  /** Departments in use here after the run; nobody is put into others. */
  open: (key: Key) => boolean;
  /** User ids that DingTalk still knows though they were in no department it showed. */
  hidden: ReadonlySet<string>;
  /** Who runs it. */
  runner: { memberId: string; isAdmin: boolean };
  roleName: string;
}

const MOST_DEPARTMENTS = 10;
const MOBILE = /^1\d{10}$/;
type Found = { member: LocalMember; former: Link | null } | { conflict: string; member: LocalMember | null } | null;

/** What a synchronisation does to people: pure, and the same for the same two lists. */
export function planPeople(given: GivenPeople): PlanRow[] {
  const world = worldOf(given);
  const matched = new Set<string>();
  const rows: PlanRow[] = [];
  for (const person of given.remote) {
    const link = world.linkOf.get(person.id) ?? null;
    const wanted = placesOf(given, person);
    if (link?.choice === 'IGNORE' || wanted === null) {
      if (link?.localId) matched.add(link.localId);
      continue;
    }
    const found = matchOf(world, person, link);
    if (found?.member) matched.add(found.member.id);
    rows.push(...rowsOf(given, person, link, wanted, found));
  }
  return [...leaversOf(given, world, matched), ...rows];
}

interface World {
  linkOf: ReadonlyMap<string, Link>;
  linkTo: ReadonlyMap<string, Link>;
  byId: ReadonlyMap<string, LocalMember>;
  byMobile: ReadonlyMap<string, LocalMember>;
  there: ReadonlySet<string>;
  /** How many people there carry the number. */
  carriers: ReadonlyMap<string, number>;
}
function worldOf({ remote, local, links }: GivenPeople): World {
  const people = links.filter((one) => one.kind === 'MEMBER');
  const carriers = new Map<string, number>();
  for (const { mobile } of remote) if (mobile) carriers.set(mobile, (carriers.get(mobile) ?? 0) + 1);
  return {
    linkOf: new Map(people.map((one) => [one.externalId, one])),
    linkTo: new Map(people.flatMap((one) => (one.localId ? [[one.localId, one] as const] : []))),
    byId: new Map(local.map((one) => [one.id, one])),
    byMobile: new Map(local.map((one) => [one.mobile, one])),
    there: new Set(remote.map((one) => one.id)),
    carriers,
  };
}

/** The person's departments here; null: only in departments that are not synchronised. */
function placesOf({ departments: { places, ignored } }: GivenPeople, person: RemotePerson): Key[] | null {
  const known = person.departmentIds.filter((id) => places.has(id));
  if (known.length === 0 && person.departmentIds.some((id) => ignored.has(id))) return null;
  return [...new Set(known.flatMap((id) => places.get(id) || []))].slice(0, MOST_DEPARTMENTS);
}

/** By user id, else by mobile number; a number alone does not decide between two people. */
function matchOf({ linkTo, byId, byMobile, there, carriers }: World, person: RemotePerson, link: Link | null): Found {
  const linked = link?.localId ? byId.get(link.localId) : undefined;
  if (linked) return { member: linked, former: null };
  const refused = (conflict: string, member: LocalMember | null = null) => ({ conflict, member });
  if (!keptName(person.name)) return refused('钉钉中的姓名为空');
  if (!MOBILE.test(person.mobile)) return refused('钉钉没有给出大陆手机号，请为应用开通“成员手机号信息”权限，或手工指定对应的账号');
  if ((carriers.get(person.mobile) ?? 0) > 1) return refused('钉钉中有多人使用同一手机号，请手工指定对应的账号');
  const member = byMobile.get(person.mobile);
  if (!member) return null;
  const other = linkTo.get(member.id);
  if (other && there.has(other.externalId)) return refused(`手机号属于账号“${member.name}”，该账号已对应钉钉中的另一人`);
  if (keptName(member.name) !== keptName(person.name)) return refused(`手机号与账号“${member.name}”相同但姓名不同，请确认是否同一人`, member);
  if (member.status === 'DISABLED' && !other) return refused(`账号“${member.name}”在本系统已停用，请确认是否重新启用`, member);
  return { member, former: other ?? null };
}

function rowsOf(given: GivenPeople, person: RemotePerson, link: Link | null, wanted: readonly Key[], found: Found): PlanRow[] {
  const row = { kind: 'MEMBER' as const, externalId: person.id, name: keptName(person.name) || person.id, mobile: person.mobile };
  if (found && 'conflict' in found)
    return [{ ...row, action: 'CONFLICT', localId: found.member?.id ?? null, detail: '', reason: found.conflict, payload: null }];
  const jobTitle = keptName(person.jobTitle);
  const remote = { name: keptName(person.name), jobTitle, departments: wanted };
  if (!found) {
    const role = given.roleName ? `角色：${given.roleName}` : '不分配角色';
    return [
      {
        ...row,
        action: 'CREATE',
        localId: null,
        detail: [jobTitle, role].filter(Boolean).join('；'),
        reason: '钉钉中的新成员',
        payload: { version: null, ...remote, basis: remote },
      },
    ];
  }
  const { member, former } = found;
  const own = link?.localId === member.id ? link : former;
  const { payload, detail } = changesOf(given, member, own, remote);
  if (former) payload.formerId = former.externalId;
  const changed = { ...row, localId: member.id, detail, payload };
  const returns = member.status === 'DISABLED' && (former !== null || own?.present === false);
  if (member.isAdmin && !given.runner.isAdmin && (detail || returns))
    return [{ ...changed, action: 'CONFLICT', reason: `“${member.name}”是管理员，只能由管理员同步`, payload: null }];
  // Somebody closed the account here though the person is still there: that stays.
  if (member.status === 'DISABLED' && !returns) return [];
  if (returns) return [{ ...changed, action: 'ENABLE', reason: '离职后重新入职' }];
  if (detail) return [{ ...changed, action: 'UPDATE', reason: own ? '钉钉中的资料有变化' : '按手机号对应，并带入资料' }];
  if (!own || former)
    return [{ ...changed, action: 'LINK', detail: `对应账号“${member.name}”`, reason: former ? '钉钉中的用户编号已更换' : '手机号与姓名相同' }];
  const { basis } = payload;
  const marked =
    own.present &&
    own.basis.name === basis.name &&
    own.basis.jobTitle === basis.jobTitle &&
    sameSet(own.basis.departmentIds ?? [], basis.departments ?? []) &&
    own.basis.departmentIds;
  return marked ? [] : [{ ...changed, action: 'MARK', reason: '记下钉钉中的现状，本系统无变化' }];
}

/** The fields as they become: edits made here stay, by the mapping. */
function changesOf(
  { mapping, open }: GivenPeople,
  member: LocalMember,
  link: Link | null,
  remote: { name: string; jobTitle: string; departments: readonly Key[] },
) {
  const old = link?.basis;
  const name = remote.name ? decided(mapping.memberName, member.name, old?.name, remote.name, false) : member.name;
  const jobTitle = decided(mapping.jobTitle, member.jobTitle, old?.jobTitle, remote.jobTitle, member.jobTitle === '');
  const departments = merged(mapping.memberDepartments, member.departments, old?.departmentIds, remote.departments).filter(open).slice(0, MOST_DEPARTMENTS);
  const basis = {
    ...(name === remote.name ? { name } : old?.name === undefined ? {} : { name: old.name }),
    ...(jobTitle === remote.jobTitle ? { jobTitle } : old?.jobTitle === undefined ? {} : { jobTitle: old.jobTitle }),
    departments: remote.departments,
  };
  const payload: MemberPayload = { version: member.version, name, jobTitle, departments, basis };
  const words = [
    ...(name === member.name ? [] : [`姓名：${member.name} → ${name}`]),
    ...(jobTitle === member.jobTitle ? [] : [`职务：${member.jobTitle || '无'} → ${jobTitle || '无'}`]),
    ...(sameSet(departments, member.departments) ? [] : ['所在部门有变化']),
  ];
  return { payload, detail: words.join('；') };
}

/** Those DingTalk no longer has: never the last administrator, never who runs this. */
function leaversOf({ links, local, hidden, runner }: GivenPeople, { byId, there }: World, matched: ReadonlySet<string>): PlanRow[] {
  let admins = local.filter((one) => one.isAdmin && one.status === 'ACTIVE').length;
  return links.flatMap((link): PlanRow[] => {
    const member = link.kind === 'MEMBER' && link.localId ? byId.get(link.localId) : undefined;
    if (!member || link.choice === 'IGNORE' || !link.present || there.has(link.externalId) || matched.has(member.id)) return [];
    const row = { kind: 'MEMBER' as const, externalId: link.externalId, localId: member.id, name: member.name, mobile: member.mobile, detail: '' };
    const payload: MemberPayload = { version: member.version, name: member.name, jobTitle: member.jobTitle, departments: member.departments, basis: {} };
    const conflict = (reason: string): PlanRow[] => [{ ...row, action: 'CONFLICT', reason, payload: null }];
    if (hidden.has(link.externalId)) return conflict('钉钉中仍有此人，但不在应用的可见范围内，请调整应用的可见范围，或设为不同步');
    if (member.status === 'DISABLED') return [{ ...row, action: 'MARK', reason: '钉钉中已没有此人，账号早已停用', payload }];
    if (member.id === runner.memberId) return conflict('钉钉中已没有此人，但本次同步以其身份执行，不能停用自己');
    if (member.isAdmin && !runner.isAdmin) return conflict('钉钉中已没有此人，但其为管理员，只能由管理员停用');
    if (member.isAdmin && admins <= 1) return conflict('钉钉中已没有此人，但其为企业唯一的管理员，不能停用');
    if (member.isAdmin) admins -= 1;
    return [{ ...row, action: 'DISABLE', reason: '钉钉中已没有此人', payload }];
  });
}
