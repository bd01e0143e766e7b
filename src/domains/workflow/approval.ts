import type { ApprovalTask } from './approval.schema';

/** What is decided: 退回 gives the document back to be changed, 驳回 ends it. */
export type Decision = 'PASS' | 'REJECT' | 'RETURN';
/** Everything that is written down about how a document came to be decided. */
export type ApprovalAction = Decision | 'WITHDRAW' | 'TRANSFER' | 'ADD_BEFORE' | 'ANSWER' | 'TAKE_BACK';

/** 转交 gives the decision on a document to a colleague; 加签 asks a colleague for an opinion before it is passed. */
export const taskKinds = { TRANSFER: '转交', OPINION: '加签' } as const;
export const answers = { AGREE: '同意', DISAGREE: '不同意' } as const;

type Stands = Pick<ApprovalTask, 'kind' | 'name' | 'active' | 'answer' | 'reply' | 'ended'>;

/** Who has the decision, when it was handed over. */
export const holderOf = <T extends Stands>(tasks: readonly T[]): T | undefined => tasks.find((task) => task.kind === 'TRANSFER' && !task.ended);
export const isWaiting = (task: Stands): boolean => !task.ended && !task.answer;

/** Why the document cannot be passed yet, or nothing. */
export function blockedBy(tasks: readonly Stands[]): string {
  const asked = tasks.filter((task) => task.kind === 'OPINION' && !task.ended);
  return [
    ...asked.filter((task) => !task.answer).map((task) => `“${task.name}”${task.active ? '' : '（账号已停用）'}尚未答复加签`),
    ...asked.filter((task) => task.answer === 'DISAGREE').map((task) => `“${task.name}”不同意：${task.reply}`),
  ].join('；');
}

const transferStates = { DECIDED: '已办结', TAKEN_BACK: '已收回', PASSED_ON: '已再转交', ASKED_AGAIN: '' } as const;
const opinionEnds = { DECIDED: '', TAKEN_BACK: '已撤回', PASSED_ON: '', ASKED_AGAIN: '已重新加签' } as const;

/** What became of it, in a word or two. */
export function stateOf(task: Stands): { text: string; tone: 'neutral' | 'ok' | 'danger' | 'info' } {
  if (task.kind === 'TRANSFER') return task.ended ? { text: transferStates[task.ended], tone: 'neutral' } : { text: '审核中', tone: 'info' };
  if (!task.answer) return task.ended ? { text: opinionEnds[task.ended] || '未答复', tone: 'neutral' } : { text: '待答复', tone: 'info' };
  const end = task.ended && opinionEnds[task.ended];
  return { text: `${answers[task.answer]}${end ? `（${end}）` : ''}`, tone: end ? 'neutral' : task.answer === 'AGREE' ? 'ok' : 'danger' };
}

/** Time between two moments as people say it. */
export function spent(from: string | Date, to: string | Date): string {
  const minutes = Math.floor((new Date(to).getTime() - new Date(from).getTime()) / 60_000);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return `${days}天${hours ? `${hours}小时` : ''}`;
  if (hours > 0) return `${hours}小时${rest ? `${rest}分钟` : ''}`;
  return rest > 0 ? `${rest}分钟` : '不到1分钟';
}
