import { z } from 'zod';
import { Id, IdOf, Instant, OptionalId, RowVersion, Text } from '~/shared/fields.schema';
import { TreeSchema } from './process.schema';
import { MOST_GROUPS } from './processConfig';

const ProcessName = Text(30, '流程名称');
const BizKey = z.string().trim().min(1, '请选择适用业务').max(40, '适用业务不正确');
const Status = z.enum(['ENABLED', 'DISABLED']);
const confirm = z.boolean().default(false);

export const ProcessRef = z.object({ id: IdOf('流程') });
export const ProcessSaved = z.object({ id: z.string(), version: z.number() });
export const ProcessCreate = z.object({ name: ProcessName, key: BizKey });
export const ProcessCopy = ProcessRef.extend({ name: ProcessName });
export const ProcessUpdate = ProcessRef.extend({ name: ProcessName, tree: TreeSchema, version: RowVersion });
export const ProcessPublish = ProcessRef.extend({ version: RowVersion, notes: Text(500, '发布说明') });
export const ProcessSwitch = ProcessRef.extend({ confirm });
export const ProcessCard = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  business: z.string(),
  status: Status,
  ver: z.number().nullable(),
  draft: z.boolean(),
  running: z.number(),
  publishedAt: Instant.nullable(),
  publishedBy: z.string(),
  updatedAt: Instant,
  updatedBy: z.string(),
});
export const ProcessHome = z.object({ processes: z.array(ProcessCard), businesses: z.array(z.object({ key: z.string(), title: z.string() })) });

export const Field = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['AMOUNT', 'NUMBER', 'TEXT', 'CHOICE', 'DATE', 'BOOLEAN', 'MEMBER', 'DEPARTMENT']),
  choices: z.record(z.string(), z.string()).optional(),
});
export const ProcessAsk = ProcessRef.extend({ ver: z.number().int().min(1).max(99_999).optional() });
export const ProcessDetail = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  business: z.string(),
  status: Status,
  version: z.number(),
  /** Which version the tree is of, and where that stands. */
  ver: z.number(),
  state: z.enum(['DRAFT', 'PUBLISHED', 'RETIRED']),
  tree: TreeSchema,
  fields: z.array(Field),
  names: z.record(z.string(), z.string()),
  updatedAt: Instant,
  updatedBy: z.string(),
});

export const VersionRow = z.object({
  ver: z.number(),
  state: z.enum(['DRAFT', 'PUBLISHED', 'RETIRED']),
  notes: z.string(),
  checksum: z.string(),
  running: z.number(),
  publishedAt: Instant.nullable(),
  publishedBy: z.string(),
  updatedAt: Instant,
});
export const DiffAsk = ProcessRef.extend({ from: z.number().int().min(1).max(99_999), to: z.number().int().min(1).max(99_999) });
export const DiffAnswer = z.object({
  changes: z.array(
    z.object({
      kind: z.enum(['ADDED', 'REMOVED', 'CHANGED']),
      nodeId: z.string(),
      name: z.string(),
      nodeKind: z.string(),
      changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
});
export const Published = ProcessSaved.extend({ ver: z.number(), enabled: z.boolean() });

const Choice = z.object({ id: z.string(), name: z.string(), hint: z.string() });
export const ProcessChoices = z.object({ members: z.array(Choice), roles: z.array(Choice), departments: z.array(Choice), groups: z.array(Choice) });

const Sample = z.string().max(100, '样例值长度不能超过100个字');
export const TestRun = z.object({
  key: BizKey,
  tree: TreeSchema,
  values: z.record(z.string().max(40), z.union([Sample, z.array(Sample).max(20)])).refine((values) => Object.keys(values).length <= 200, '样例值不能超过200项'),
  starterId: OptionalId,
});
export const TestRunAnswer = z.object({
  ends: z.enum(['PASS', 'REJECT', '']),
  steps: z.array(
    z.object({
      nodeId: z.string(),
      name: z.string(),
      kind: z.string(),
      /** The branches around it, and the one a branching takes, in words. */
      within: z.string(),
      branch: z.string(),
      people: z.array(z.object({ name: z.string(), why: z.string() })),
      note: z.string(),
    }),
  ),
});

export const GroupRow = z.object({
  id: z.string(),
  name: z.string(),
  memberIds: z.array(z.string()),
  members: z.string(),
  uses: z.number(),
  version: z.number(),
});
export const GroupInput = z.object({
  id: OptionalId,
  name: Text(30, '用户组名称'),
  memberIds: z.array(Id).min(1, '请选择用户组的成员').max(100, '成员不能超过100个'),
  version: z.number().int().min(0).max(2_147_483_647).default(0),
});
export const GroupRemove = z.object({ id: IdOf('用户组'), version: RowVersion });
export const Groups = z.object({ groups: z.array(GroupRow).max(MOST_GROUPS) });
