import { refuseField } from '~/shared/refusal';
import { approvalOfKey, definedApprovals } from './approvalKind.server';
import type { FormField } from './process';

export interface Business {
  key: string;
  title: string;
  fields: readonly FormField[];
}
/** The kinds of business that run by a process, and what their documents say. */
export const businesses = (): Business[] =>
  definedApprovals()
    .flatMap(({ key, title, form }) => (key ? [{ key, title, fields: form?.fields ?? [] }] : []))
    .sort((a, b) => a.title.localeCompare(b.title, 'zh-CN'));

/** Of a process that is kept; a business that is gone keeps its processes readable. */
export function businessOf(key: string): Business {
  const approval = approvalOfKey(key);
  return { key, title: approval?.title ?? key, fields: approval?.form?.fields ?? [] };
}

export const mustBeBusiness = (key: string): Business => (approvalOfKey(key) ? businessOf(key) : refuseField('key', '没有这种业务的审批，请重新选择适用业务'));
