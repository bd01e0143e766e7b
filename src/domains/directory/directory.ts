/** Departments and people as DingTalk says they are, and what a synchronisation does about them here. */

import { stateTable } from '~/shared/states';

/** DingTalk's root department; smaller ids are not the company's own (−1 unassigned, −7 家校通讯录 …). */
export const ROOT = '1';

export interface RemoteDepartment {
  id: string;
  /** The department it was found below. */
  parentId: string;
  name: string;
}
export interface RemotePerson {
  id: string;
  name: string;
  /** Mainland number of 11 digits, or '' where there is none. */
  mobile: string;
  jobTitle: string;
  departmentIds: readonly string[];
}
/** Parents come before their children, and nobody twice. */
export interface Remote {
  departments: readonly RemoteDepartment[];
  people: readonly RemotePerson[];
  notes: readonly string[];
}

export const linkKinds = { DEPARTMENT: '部门', MEMBER: '人员' } as const;
export type LinkKind = keyof typeof linkKinds;

export const actions = { CREATE: '新增', LINK: '关联', UPDATE: '更新', ENABLE: '重新启用', DISABLE: '停用', MARK: '登记', CONFLICT: '冲突' } as const;
export type Action = keyof typeof actions;

export const rowStates = { PENDING: '待执行', DONE: '完成', SKIPPED: '已跳过', FAILED: '失败', WAITING: '待处理' } as const;
export type RowState = keyof typeof rowStates;

export const runStates = {
  READING: '读取中',
  PREVIEW: '待确认',
  CHECKING: '核对中',
  APPLYING: '执行中',
  DONE: '完成',
  PARTIAL: '部分完成',
  FAILED: '失败',
  DROPPED: '已放弃',
} as const;
export type RunState = keyof typeof runStates;
export const runFlow = stateTable<RunState>(runStates, {
  READING: ['PREVIEW', 'APPLYING', 'DONE', 'FAILED'],
  PREVIEW: ['CHECKING', 'DROPPED'],
  CHECKING: ['PREVIEW', 'APPLYING', 'DONE', 'FAILED'],
  APPLYING: ['DONE', 'PARTIAL', 'FAILED'],
  DONE: [],
  PARTIAL: [],
  FAILED: [],
  DROPPED: [],
});
export const isUnderWay = (state: RunState): boolean => state === 'READING' || state === 'CHECKING' || state === 'APPLYING';
export const runModes = { MANUAL: '手动', NIGHTLY: '每晚自动' } as const;
export type RunMode = keyof typeof runModes;

/** What becomes of a field people may edit here too. */
export const policies = { UNLESS_EDITED: '跟随钉钉，本地改过的保留', ALWAYS: '始终以钉钉为准', ONCE: '仅首次带入，之后以本地为准' } as const;
export type Policy = keyof typeof policies;
export const mappedFields = {
  departmentName: '部门名称',
  departmentParent: '上级部门',
  memberName: '姓名',
  jobTitle: '职务',
  memberDepartments: '所在部门',
} as const;
export type MappedField = keyof typeof mappedFields;
export type Mapping = Record<MappedField, Policy>;
export const mappedKeys = Object.keys(mappedFields) as MappedField[];
export const usualMapping = Object.fromEntries(mappedKeys.map((key) => [key, 'UNLESS_EDITED'])) as Mapping;

export const handOvers = { LEADER: '交接给部门负责人', PERSON: '交接给指定人员', NONE: '不交接，保留在离职人员名下' } as const;
export type HandOverRule = keyof typeof handOvers;

export const choices = { AUTO: '自动', LINK: '手工指定', IGNORE: '不同步' } as const;
export type Choice = keyof typeof choices;

/** One link as it was at the last run. */
export interface Link {
  kind: LinkKind;
  externalId: string;
  localId: string | null;
  choice: Choice;
  present: boolean;
  basis: Basis;
}
/** What DingTalk said when it was last taken over; ids are this system's. */
export interface Basis {
  name?: string;
  parentId?: string | null;
  jobTitle?: string;
  departmentIds?: readonly string[];
}

/** One line of a preview. */
export interface PlanRow {
  kind: LinkKind;
  action: Action;
  externalId: string;
  localId: string | null;
  name: string;
  /** Whole; sealed or masked before it is kept. */
  mobile: string;
  /** What becomes different, in words. */
  detail: string;
  reason: string;
  payload: DepartmentPayload | MemberPayload | null;
}
/** A department here: an id, or `new:` and DingTalk's id until it has one; null: the top. */
export type Key = string;
export const newKey = (externalId: string): Key => `new:${externalId}`;
export const externalOfKey = (key: Key): string | null => (key.startsWith('new:') ? key.slice(4) : null);

export interface DepartmentPayload {
  version: number | null;
  name: string;
  parent: Key | null;
  basis: { name?: string; parent?: Key | null };
}
export interface MemberPayload {
  version: number | null;
  name: string;
  jobTitle: string;
  departments: readonly Key[];
  basis: { name?: string; jobTitle?: string; departments?: readonly Key[] };
  /** The user id DingTalk knew the person by before. */
  formerId?: string;
}

const MOST_LETTERS = 30;
/** As names are kept here: one line of at most 30 characters. */
export const keptName = (name: string): string => [...name.replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, MOST_LETTERS).join('').trim();

/** What a field becomes here: `basis` is what was last taken over; a field that differs from it was edited here. */
export function decided<T>(policy: Policy, local: T, basis: T | undefined, remote: T, blank: boolean): T {
  if (policy === 'ALWAYS') return remote;
  if (policy === 'ONCE') return local;
  if (basis === undefined) return blank ? remote : local;
  return local === basis ? remote : local;
}

/** What stays of a set people edited when DingTalk's moved from `basis` to `remote`: its moves, over their edits. */
export function merged(policy: Policy, local: readonly Key[], basis: readonly Key[] | undefined, remote: readonly Key[]): Key[] {
  if (policy === 'ALWAYS') return inOrder(local, remote);
  if (policy === 'ONCE') return [...local];
  if (!basis) return local.length ? [...local] : [...remote];
  const kept = local.filter((key) => !basis.includes(key) || remote.includes(key));
  return [...kept, ...remote.filter((key) => !basis.includes(key) && !kept.includes(key))];
}
/** The first here stays the main one while it is there at all. */
const inOrder = (local: readonly Key[], wanted: readonly Key[]): Key[] => [
  ...local.filter((key) => wanted.includes(key)),
  ...wanted.filter((key) => !local.includes(key)),
];

export const sameSet = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));
