import { type Action, actions } from '../directory';

export const BASE = '/portal/openPlatform/dingtalk';
export const runTones = {
  READING: 'info',
  PREVIEW: 'warn',
  CHECKING: 'info',
  APPLYING: 'info',
  DONE: 'ok',
  PARTIAL: 'warn',
  FAILED: 'danger',
  DROPPED: 'neutral',
} as const;

/** 新增3、更新1. */
export const countsOf = (counts: Readonly<Record<string, number>>): string =>
  (Object.keys(actions) as Action[])
    .filter((action) => counts[action])
    .map((action) => `${actions[action]}${counts[action]}`)
    .join('、');
