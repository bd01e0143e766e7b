import type { ProcessTree, TaskNode } from './process';

/** Processes as they are kept: each for one kind of business, at most one of them in use for it. */

export type ProcessState = 'ENABLED' | 'DISABLED';
export const processStates: Record<ProcessState, string> = { ENABLED: '启用', DISABLED: '停用' };
export type VersionState = 'DRAFT' | 'PUBLISHED' | 'RETIRED';
export const versionStates: Record<VersionState, string> = { DRAFT: '草稿', PUBLISHED: '当前版本', RETIRED: '历史版本' };

export const MOST_PROCESSES = 200;
export const MOST_GROUPS = 200;

export const plainTask = (id: string, name: string, kind: TaskNode['kind'] = 'APPROVE'): TaskNode => ({
  kind,
  id,
  name,
  candidates: [],
  mode: { kind: 'ANY' },
  onEmpty: { kind: 'ADMIN' },
  onSelf: 'ALLOW',
  onRepeated: 'ASK',
  onDeparted: 'ADMIN',
  onReject: { kind: 'END' },
  mayReturn: true,
  mayBatch: true,
  opinionRequired: false,
  signatureRequired: false,
  fields: {},
  timeOut: null,
});

/** What a new process begins with: one step that anybody with the permission decides. */
export const firstTree = (): ProcessTree => ({
  nodes: [
    { kind: 'START', id: 'start', name: '发起' },
    { ...plainTask('approve', '审批'), candidates: [{ kind: 'PERMISSION' }] },
    { kind: 'END', id: 'end', name: '结束' },
  ],
});
