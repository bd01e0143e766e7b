import { z } from 'zod';
import { BizDate, EnteredDate, FilterChoice, Id, IdOf, OptionalId, OptionalText, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { PageQuery } from '~/shared/page.schema';
import { creditOrderStates } from './credit';
import { OrderRow, State } from './credit.schema';
import { TermsInput } from './terms.schema';

const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');
const Ref = z.object({ id: Id, version: RowVersion });
export const Refs = z.object({ items: z.array(Ref).min(1, '请至少选择一个授信账户').max(200, '一次最多200个授信账户'), reason: Text(200, '原因') });
export const FreezeInput = z.object({ id: Id, version: RowVersion, amount: z.union([z.literal(''), Positive]).default(''), reason: Text(200, '原因') });
export const ThawInput = z.object({ id: Id, version: RowVersion, freezeId: OptionalId, reason: Text(200, '原因') });
export const EndInput = Ref.extend({ reason: Text(200, '原因') });
export const EndLineInput = EndInput.extend({ lineId: Id });
export const Saved = z.object({ id: Id, no: z.string() });

/** Credit used for an order that is not in the portal: `deliver` says goods left already. */
export const UseForm = z.object({
  accountId: IdOf('授信账户'),
  orders: z
    .array(z.object({ orderNo: Text(40, '外部单号'), amount: Positive }))
    .min(1, '请至少填写一张外部订单')
    .max(50, '一次最多50张外部订单')
    .refine((all) => new Set(all.map(({ orderNo }) => orderNo)).size === all.length, '外部单号重复'),
  deliver: z.boolean().default(false),
  bizDate: z.union([z.literal(''), EnteredDate]).default(''),
  remark: OptionalText(200, '备注'),
});
export type UseForm = z.output<typeof UseForm>;
export const UseDelivery = Ref.extend({ amount: Positive, bizNo: Text(40, '发货单号'), bizDate: EnteredDate });
export const UsableQuery = z.object({ customerId: OptionalId });
export const UsableAccounts = z.object({
  accounts: z.array(
    z.object({
      id: Id,
      no: z.string(),
      typeName: z.string(),
      limit: Yuan.nullable(),
      free: Yuan.nullable(),
      perOrder: Yuan.nullable(),
      validTo: BizDate.nullable(),
      terms: z.string(),
    }),
  ),
});

const Percent = z.string().regex(/^(\d{1,2}(\.\d{1,2})?|100)$/, '请输入0到100，最多两位小数');
const Hours = z.union([
  z.literal(''),
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/, '请输入1到8760的整数')
    .refine((hours) => Number(hours) <= 8760, '最多8760小时'),
]);
export const TypeForm = z.object({
  id: OptionalId,
  version: z.number().int().min(0).default(0),
  code: z
    .string()
    .trim()
    .regex(/^[A-Z0-9_-]{1,20}$/, '编码用大写字母、数字、下划线，最多20位'),
  name: Text(20, '名称'),
  revolving: z.boolean(),
  overPct: Percent.default('0'),
  holdHours: Hours.default(''),
  perOrderLimit: z.union([z.literal(''), Positive]).default(''),
  enabled: z.boolean().default(true),
  remark: OptionalText(200, '备注'),
  /** What new accounts begin with; null leaves it as it is. */
  terms: TermsInput.nullable().default(null),
});
export type TypeForm = z.output<typeof TypeForm>;
export const TypeRow = z.object({
  id: Id,
  version: z.number(),
  code: z.string(),
  name: z.string(),
  revolving: z.boolean(),
  overPct: z.string(),
  holdHours: z.number().nullable(),
  perOrderLimit: Yuan.nullable(),
  enabled: z.boolean(),
  remark: z.string(),
  terms: z.string(),
  agreement: TermsInput,
  accounts: z.number(),
});
export type TypeRow = z.input<typeof TypeRow>;
const Named = z.object({ id: Id, name: z.string() });
export const Types = z.object({ types: z.array(TypeRow), groups: z.array(Named), levels: z.array(Named) });
export const TypeOrder = z.object({ ids: z.array(Id).min(1).max(100) });

/** 集团额度: companies that share one limit beside their own. */
export const GroupForm = z.object({
  id: OptionalId,
  version: z.number().int().min(0).default(0),
  code: z
    .string()
    .trim()
    .regex(/^[A-Z0-9_-]{1,20}$/, '编码用大写字母、数字、下划线，最多20位'),
  name: Text(40, '名称'),
  limit: z.union([z.literal(''), Yuan.refine((fen) => fen >= 0n, '额度不能为负数')]).default(''),
  frozen: z.boolean().default(false),
  remark: OptionalText(200, '备注'),
});
export type GroupForm = z.output<typeof GroupForm>;
export const Groups = z.object({
  groups: z.array(
    z.object({
      id: Id,
      version: z.number(),
      code: z.string(),
      name: z.string(),
      limit: Yuan.nullable(),
      held: Yuan,
      used: Yuan,
      available: Yuan.nullable(),
      frozen: z.boolean(),
      remark: z.string(),
      accounts: z.number(),
    }),
  ),
});
export type GroupRow = z.input<typeof Groups>['groups'][number];
export const JoinInput = Ref.extend({ groupId: OptionalId });

/** 试算: what a use of credit would be paid back by, before anything is written. */
export const UseTrialInput = z.object({ accountId: IdOf('授信账户'), amount: Positive, bizDate: z.union([z.literal(''), BizDate]).default('') });
export const UseTrial = z.object({
  terms: z.string(),
  start: BizDate,
  holdUntil: z.string(),
  rows: z.array(z.object({ seq: z.number(), nominal: BizDate, due: BizDate, provisional: z.boolean(), principal: Yuan })),
});

/** What a dealer reads of its own limits: no remarks, reasons or people of the factory. */
export const MyCredit = z.object({
  accounts: z.array(
    z.object({
      id: Id,
      no: z.string(),
      typeName: z.string(),
      status: State,
      limit: Yuan.nullable(),
      held: Yuan,
      used: Yuan,
      available: Yuan.nullable(),
      usage: z.number(),
      perOrderLimit: Yuan.nullable(),
      validTo: BizDate.nullable(),
      terms: z.string(),
    }),
  ),
});
export type MyCredit = z.input<typeof MyCredit>;
export const MyUseQuery = PageQuery.extend({ status: FilterChoice(creditOrderStates) });
export const MyUse = OrderRow.pick({
  id: true,
  no: true,
  orderId: true,
  orderNo: true,
  amount: true,
  held: true,
  committed: true,
  repaid: true,
  open: true,
  status: true,
  nextDueOn: true,
  overdueDays: true,
  createdAt: true,
});
export type MyUse = z.input<typeof MyUse>;
