import { z } from 'zod';
import { FilterId, Id, Instant, OptionalId, RangeEnd, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { PageQuery } from '~/shared/page.schema';
import { dunningWords, unknownDunningWord } from './dunning';

const Body = Text(500, '内容').refine((body) => unknownDunningWord(body) === undefined, {
  error: (issue) => `“{${unknownDunningWord(String(issue.input))}}”无法识别，可用的有${dunningWords.map((word) => `{${word}}`).join('')}`,
});

export const DunningTemplate = z.object({ id: z.string(), name: z.string(), body: z.string(), version: z.number(), builtIn: z.boolean() });
export const DunningTemplates = z.object({ templates: z.array(DunningTemplate) });
export const TemplateForm = z.object({ id: OptionalId, version: RowVersion.optional(), name: Text(20, '名称'), body: Body });
export type TemplateForm = z.output<typeof TemplateForm>;
export const TemplateRef = z.object({ id: Id });

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
  customerId: FilterId,
  sentStart: RangeEnd.optional(),
  sentEnd: RangeEnd.optional(),
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
  /** Null: before there were cases. */
  caseId: Id.nullable(),
  actor: z.string(),
  createdAt: Instant,
});
