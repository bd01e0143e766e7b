import type { ProcessTree } from './process';
import { oneStep } from './processTree';

/** Processes as they are kept: each for one kind of business, at most one of them in use for it. */

export type ProcessState = 'ENABLED' | 'DISABLED';
export const processStates: Record<ProcessState, string> = { ENABLED: '启用', DISABLED: '停用' };
export type VersionState = 'DRAFT' | 'PUBLISHED' | 'RETIRED';
export const versionStates: Record<VersionState, string> = { DRAFT: '草稿', PUBLISHED: '当前版本', RETIRED: '历史版本' };

export const MOST_PROCESSES = 200;
export const MOST_GROUPS = 200;

/** What a new process begins with. */
export const firstTree = (): ProcessTree => oneStep('approve', '审批');
