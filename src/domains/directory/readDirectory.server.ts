import { vendorCodeOf } from '~/server/outgoing/vendorToken.server';
import { type Ask, incomplete } from './dingtalk.server';
import { type Remote, type RemoteDepartment, type RemotePerson, ROOT } from './directory';

/** DingTalk gives at most 100 people at once; half of that stays far below the most an answer may weigh. */
const PAGE = 50;
const DEEPEST = 30;
/** 60121: no such user; 33012: the id is none; 50002, 60011: not in what the application may see. */
const GONE = new Set([60121, 33012]);
const UNSEEN = new Set([50002, 50004, 60011]);

type Plain = Record<string, unknown>;

/** The whole directory the application may see, or an error: departments level by level, people page by page. */
export async function readDirectory(ask: Ask): Promise<Remote> {
  const notes: string[] = [];
  const departments = await readDepartments(ask, notes);
  const people = new Map<string, RemotePerson>();
  for (const id of [ROOT, ...departments.map((one) => one.id)])
    for (const person of await peopleOf(ask, id)) {
      const known = people.get(person.id);
      people.set(person.id, known ? { ...known, departmentIds: [...new Set([...known.departmentIds, ...person.departmentIds])] } : person);
    }
  return { departments, people: await completed(ask, [...people.values()]), notes };
}

async function readDepartments(ask: Ask, notes: string[]): Promise<RemoteDepartment[]> {
  const found = new Map<string, RemoteDepartment>();
  const skipped = new Set<string>();
  let level = [ROOT];
  for (let depth = 0; level.length && depth < DEEPEST; depth++) {
    const next: string[] = [];
    for (const parentId of level)
      for (const one of listOf(await ask('/topapi/v2/department/listsub', { dept_id: Number(parentId) }, isList))) {
        const id = idOf(one['dept_id']);
        const name = typeof one['name'] === 'string' ? one['name'] : '';
        if (Number(id) < 1) skipped.add(`已跳过钉钉的特殊部门“${name || id}”（${id}）`);
        else if (id === ROOT || found.has(id)) skipped.add(`部门“${name}”（${id}）在钉钉中出现在多个上级下，按先出现的为准`);
        else {
          found.set(id, { id, parentId, name });
          next.push(id);
        }
      }
    level = next;
  }
  notes.push(...skipped);
  return [...found.values()];
}

async function peopleOf(ask: Ask, departmentId: string): Promise<RemotePerson[]> {
  const people: RemotePerson[] = [];
  const body = { dept_id: Number(departmentId), size: PAGE, contain_access_limit: true };
  for (let cursor = 0; ; ) {
    const page = await ask('/topapi/v2/user/list', { ...body, cursor }, (one) => isList(one) && isPage(one, cursor));
    people.push(...listOf(page).map((one) => personOf(one, departmentId)));
    if (!page['has_more']) return people;
    cursor = Number(page['next_cursor']);
  }
}

/** A page says whether it is the last, and a cursor that stands still would go round for ever. */
const isPage = ({ has_more, next_cursor }: Plain, cursor: number): boolean =>
  has_more === false || (has_more === true && Number.isSafeInteger(next_cursor) && Number(next_cursor) > cursor);

/** A list may leave the number out; the person's own page says it where the application may see it. */
async function completed(ask: Ask, people: readonly RemotePerson[]): Promise<RemotePerson[]> {
  const whole: RemotePerson[] = [];
  // Where the first few say nothing, the application has no leave to see numbers at all.
  let silent = 0;
  for (const person of people) {
    const more = person.mobile || silent >= 3 ? null : await seenAt(ask, person.id);
    if (more && !more.mobile) silent += 1;
    whole.push(more?.mobile ? { ...person, mobile: more.mobile } : person);
  }
  return whole;
}

const seenAt = (ask: Ask, userid: string): Promise<RemotePerson | null> =>
  personAt(ask, userid).catch((error: unknown) => {
    if (UNSEEN.has(vendorCodeOf(error) ?? 0)) return null;
    throw error;
  });

async function personAt(ask: Ask, userid: string): Promise<RemotePerson | null> {
  try {
    return personOf(await ask('/topapi/v2/user/get', { userid }), ROOT);
  } catch (error) {
    if (GONE.has(vendorCodeOf(error) ?? 0)) return null;
    throw error;
  }
}

/** Of people no list named: those who are still in the company, only out of the application's sight. */
export async function stillThere(ask: Ask, userIds: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (const userid of userIds) {
    try {
      if (await personAt(ask, userid)) there.add(userid);
    } catch (error) {
      if (!UNSEEN.has(vendorCodeOf(error) ?? 0)) throw error;
      there.add(userid);
    }
  }
  return there;
}

/** What a first look shows: how far the application sees. */
export async function tryDirectory(ask: Ask): Promise<{ departments: number; people: number; mobile: boolean }> {
  const departments = listOf(await ask('/topapi/v2/department/listsub', { dept_id: Number(ROOT) })).filter((one) => Number(one['dept_id']) >= 1);
  for (const id of [ROOT, ...departments.map((one) => idOf(one['dept_id']))].slice(0, 10)) {
    const people = listOf(await ask('/topapi/v2/user/list', { dept_id: Number(id), size: 10, cursor: 0 })).map((one) => personOf(one, id));
    const [first] = people;
    if (first) return { departments: departments.length, people: people.length, mobile: Boolean(first.mobile || (await personAt(ask, first.id))?.mobile) };
  }
  return { departments: departments.length, people: 0, mobile: false };
}

function personOf(one: Plain, departmentId: string): RemotePerson {
  const id = one['userid'];
  if (typeof id !== 'string' || !id) throw incomplete();
  const text = (key: string): string => (typeof one[key] === 'string' ? (one[key] as string).trim() : '');
  const listed = Array.isArray(one['dept_id_list']) ? one['dept_id_list'].map(idOf) : [departmentId];
  const mainland = !text('state_code') || text('state_code') === '86';
  return {
    id,
    name: text('name'),
    mobile: mainland ? text('mobile').replace(/^(\+?86)?-?(?=1\d{10}$)/, '') : '',
    jobTitle: text('title'),
    departmentIds: listed.filter((each) => Number(each) >= 1),
  };
}

function listOf(page: Plain): Plain[] {
  if (!isList(page)) throw incomplete();
  return page['list'] as Plain[];
}
const isList = ({ list }: Plain): boolean => Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null);

function idOf(value: unknown): string {
  if (typeof value !== 'number' && typeof value !== 'string') throw incomplete();
  if (!/^-?\d{1,18}$/.test(String(value))) throw incomplete();
  return String(value);
}
