import { z } from 'zod';
import { ChoiceOf, FilterChoice, Id, Instant, OptionalId, RowVersion } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import {
  type Action,
  actions,
  type Choice,
  choices,
  handOvers,
  type LinkKind,
  linkKinds,
  mappedKeys,
  policies,
  type RowState,
  type RunMode,
  type RunState,
  rowStates,
  runModes,
  runStates,
} from './directory';

const PolicyOf = ChoiceOf(policies);
export const MappingInput = z.object(Object.fromEntries(mappedKeys.map((key) => [key, PolicyOf])) as Record<(typeof mappedKeys)[number], typeof PolicyOf>);

const App = {
  appKey: z
    .string()
    .trim()
    .regex(/^[\w-]{6,64}$/, '请填写应用的AppKey'),
  /** Empty: the one that is kept. */
  appSecret: z
    .string()
    .trim()
    .regex(/^([\w-]{16,128})?$/, '请填写应用的AppSecret'),
};
export const ConfigForm = z.object({
  ...App,
  rootDepartmentId: OptionalId,
  defaultRoleId: OptionalId,
  handOver: ChoiceOf(handOvers),
  handOverTo: OptionalId,
  nightly: z.boolean(),
  invite: z.boolean(),
  ...MappingInput.shape,
});
export const ConfigInput = ConfigForm.extend({ version: z.number().int().min(0) });
export const TestInput = z.object(App);
export const TestAnswer = z.object({ departments: z.number(), people: z.number(), problems: z.array(z.string()) });

const Named = z.object({ id: z.string(), name: z.string() });
export const Config = z.object({
  /** Null: never configured. */
  config: z.object({ ...ConfigForm.omit({ appSecret: true }).shape, version: z.number(), configuredBy: z.string(), updatedAt: Instant }).nullable(),
  departments: z.array(Named),
  roles: z.array(Named),
  members: z.array(Named),
  /** The last run, whatever became of it. */
  runId: z.string(),
});

export const RunRef = z.object({ id: Id });
export const RunVersion = RunRef.extend({ version: RowVersion });
export const RunQuery = PageQuery.extend({ state: FilterChoice(runStates) });
const Counts = z.record(z.string(), z.number());
export const RunRow = z.object({
  id: z.string(),
  mode: z.enum(keysOf<RunMode>(runModes)),
  state: z.enum(keysOf<RunState>(runStates)),
  startedBy: z.string(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  departments: z.number(),
  people: z.number(),
  /** Rows by action. */
  counts: Counts,
  /** Rows by how they ended. */
  results: Counts,
  error: z.string(),
  version: z.number(),
});
export const RunDetail = RunRow.extend({ notes: z.array(z.string()), changes: z.array(z.string()) });

export const RowQuery = tells(
  PageQuery.extend({
    id: Id,
    action: FilterChoice(actions),
    kind: FilterChoice(linkKinds),
    state: FilterChoice(rowStates),
    name: z.string().trim().max(60).default(''),
  }),
  { name: [] },
);
export const Row = z.object({
  id: z.string(),
  kind: z.enum(keysOf<LinkKind>(linkKinds)),
  action: z.enum(keysOf<Action>(actions)),
  externalId: z.string(),
  localId: z.string(),
  name: z.string(),
  mobile: z.string(),
  detail: z.string(),
  reason: z.string(),
  state: z.enum(keysOf<RowState>(rowStates)),
  result: z.string(),
  /** Decided meanwhile for the next run. */
  choice: z.enum(keysOf<Choice>(choices)),
});

export const LinkQuery = tells(
  PageQuery.extend({
    kind: z.enum(keysOf<LinkKind>(linkKinds)).default('MEMBER'),
    choice: FilterChoice(choices),
    name: z.string().trim().max(60).default(''),
  }),
  { name: [] },
);
export const LinkRow = z.object({
  id: z.string(),
  kind: z.enum(keysOf<LinkKind>(linkKinds)),
  externalId: z.string(),
  name: z.string(),
  localId: z.string(),
  localName: z.string(),
  choice: z.enum(keysOf<Choice>(choices)),
  present: z.boolean(),
  updatedAt: Instant,
});
export const TargetQuery = tells(z.object({ kind: z.enum(keysOf<LinkKind>(linkKinds)), name: z.string().trim().max(60).default('') }), { name: [] });
export const Targets = z.object({ targets: z.array(Named.extend({ active: z.boolean() })) });
export const LinkInput = z
  .object({
    kind: z.enum(keysOf<LinkKind>(linkKinds)),
    externalId: z.string().min(1).max(80),
    name: z.string().trim().max(60).default(''),
    choice: ChoiceOf(choices, '处理方式'),
    localId: OptionalId,
  })
  .refine((one) => one.choice !== 'LINK' || one.localId !== '', { path: ['localId'], message: '请选择对应的账号或部门' });
