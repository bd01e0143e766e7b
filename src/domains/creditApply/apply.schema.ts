import { z } from 'zod';
import { TermsInput } from '~/domains/credit/terms.schema';
import { Trace } from '~/domains/creditRule/rule.schema';
import { AttachedFile } from '~/domains/file/attachment.schema';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterChoice,
  FilterDay,
  FilterId,
  Id,
  Instant,
  OptionalId,
  OptionalText,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { applyKinds, applyStates, guarantorKinds } from './apply';

const Kind = ChoiceOf(applyKinds, '申请类型');
const Amount = Yuan.refine((fen) => fen >= 0n, '金额不能为负数');
const Day = z.union([z.literal(''), EnteredDate]).default('');

export const Guarantor = z.object({ name: Text(60, '担保人'), kind: z.enum(keysOf(guarantorKinds)), note: OptionalText(100, '说明') });
const MaterialInput = z.object({ materialId: Id, files: z.array(AttachedFile).max(20, '每项材料最多20个文件') });

/** As a draft is saved; what the kind asks for is checked when it is submitted. */
export const ApplyInput = z.object({
  id: OptionalId,
  version: z.number().int().min(0).max(1_000_000).default(0),
  kind: Kind,
  customerId: z.uuid('请选择客户'),
  creditTypeId: z.uuid('请选择授信类型'),
  /** Null: unlimited, or not asked for. */
  requested: Amount.nullable().default(null),
  unlimited: z.boolean().default(false),
  perOrderLimit: Amount.nullable().default(null),
  validFrom: Day,
  validTo: Day,
  terms: TermsInput.nullable().default(null),
  guarantors: z.array(Guarantor).max(10, '担保人最多10位').default([]),
  reason: OptionalText(500, '申请原因'),
  materials: z.array(MaterialInput).max(50).default([]),
  submit: z.boolean().default(false),
  confirm: z.boolean().default(false),
});
export type ApplyInput = z.output<typeof ApplyInput>;
export const ApplyStep = z.object({ id: Id, version: RowVersion });
export const ApplySubmit = ApplyStep.extend({ confirm: z.boolean().default(false) });
export const ApplyReason = ApplyStep.extend({ reason: OptionalText(200, '原因') });
export const GrantInput = ApplyStep.extend({ granted: Amount, reason: Text(200, '核定原因') });
export const Saved = z.object({ id: z.string(), no: z.string(), version: z.number(), status: z.string(), next: z.string() });

export const ApplyQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    customerId: FilterId,
    creditTypeId: FilterId,
    accountId: FilterId,
    kind: FilterChoice(applyKinds),
    status: FilterChoice(applyStates),
    startDate: FilterDay,
    endDate: FilterDay,
    decidedStart: FilterDay,
    decidedEnd: FilterDay,
    withTabs: z.enum(['true', 'false', '']).default(''),
  }),
  { no: [], startDate: [], endDate: [] },
);
export type ApplyQuery = z.output<typeof ApplyQuery>;

export const ApplyRow = z.object({
  id: z.string(),
  no: z.string(),
  kind: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  creditTypeId: z.string(),
  typeName: z.string(),
  accountId: z.string().nullable(),
  accountNo: z.string(),
  status: z.string(),
  requested: Yuan.nullable(),
  granted: Yuan.nullable(),
  limitBefore: Yuan.nullable(),
  suggestedLo: Yuan.nullable(),
  suggestedHi: Yuan.nullable(),
  validFrom: BizDate.nullable(),
  validTo: BizDate.nullable(),
  verdict: z.string(),
  version: z.number(),
  creator: z.string(),
  createdAt: Instant,
  submittedAt: Instant.nullable(),
  decidedAt: Instant.nullable(),
  decider: z.string(),
  mine: z.boolean(),
});
export type ApplyRow = z.input<typeof ApplyRow>;

export const MaterialAsked = z.object({
  id: z.string(),
  name: z.string(),
  required: z.boolean(),
  most: z.number(),
  note: z.string(),
  template: AttachedFile.nullable(),
});
export const ApplyDetail = ApplyRow.extend({
  perOrderLimit: Yuan.nullable(),
  unlimited: z.boolean(),
  terms: TermsInput.nullable(),
  guarantors: z.array(Guarantor),
  reason: z.string(),
  opinion: z.string(),
  granter: z.string(),
  grantReason: z.string(),
  suggestReasons: z.array(z.string()),
  rules: z.array(Trace),
  materials: z.array(z.object({ materialId: z.string(), name: z.string(), required: z.boolean(), files: z.array(AttachedFile) })),
  log: z.array(NotedEntry),
});
export type ApplyDetail = z.input<typeof ApplyDetail>;

export const SuggestInput = z.object({ customerId: z.uuid('请选择客户') });
export const Suggestion = z.object({
  suggestLimitLo: Yuan,
  suggestLimitHi: Yuan,
  reasons: z.array(z.string()),
  levelName: z.string(),
  accounts: z.array(
    z.object({
      id: z.string(),
      no: z.string(),
      creditTypeId: z.string(),
      typeName: z.string(),
      status: z.string(),
      baseLimit: Yuan.nullable(),
      limitAmount: Yuan.nullable(),
      usedAmount: Yuan,
      heldAmount: Yuan,
      availableLimit: Yuan.nullable(),
      validTo: BizDate.nullable(),
    }),
  ),
});
/** What an application of this kind and size must bring. */
export const MaterialsAsk = z.object({ kind: Kind, customerId: z.uuid('请选择客户'), creditTypeId: OptionalId, requested: Amount.nullable().default(null) });
export const MaterialsAnswer = z.object({ materials: z.array(MaterialAsked) });
export const ApplyOptions = z.object({
  types: z.array(z.object({ id: z.string(), name: z.string(), perOrderLimit: Yuan.nullable(), terms: z.record(z.string(), z.unknown()) })),
  levels: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const MaterialForm = z
  .object({
    id: OptionalId,
    version: z.number().int().min(0).max(1_000_000).default(0),
    name: Text(40, '材料名称'),
    kinds: z.array(Kind).max(7).default([]),
    creditTypeId: OptionalId,
    customerType: z.enum(['', '1', '2']).default(''),
    amountFrom: Amount.default(0n),
    amountTo: Amount.nullable().default(null),
    required: z.boolean().default(true),
    most: z.number('请输入整数').int('请输入整数').min(1, '最少1个').max(20, '最多20个').default(5),
    note: OptionalText(100, '说明'),
    sort: z.number('请输入整数').int('请输入整数').min(0, '最小0').max(999, '最大999').default(0),
    enabled: z.boolean().default(true),
    template: z.array(AttachedFile).max(1, '模板只能有一个文件').default([]),
  })
  .refine(({ amountFrom, amountTo }) => amountTo === null || amountTo > amountFrom, { path: ['amountTo'], message: '金额上限应大于下限' });
export const MaterialRow = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  kinds: z.array(z.string()),
  creditTypeId: z.string(),
  typeName: z.string(),
  customerType: z.string(),
  amountFrom: Yuan,
  amountTo: Yuan.nullable(),
  required: z.boolean(),
  most: z.number(),
  note: z.string(),
  sort: z.number(),
  enabled: z.boolean(),
  template: AttachedFile.nullable(),
});
export const MaterialHome = z.object({ materials: z.array(MaterialRow), types: z.array(z.object({ id: z.string(), name: z.string() })) });
