import { href } from '~/portal/href';
import { DONE_PAGE, TODO_PAGE } from '~/portal/processPages';

/** What became of one task. WAITING has not come to its turn; COPIED and READ are for whoever is only told. */
export type TaskState =
  | 'WAITING'
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'RETURNED'
  | 'TRANSFERRED'
  | 'DELEGATED'
  | 'CANCELLED'
  | 'SKIPPED'
  | 'AUTO'
  | 'COPIED'
  | 'READ';
export const taskStates: Record<TaskState, string> = {
  WAITING: '未轮到',
  PENDING: '待处理',
  APPROVED: '同意',
  REJECTED: '驳回',
  RETURNED: '退回',
  TRANSFERRED: '已转办',
  DELEGATED: '已委派',
  CANCELLED: '已取消',
  SKIPPED: '已跳过',
  AUTO: '自动处理',
  COPIED: '未读',
  READ: '已读',
};
export type TaskResult = 'APPROVED' | 'REJECTED' | 'RETURNED' | 'TRANSFERRED' | 'DELEGATED';
export const taskResults: Record<TaskResult, string> = {
  APPROVED: taskStates.APPROVED,
  REJECTED: taskStates.REJECTED,
  RETURNED: taskStates.RETURNED,
  TRANSFERRED: taskStates.TRANSFERRED,
  DELEGATED: taskStates.DELEGATED,
};

export type InstanceState = 'RUNNING' | 'PASSED' | 'REJECTED' | 'RETURNED' | 'WITHDRAWN' | 'TERMINATED';
export const instanceStates: Record<InstanceState, string> = {
  RUNNING: '审批中',
  PASSED: '已通过',
  REJECTED: '已驳回',
  RETURNED: '待修改',
  WITHDRAWN: '已撤回',
  TERMINATED: '已终止',
};
export const instanceTones: Record<InstanceState, 'info' | 'ok' | 'danger' | 'warn' | 'neutral'> = {
  RUNNING: 'info',
  PASSED: 'ok',
  REJECTED: 'danger',
  RETURNED: 'warn',
  WITHDRAWN: 'neutral',
  TERMINATED: 'neutral',
};

/** Where a task is worked on, and where what was done with it is read. */
export const taskHref = (id: string): string => href(`${TODO_PAGE}/handle`, { id });
export const instanceHref = (id: string): string => href(`${DONE_PAGE}/detail`, { id });
