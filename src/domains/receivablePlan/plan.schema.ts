import { z } from 'zod';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterChoice,
  FilterId,
  Id,
  IdOf,
  Instant,
  OptionalId,
  OptionalText,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { dueBys, natures, type PlanSource, type PlanState, planSources, planStates, stageDues, WHOLE_PPM } from './plan';

const Nature = ChoiceOf(natures, '款项性质');
const Source = z.enum(keysOf<PlanSource>(planSources));
const State = z.enum(keysOf<PlanState>(planStates));
const Due = ChoiceOf(dueBys, '到期方式');
const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');
const OptionalDay = z.union([z.literal(''), EnteredDate]).default('');

export const ItemInput = z
  .object({
    nature: Nature,
    amount: Positive,
    dueBy: Due,
    dueDays: z.number().int('天数应为整数').min(0, '天数应在0到3650之间').max(3650, '天数应在0到3650之间').default(0),
    dueDate: OptionalDay,
    remark: OptionalText(100, '备注'),
  })
  .refine((item) => item.dueBy !== 'DATE' || item.dueDate !== '', { path: ['dueDate'], message: '请选择到期日' });

const Days = z.number().int('天数应为整数').min(0, '天数应在0到3650之间').max(3650, '天数应在0到3650之间');
export const StageInput = z.object({
  nature: Nature,
  ppm: z.number().int().min(1, '比例应大于0').max(WHOLE_PPM, '比例不能超过100%'),
  dueBy: ChoiceOf(stageDues, '到期方式'),
  dueDays: Days.default(0),
});
const Stages = z
  .array(StageInput)
  .max(6, '付款阶段最多6个')
  .default([])
  .refine((stages) => !stages.length || stages.reduce((sum, one) => sum + one.ppm, 0) === WHOLE_PPM, '付款阶段的比例合计应为100%');

export const PlanInput = z.object({
  id: OptionalId,
  version: z.number().int().min(0).max(2_147_483_647).default(0),
  customerId: IdOf('客户'),
  source: z.enum(['MANUAL', 'ORDER', 'CREDIT', 'BANK']),
  title: Text(80, '计划名称'),
  contractNo: OptionalText(60, '合同号'),
  /** A signed contract of the portal, or one that waits for its signatures: its signing makes items due. */
  contractId: OptionalId,
  projectId: OptionalId,
  orderId: OptionalId,
  creditOrderId: OptionalId,
  /** The money that came before anybody said what it is for. */
  bankLineId: OptionalId,
  /** Of an order. */
  stages: Stages,
  /** 质保期 of 应收设置 where nothing is said. */
  warrantyDays: Days.optional(),
  /** Of a contract; of orders and credit orders what those were agreed for. */
  total: z.union([z.literal(''), Positive]).default(''),
  signedOn: OptionalDay,
  ownerId: OptionalId,
  collectorId: OptionalId,
  remark: OptionalText(300, '备注'),
  items: z.array(ItemInput).max(60, '款项最多60行').default([]),
  /** Saves and starts at once. */
  start: z.boolean().default(false),
});
export type PlanInput = z.output<typeof PlanInput>;

export const PlanRef = z.object({ id: Id, version: RowVersion });
export const StopInput = PlanRef.extend({ reason: Text(200, '中止原因') });
export const HappenInput = PlanRef.extend({ itemId: Id, happenedOn: EnteredDate });
export const Saved = z.object({ id: Id, no: z.string(), version: z.number() });
export const Stopped = Saved.extend({ takenBack: z.number(), kept: z.number() });

export const PlanQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(60).default(''),
    title: z.string().trim().max(60).default(''),
    customerId: FilterId,
    projectId: FilterId,
    source: FilterChoice(planSources),
    status: FilterChoice(planStates),
    ownerId: FilterId,
  }),
  { no: [], title: [] },
);
export type PlanQuery = z.output<typeof PlanQuery>;

const Sums = { planned: Yuan, raised: Yuan, paid: Yuan, adjusted: Yuan, open: Yuan, overdue: Yuan, disputed: Yuan };
export const PlanRow = z.object({
  id: Id,
  no: z.string(),
  title: z.string(),
  customerId: Id,
  customerName: z.string(),
  projectName: z.string(),
  contractNo: z.string(),
  source: Source,
  status: State,
  total: Yuan,
  ...Sums,
  nextDue: BizDate.nullable(),
  ownerName: z.string(),
  version: z.number(),
  createdAt: Instant,
});
export type PlanRow = z.input<typeof PlanRow>;

export const PlanItem = z.object({
  id: Id,
  seq: z.number(),
  nature: Nature,
  amount: Yuan,
  dueBy: Due,
  dueDays: z.number(),
  dueDate: BizDate.nullable(),
  happenedOn: BizDate.nullable(),
  /** The document by which it is known. */
  happenedBy: z.string(),
  /** Owed already, on a day that holds until what it waits for has happened. */
  provisional: z.boolean(),
  receivableId: Id.nullable(),
  receivableNo: z.string(),
  paid: Yuan,
  adjusted: Yuan,
  disputed: Yuan,
  open: Yuan,
  overdueDays: z.number(),
  settled: z.boolean(),
  remark: z.string(),
});
export type PlanItem = z.input<typeof PlanItem>;
export const PlanDetail = PlanRow.extend({
  projectId: Id.nullable(),
  orderId: Id.nullable(),
  orderNo: z.string(),
  creditOrderId: Id.nullable(),
  creditOrderNo: z.string(),
  contractId: Id.nullable(),
  bankLineId: Id.nullable(),
  bankFlowNo: z.string(),
  receiptId: Id.nullable(),
  warrantyDays: z.number(),
  stages: z.array(StageInput),
  invoiced: Yuan.nullable(),
  signedOn: BizDate.nullable(),
  ownerId: Id.nullable(),
  collectorId: Id.nullable(),
  collectorName: z.string(),
  remark: z.string(),
  reason: z.string(),
  creator: z.string(),
  mine: z.boolean(),
  items: z.array(PlanItem),
});
export type PlanDetail = z.input<typeof PlanDetail>;

const Choice = z.object({ id: Id, no: z.string(), amount: Yuan });
const Paper = z.object({ id: Id, no: z.string(), title: z.string(), amount: Yuan.nullable(), signed: z.boolean() });
const Came = z.object({ id: Id, no: z.string(), amount: Yuan, payer: z.string(), tradedAt: Instant });
export const ChoicesInput = z.object({ customerId: IdOf('客户') });
export const Choices = z.object({
  orders: z.array(Choice),
  creditOrders: z.array(Choice),
  contracts: z.array(Paper),
  bankLines: z.array(Came),
  defaultDueDays: z.number(),
  retentionDays: z.number(),
});
