import { z } from 'zod';
import { AttachedFiles } from '~/domains/file/attachment.schema';
import { isPriceInRange, PRICE_RANGE } from '~/domains/product/product';
import { BizDate, EnteredDate, FilterChoice, FilterId, Id, Instant, OptionalId, OptionalText, Price, Qty, RowVersion, Text } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { shownStates } from './projectPrice';

const State = z.enum(keysOf(shownStates));
const Cap = z.union([z.literal(''), Qty.refine((qty) => /[1-9]/.test(qty) && !qty.startsWith('-'), '上限必须大于0')]).default('');
export const SheetLineInput = z.object({
  skuId: z.uuid('请选择商品'),
  unitId: z.uuid('请选择单位'),
  price: Price.refine(isPriceInRange, `工程价${PRICE_RANGE}`),
  capQty: Cap,
  remark: OptionalText(100, '备注'),
});
const Fields = z.object({
  projectId: z.uuid('请选择项目'),
  validFrom: EnteredDate,
  validTo: EnteredDate,
  reason: OptionalText(300, '说明'),
  lines: z.array(SheetLineInput).min(1, '请至少添加一行价格').max(200, '一张工程价最多200行'),
});
const checkDays = (input: { validFrom: string; validTo: string }, context: z.RefinementCtx): void => {
  if (input.validTo < input.validFrom) context.addIssue({ code: 'custom', path: ['validTo'], message: '失效日期不能早于生效日期' });
};
/** `submit`: asks for the approval at once. `confirm` repeats a save after the warning about prices below the floor. */
export const SheetInput = Fields.extend({
  id: OptionalId,
  version: RowVersion.optional(),
  attachments: AttachedFiles.unwrap().optional(),
  submit: z.boolean().default(false),
  confirm: z.boolean().default(false),
}).superRefine(checkDays);
export type SheetInput = z.output<typeof SheetInput>;

export const SheetQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    projectId: FilterId,
    customerId: FilterId,
    word: z.string().trim().max(60).default(''),
    state: FilterChoice(shownStates),
    /** Ends within 30 days. */
    expiring: z.enum(['true', 'false', '']).default(''),
    changing: z.enum(['true', 'false', '']).default(''),
  }),
  { no: [], word: [] },
);
export type SheetQuery = z.output<typeof SheetQuery>;

export const SheetRow = z.object({
  id: Id,
  no: z.string(),
  projectId: Id,
  projectName: z.string(),
  customerId: Id,
  customerName: z.string(),
  lineCount: z.number(),
  validFrom: BizDate,
  validTo: BizDate,
  state: State,
  changing: z.boolean(),
  /** Of the line nearest to its cap, in percent; null where nothing is capped. */
  usedPercent: z.number().nullable(),
  approver: z.string(),
  updatedAt: Instant,
  version: z.number(),
});
export type SheetRow = z.input<typeof SheetRow>;

const Line = z.object({
  id: Id,
  skuId: Id,
  skuCode: z.string(),
  productName: z.string(),
  saleText: z.string(),
  unitId: Id,
  unitName: z.string(),
  listPrice: Price.nullable(),
  minPrice: Price.nullable(),
  customerPrice: Price.nullable(),
  price: Price,
  /** Percent of the list price. */
  discount: z.string().nullable(),
  capQty: Qty.nullable(),
  used: Qty,
  status: z.string(),
  remark: z.string(),
});
const Change = z.object({ label: z.string(), before: z.string(), after: z.string() });
const Version = z.object({
  id: Id,
  version: z.number(),
  state: z.string(),
  reason: z.string(),
  actor: z.string(),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
  changes: z.array(Change),
});
export const SheetDetail = SheetRow.extend({
  reason: z.string(),
  stateReason: z.string(),
  creator: z.string(),
  createdAt: Instant,
  approvedAt: Instant.nullable(),
  /** Made or submitted by the person who asks. */
  mine: z.boolean(),
  lines: z.array(Line),
  versions: z.array(Version),
  /** What the form begins with: the change that waits, else what is stored. */
  content: z.object({
    validFrom: BizDate,
    validTo: BizDate,
    reason: z.string(),
    lines: z.array(
      z.object({
        skuId: Id,
        unitId: Id,
        skuCode: z.string(),
        name: z.string(),
        unitName: z.string(),
        listPrice: Price.nullable(),
        price: Price,
        capQty: z.string(),
        remark: z.string(),
      }),
    ),
  }),
  logs: z.array(NotedEntry),
});
export type SheetDetail = z.input<typeof SheetDetail>;

export const Ref = z.object({ id: Id, version: RowVersion });
export const Decision = Ref.extend({ pass: z.boolean(), opinion: OptionalText(200, '审批意见') });
export const Reasoned = Ref.extend({ reason: Text(200, '原因') });
export const Disable = z.object({ items: z.array(Ref).min(1, '请先选择工程价').max(100, '一次最多100张'), reason: Text(200, '停用原因') });
export const Extend = z.object({ items: z.array(Ref).min(1, '请先选择工程价').max(100, '一次最多100张'), validTo: EnteredDate, reason: Text(200, '延期原因') });

export const UseQuery = tells(PageQuery.extend({ sheetId: Id }), {});
export const UseRow = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  skuCode: z.string(),
  productName: z.string(),
  qty: Qty,
  unitName: z.string(),
  price: Price,
  at: Instant,
});
