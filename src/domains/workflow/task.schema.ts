import { z } from 'zod';
import { FileKey } from '~/domains/file/attachment.schema';
import { FilterTime, Id, Instant, OptionalId, OptionalText, Price, Qty, Text, Yuan } from '~/shared/fields.schema';
import { PageQuery, pageOf, tells } from '~/shared/page.schema';
import { TreeSchema } from './process.schema';

const Key = z.string().trim().max(60, '流程编号长度不能超过60个字').default('');
const Word = (title: string) => z.string().trim().max(60, `${title}长度不能超过60个字`).default('');

const filters = {
  processDefinitionKey: Key,
  /** Number of the document, or the customer's name. */
  keyword: Word('单据'),
  /** The step it waits at, by its whole name. */
  taskName: Word('当前节点'),
  starter: Word('发起人'),
  /** When it came to the person, was handled, or began. */
  startTime: FilterTime,
  endTime: FilterTime,
  amountMin: Yuan.optional(),
  amountMax: Yuan.optional(),
};
/** Counts of the tabs and notes above the list: for whoever shows them. */
const withTabs = z.enum(['', 'true']).default('');
const toldByFilters = { processDefinitionKey: [], keyword: [], taskName: [], starter: [] };
export const TaskQuery = tells(PageQuery.extend({ ...filters, withTabs, overdue: z.enum(['', 'true']).default('') }), toldByFilters);
export type TaskQuery = z.output<typeof TaskQuery>;
const InstanceStateField = z.enum(['RUNNING', 'PASSED', 'REJECTED', 'RETURNED', 'WITHDRAWN', 'TERMINATED']);
export const HandledQuery = tells(
  PageQuery.extend({
    ...filters,
    /** What I handled, what I was told of, or what I began. */
    view: z.enum(['', 'copied', 'started']).default(''),
    status: z.enum(['', ...InstanceStateField.options]).default(''),
  }),
  toldByFilters,
);
export type HandledQuery = z.output<typeof HandledQuery>;

const BusVars = z.object({ id: z.string(), riskFlag: z.string() });
const row = {
  id: z.string(),
  processInstanceId: z.string(),
  processDefinitionKey: z.string(),
  taskName: z.string(),
  commonBusVars: BusVars,
  /** 订单审核. */
  title: z.string(),
  subjectNo: z.string(),
  subjectName: z.string(),
  summary: z.array(z.string()),
  starter: z.string(),
  department: z.string(),
  startedAt: Instant,
  /** The page of the document itself; '' without one the product has built. */
  document: z.string(),
};
export const TaskRow = z.object({
  ...row,
  /** When it came to the person. */
  arrivedAt: Instant,
  /** How long it has waited, in words. */
  stayed: z.string(),
  dueAt: Instant.nullable(),
  overdue: z.boolean(),
  urged: z.number(),
  /** 委派, 加签 …, '' for a plain one. */
  kind: z.string(),
  why: z.string(),
  mayBatch: z.boolean(),
});
export type TaskRow = z.input<typeof TaskRow>;
/** What the processes are called, by key: the tabs of both lists. */
const names = z.record(z.string(), z.string());
export const TaskPage = pageOf(TaskRow).extend({ names, notes: z.array(z.string()) });
export const HandledRow = z.object({
  ...row,
  result: z.string(),
  opinion: z.string(),
  actedAt: Instant.nullable(),
  took: z.string(),
  status: InstanceStateField,
});
export type HandledRow = z.input<typeof HandledRow>;
export const HandledPage = pageOf(HandledRow).extend({ names });

/** How many tasks wait for the person by process key; `ALL` is what the list counts. */
export const KeyCounts = z.object({ total: z.number(), counts: z.record(z.string(), z.number()) });

/** One value of a business card. What roles may hide stands under a name of its own, so that it is hidden by type. */
export const CardCell = z.object({
  text: z.string().optional(),
  amount: Yuan.optional(),
  price: Price.optional(),
  qty: Qty.optional(),
  cost: Yuan.optional(),
  mobile: z.string().optional(),
  idCard: z.string().optional(),
  at: Instant.optional(),
});
export const CardFact = CardCell.extend({ key: z.string(), label: z.string(), tone: z.enum(['', 'danger', 'warn', 'strong']).default('') });
export const CardTable = z.object({
  title: z.string(),
  columns: z.array(z.object({ key: z.string(), title: z.string(), numeric: z.boolean().default(false) })),
  rows: z.array(z.array(CardCell)),
  /** How many more there are than shown. */
  more: z.number().default(0),
});
export const TaskCard = z.object({
  facts: z.array(CardFact),
  /** Old and new, where something is changed. */
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  tables: z.array(CardTable),
  /** What whoever decides should see first. */
  warnings: z.array(z.string()),
});
export type TaskCard = z.output<typeof TaskCard>;
export type TaskCardView = z.input<typeof TaskCard>;

const TrailStateField = z.enum(['done', 'now', 'future', 'stopped', 'back', 'void']);
const TrailFile = z.object({ key: z.string(), name: z.string() });
const TrailPerson = z.object({
  name: z.string(),
  state: z.string(),
  tone: TrailStateField,
  at: Instant.nullable(),
  took: z.string(),
  opinion: z.string(),
  files: z.array(TrailFile),
  signature: z.string(),
});
export const TrailStep = z.object({
  key: z.string(),
  nodeId: z.string(),
  title: z.string(),
  note: z.string(),
  state: TrailStateField,
  people: z.array(TrailPerson),
});
export type TrailStepView = z.input<typeof TrailStep>;
export const LogLine = z.object({ id: z.string(), actor: z.string(), action: z.string(), node: z.string(), words: z.string(), at: Instant });

/** What the person may do now, with what each asks for. */
const Allowed = z.object({
  action: z.string(),
  /** Whom it may name. */
  people: z.boolean(),
  /** Steps it may go back to. */
  targets: z.array(z.object({ id: z.string(), name: z.string() })),
  opinion: z.boolean(),
  signature: z.boolean(),
  /** Amounts in 元 to be typed, by key. */
  asks: z.array(z.object({ key: z.string(), label: z.string() })),
});
export type Allowed = z.input<typeof Allowed>;

/** A task, or the process it is one of. */
const namesTask = ({ id = '', taskId = id, instanceId }: { id?: string; taskId?: string; instanceId: string }) => taskId !== '' || instanceId !== '';
const unnamed = (field: string) => ({ message: '请指定任务', path: [field] });
export const InfoInput = z.object({ id: OptionalId, instanceId: OptionalId }).refine(namesTask, unnamed('id'));
export const TaskInfo = z.object({
  ...row,
  /** Open task of the person; '' when there is nothing to do. */
  taskId: z.string(),
  status: InstanceStateField,
  round: z.number(),
  arrivedAt: Instant.nullable(),
  dueAt: Instant.nullable(),
  overdue: z.boolean(),
  why: z.string(),
  /** Why there is nothing to do any more: who decided it, and when. */
  past: z.string(),
  words: z.string(),
  card: TaskCard,
  allowed: z.array(Allowed),
  trail: z.array(TrailStep),
  log: z.array(LogLine),
  /** A copy sent to the person that was not opened yet. */
  unread: z.boolean(),
  neighbours: z.object({ previous: z.string(), next: z.string() }),
});
export type TaskInfo = z.input<typeof TaskInfo>;

export const StackInput = z.object({ processInstanceId: Id });
/** A document by the kind of its approval and its id; `ahead` while it may still be submitted. */
export const WayInput = z.object({ type: Text(40, '审批类型'), id: Id, ahead: z.boolean().default(false) });
export const TaskWay = z.object({
  /** '' while it was never submitted. */
  status: z.union([InstanceStateField, z.literal('')]),
  /** For whoever has part in it. */
  instanceId: z.string(),
  /** Where it stands, in a sentence. */
  said: z.string(),
  trail: z.array(TrailStep),
});

const Files = z.array(FileKey).max(10, '附件最多10个').default([]);
export const SubmitInput = z
  .object({
    taskId: OptionalId,
    /** For what is done about the process and not about a task: 撤回, 催办, 评论. */
    instanceId: OptionalId,
    action: Text(20, '操作'),
    opinion: OptionalText(500, '审批意见'),
    files: Files,
    signature: z.union([z.literal(''), FileKey]).default(''),
    /** The step to go back to. */
    target: z.string().max(60, '节点编号过长').default(''),
    users: z.array(Id).max(20, '一次最多选择20人').default([]),
    /** What the action asks besides, by key. */
    more: z.record(z.string().max(20, '字段名过长'), z.string().max(20, '最多20个字')).default({}),
  })
  .refine(namesTask, unnamed('taskId'));
export type SubmitInput = z.output<typeof SubmitInput>;

export const PeopleInput = z.object({ taskId: OptionalId, instanceId: OptionalId, action: Text(20, '操作') }).refine(namesTask, unnamed('taskId'));
export const People = z.object({ members: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })) });

export const TaskPicture = z.object({
  tree: TreeSchema,
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      type: z.enum(['AMOUNT', 'NUMBER', 'TEXT', 'CHOICE', 'DATE', 'BOOLEAN', 'MEMBER', 'DEPARTMENT']),
      choices: z.record(z.string(), z.string()).optional(),
    }),
  ),
  names: z.record(z.string(), z.string()),
});
