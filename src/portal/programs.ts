import type { Endpoint } from '~/shared/endpoint';
import * as may from './permissions';

/** What concerns people themselves: accounts, roles, letters with codes, security settings, their tasks and how they approve and sign, and programs. No program gets these rights. */
const ofPeopleOnly: ReadonlySet<string> = new Set([
  may.USER_MANAGE,
  may.ROLE_MANAGE,
  may.DEPARTMENT_MANAGE,
  may.REAL_AUTH_MANAGE,
  may.REAL_AUTH_REVIEW,
  may.CHORE_MANAGE,
  may.MESSAGE_MANAGE,
  may.SET_BASE,
  may.DINGTALK_SYNC,
  may.DEVELOPER,
  may.THIRD_APPLICATION,
  may.FLOW_TODO,
  may.FLOW_DONE,
  may.PROCESS_CONFIG,
  may.CONTRACT_SIGN,
  may.CONTRACT_SEAL,
  may.DATA_EXPORT_CENTER,
  may.DATA_EXPORT_APPROVE,
]);

/** Reads without a permission that programs need to fill in what they send. */
const common: ReadonlySet<string> = new Set([
  'GET /saas-boss/dictionary/options',
  'GET /saas-boss/setBase/company',
  'POST /saas-boss/salesArea/list',
  'POST /saas-ofc/org/baseConfig/detail',
  'GET /saas-boss/area/tree',
  'GET /saas-boss/country/list',
]);

/** A signed call with this path asks for a token; it needs nothing to be given. */
export const TOKEN_PATH = '/saas-boss/app/token';

export const callKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
export const isForPrograms = (code: string): boolean => !ofPeopleOnly.has(code);

/** The rights that open the call to a program; none: it is not a program's to make, unless it is common. */
export function codesForPrograms({ access }: Pick<Endpoint, 'access'>): string[] {
  return access.kind === 'factory' || access.kind === 'both' ? access.codes.filter(isForPrograms) : [];
}

/** Open to every program, given to it one by one, or never. Whatever is not said here is never. */
export function openness(endpoint: Pick<Endpoint, 'access' | 'method' | 'path'>): 'common' | 'given' | 'never' {
  if (endpoint.path === TOKEN_PATH || common.has(callKey(endpoint))) return 'common';
  return codesForPrograms(endpoint).length && !/^\/(partner\/user|saas-boss\/role)\//.test(endpoint.path) ? 'given' : 'never';
}
