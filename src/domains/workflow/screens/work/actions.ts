import type { TaskInfo } from '../../task.schema';

/** How an action is offered: its words, what is asked in its dialog, and what the person reads afterwards. */
export interface Offer {
  label: string;
  /** Shown in the bar itself; the others are under 更多. */
  bar?: boolean;
  tone?: 'primary' | 'danger';
  /** Words that must be given, with their name. */
  words: string;
  /** The words may be left out. */
  optional?: boolean;
  people?: string;
  many?: boolean;
  hint?: string;
  /** Signed and with files, as a decision is. */
  decides?: boolean;
}

export const offers: Readonly<Record<string, Offer>> = {
  PASS: { label: '同意', bar: true, tone: 'primary', words: '审批意见', optional: true, decides: true },
  REJECT: { label: '驳回', bar: true, tone: 'danger', words: '驳回原因', decides: true },
  RETURN: { label: '退回', bar: true, words: '退回原因', decides: true, hint: '退回后由对方修改或重新处理，再回到流程' },
  ANSWER: { label: '答复', bar: true, tone: 'primary', words: '答复意见', optional: true, decides: true },
  TRANSFER: { label: '转办', words: '转办说明', optional: true, people: '转给', hint: '转办后由对方处理，您不再处理这个任务' },
  DELEGATE: { label: '委派', words: '委派说明', optional: true, people: '委派给', hint: '对方给出意见后任务回到您这里，由您决定' },
  ADD_BEFORE: { label: '前加签', words: '加签说明', people: '请谁先审', many: true, hint: '对方都同意后才轮到您' },
  ADD_AFTER: { label: '后加签', words: '加签说明', people: '再请谁审', many: true, hint: '您同意后还须对方同意' },
  REMOVE_SIGN: { label: '减签', words: '减签说明', optional: true, people: '不再需要谁', many: true },
  COPY: { label: '抄送', words: '抄送说明', optional: true, people: '抄送给', many: true },
  URGE: { label: '催办', words: '催办说明', optional: true },
  COMMENT: { label: '评论', words: '评论' },
  RECALL: { label: '收回审批', words: '收回原因', optional: true, hint: '下一节点尚未处理时可以收回，任务回到您这里' },
  TAKE_BACK: { label: '收回转办', words: '收回说明', optional: true },
  WITHDRAW: { label: '撤回申请', tone: 'danger', words: '撤回原因', optional: true },
  TERMINATE: { label: '终止流程', tone: 'danger', words: '终止原因' },
};

export type Allowed = TaskInfo['allowed'][number];
export const offerOf = (action: string): Offer | undefined => (Object.hasOwn(offers, action) ? offers[action] : undefined);
/** Those the product knows, in the order above. */
export const offered = (allowed: readonly Allowed[]): Allowed[] => Object.keys(offers).flatMap((action) => allowed.find((one) => one.action === action) ?? []);
