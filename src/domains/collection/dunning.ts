import { filled, reminderWords, type Words } from './case';

/** Reminders by hand: whom somebody picks, in words of their choosing. */

/** A promise and today's day belong to steps of a strategy. */
export const dunningWords = reminderWords.filter((word) => word !== '承诺日' && word !== '今天');
/** The first word in braces that means nothing; undefined when all are known. */
export const unknownDunningWord = (body: string): string | undefined =>
  [...body.matchAll(/\{([^{}]*)\}/g)].map((found) => found[1] ?? '').find((word) => !dunningWords.includes(word));

/** What a reminder says of a customer's account; sums as people read them. */
export interface Owed {
  customerName: string;
  factoryName: string;
  open: string;
  overdue: string;
  overdueDays: number;
  receivables: number;
  firstDue: string;
}
export const wordingFor = (body: string, one: Owed): string => {
  const words: Words = {
    customer: one.customerName,
    factory: one.factoryName,
    open: one.open,
    overdue: one.overdue,
    days: String(one.overdueDays),
    count: String(one.receivables),
    firstDue: one.firstDue,
    promised: '',
    today: '',
  };
  return filled(body, words);
};

/** How a customer was reminded. */
export const dunningWays = { MESSAGE: '站内消息', SMS: '短信', COPY: '复制话术', PHONE: '电话', INVITE: '邀请开通账号' } as const;
export type DunningWay = keyof typeof dunningWays;

/** Wordings every factory has; its own stand beside them. */
export const builtInTemplates = [
  {
    name: '到期提醒',
    body: '{客户}：贵司在{厂家}有{逾期笔数}笔货款已到期，逾期金额{逾期金额}元，最早到期日{最早到期日}。请核对后安排付款，如已付款请忽略本提醒。',
  },
  {
    name: '逾期催款',
    body: '{客户}：贵司应付{厂家}货款共{应收金额}元，其中{逾期金额}元已逾期，最长逾期{逾期天数}天。请于3个工作日内付款，以免影响后续发货；如有异议请联系您的业务员。',
  },
  {
    name: '严重逾期通知',
    body: '{客户}：贵司应付{厂家}货款{逾期金额}元已逾期{逾期天数}天（最早到期日{最早到期日}），多次提醒未收到付款。请立即安排付款，否则将按合同约定暂停发货并收取逾期费用。',
  },
] as const;
