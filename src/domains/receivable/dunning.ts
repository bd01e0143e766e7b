import { z } from 'zod';
import { Id, Instant, RangeEnd, RowVersion, Text, Yuan } from '~/shared/fields';
import { displayYuan } from '~/shared/money';
import { PageQuery } from '~/shared/page';

/** What a reminder says of a customer's account. */
export interface Overdue {
  customerName: string;
  factoryName: string;
  open: bigint;
  overdue: bigint;
  overdueDays: number;
  receivables: number;
  firstDue: string;
}

/** What stands between braces in a wording, and how it reads. */
const words: Record<string, (one: Overdue) => string> = {
  客户: (one) => one.customerName,
  厂家: (one) => one.factoryName,
  应收金额: (one) => displayYuan(one.open),
  逾期金额: (one) => displayYuan(one.overdue),
  逾期天数: (one) => String(one.overdueDays),
  逾期笔数: (one) => String(one.receivables),
  最早到期日: (one) => one.firstDue,
};
export const dunningWords = Object.keys(words);

/** The first word in braces that means nothing; undefined when all are known. */
export const unknownWord = (body: string): string | undefined =>
  [...body.matchAll(/\{([^{}]*)\}/g)].map((found) => found[1] ?? '').find((word) => !Object.hasOwn(words, word));

export const wordingFor = (body: string, one: Overdue): string => body.replace(/\{([^{}]*)\}/g, (braced, word: string) => words[word]?.(one) ?? braced);

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

const Body = Text(500, '内容').refine((body) => unknownWord(body) === undefined, {
  error: (issue) => `“{${unknownWord(String(issue.input))}}”无法识别，可用的有${dunningWords.map((word) => `{${word}}`).join('')}`,
});

export const DunningTemplate = z.object({ id: z.string(), name: z.string(), body: z.string(), version: z.number(), builtIn: z.boolean() });
export const DunningTemplates = z.object({ templates: z.array(DunningTemplate) });
export const TemplateForm = z.object({ id: z.union([Id, z.literal('')]), version: RowVersion.optional(), name: Text(20, '名称'), body: Body });
export type TemplateForm = z.output<typeof TemplateForm>;
export const TemplateRef = z.object({ id: Id });

/** How a customer was reminded. */
export const dunningWays = { MESSAGE: '站内消息', SMS: '短信', COPY: '复制话术', PHONE: '电话', INVITE: '邀请开通账号' } as const;
export type DunningWay = keyof typeof dunningWays;

const Customers = z
  .array(Id)
  .min(1, '请先选择客户')
  .max(100, '一次最多催款100家客户')
  .transform((ids) => [...new Set(ids)]);
export const DunningPreviewInput = z.object({ customerIds: Customers });
export const DunningPreview = z.object({
  customers: z.array(
    z.object({
      customerId: Id,
      customerName: z.string(),
      open: Yuan,
      overdue: Yuan,
      overdueDays: z.number(),
      receivables: z.number(),
      firstDue: z.string(),
      /** How many people of the customer read it; 0: nobody has an account. */
      readers: z.number(),
      /** Of the contact a text message would go to; empty when no contact has one. */
      mobile: z.string(),
      lastAt: Instant.nullable(),
    }),
  ),
  factoryName: z.string(),
  smsReady: z.boolean(),
});
export const DunningInput = z.object({ customerIds: Customers, templateName: Text(20, '模板名称'), body: Body, confirm: z.boolean().default(false) });
export type DunningInput = z.output<typeof DunningInput>;
export const DunningResult = z.object({
  sent: z.number(),
  skipped: z.array(z.object({ customerId: Id, customerName: z.string(), reason: z.string() })),
});

export const DunningOtherInput = z
  .object({
    customerId: Id,
    way: z.enum(['SMS', 'COPY', 'PHONE', 'INVITE'], '催款方式不正确'),
    templateName: Text(20, '模板名称'),
    body: Body,
    note: z.string().trim().max(200, '通话记录最多200个字').default(''),
    confirm: z.boolean().default(false),
  })
  .refine(({ way, note }) => way !== 'PHONE' || note !== '', { path: ['note'], error: '请填写通话记录' });
export type DunningOtherInput = z.output<typeof DunningOtherInput>;

export const DunningQuery = PageQuery.extend({
  customerId: Id.optional().catch(undefined),
  sentStart: RangeEnd.optional().catch(undefined),
  sentEnd: RangeEnd.optional().catch(undefined),
});
export const DunningRow = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  open: Yuan,
  overdue: Yuan,
  overdueDays: z.number(),
  receivables: z.number(),
  templateName: z.string(),
  way: z.string(),
  note: z.string(),
  body: z.string(),
  actor: z.string(),
  createdAt: Instant,
});
