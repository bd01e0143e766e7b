import { z } from 'zod';
import { Id, IdOf, OptionalId } from '~/shared/fields.schema';
import type { Condition, ProcessNode, ProcessTree } from './process';
import { MOST_BRANCHES, MOST_LEVELS, MOST_NODES, MOST_SUMMARY, nodesOf } from './processTree';

/**
 * A tree as it travels and is stored. A draft may lack things (the publish check says what), but never its shape; and nothing in it is
 * larger or deeper than people draw.
 */
const Key = z.string().max(40);
const Name = z.string().trim().max(30, '节点名称长度不能超过30个字');
const Count = z.number().int().min(0).max(9999);

const Operators = z.enum(['EQ', 'NE', 'GT', 'GE', 'LT', 'LE', 'IN', 'BETWEEN', 'CONTAINS']);
const Value = z.string().max(100, '比较值长度不能超过100个字');
const ComparisonSchema = z.object({ field: Key, op: Operators, value: z.union([Value, z.array(Value).max(50)]) });
const grouping = (part: z.ZodType<Condition>) => {
  const parts = z.array(part).max(20, '一组条件不能超过20个');
  return z.union([z.strictObject({ all: parts }), z.strictObject({ any: parts }), ComparisonSchema]) as z.ZodType<Condition, Condition>;
};
/** Groups in groups, three levels deep. */
export const ConditionSchema = grouping(grouping(grouping(ComparisonSchema)));

const memberIds = z.array(IdOf('成员')).max(100, '成员不能超过100个');
const CandidatesSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('PERMISSION') }),
  z.object({ kind: z.literal('MEMBERS'), memberIds }),
  z.object({ kind: z.literal('ROLES'), roleIds: z.array(Id).max(50, '角色不能超过50个') }),
  z.object({ kind: z.literal('GROUP'), groupId: OptionalId }),
  z.object({ kind: z.literal('DEPARTMENT_HEAD'), departmentId: OptionalId, levels: Count }),
  z.object({ kind: z.literal('STARTER_HEAD'), levels: Count }),
  z.object({ kind: z.literal('SALESPERSON') }),
  z.object({ kind: z.literal('STARTER_CHOICE'), memberIds }),
  z.object({ kind: z.literal('FIELD'), field: Key }),
]);
const candidates = z.array(CandidatesSchema).max(20, '审批人不能超过20项');

const named = { id: Key, name: Name };
const TaskSchema = z.object({
  kind: z.enum(['APPROVE', 'HANDLE']),
  ...named,
  candidates,
  mode: z.discriminatedUnion('kind', [z.object({ kind: z.enum(['ANY', 'ALL', 'SEQUENCE']) }), z.object({ kind: z.literal('RATIO'), percent: Count })]),
  onEmpty: z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['PASS', 'REJECT', 'ADMIN']) }),
    z.object({ kind: z.literal('MEMBER'), memberId: OptionalId }),
  ]),
  onSelf: z.enum(['ALLOW', 'SKIP', 'HEAD', 'ADMIN']),
  onRepeated: z.enum(['ASK', 'PASS_ADJACENT', 'PASS_ANY']),
  onDeparted: z.enum(['HEAD', 'ADMIN']),
  onReject: z.discriminatedUnion('kind', [z.object({ kind: z.enum(['END', 'START']) }), z.object({ kind: z.literal('NODE'), nodeId: Key })]),
  mayReturn: z.boolean(),
  mayBatch: z.boolean(),
  opinionRequired: z.boolean(),
  signatureRequired: z.boolean(),
  fields: z.record(Key, z.literal('HIDE')).refine((fields) => Object.keys(fields).length <= 200, '字段权限不能超过200项'),
  timeOut: z.object({ hours: Count, then: z.enum(['REMIND', 'PASS', 'REJECT', 'ESCALATE']) }).nullable(),
});
const plain = [
  z.object({ kind: z.enum(['START', 'END']), ...named }),
  TaskSchema,
  z.object({ kind: z.literal('CC'), ...named, candidates }),
  z.object({ kind: z.literal('AUTO'), ...named, when: ConditionSchema, then: z.enum(['PASS', 'REJECT']) }),
] as const;

const nodesAt = (level: number): z.ZodType<ProcessNode[]> => {
  const one =
    level === 0
      ? z.discriminatedUnion('kind', plain, `分支最多嵌套${MOST_LEVELS}层`)
      : z.discriminatedUnion('kind', [
          ...plain,
          z.object({
            kind: z.enum(['CONDITION', 'PARALLEL']),
            ...named,
            branches: z
              .array(z.object({ id: Key, name: Name, when: ConditionSchema.nullable(), nodes: nodesAt(level - 1) }))
              .max(MOST_BRANCHES, `一个节点不能超过${MOST_BRANCHES}个分支`),
          }),
        ]);
  return z.array(one).max(MOST_NODES, `节点不能超过${MOST_NODES}个`) as unknown as z.ZodType<ProcessNode[]>;
};

const RulesSchema = z.object({
  withdraw: z.enum(['UNTOUCHED', 'RUNNING', 'NEVER']),
  tellStarter: z.enum(['EACH', 'END']),
  summary: z.array(Key).max(MOST_SUMMARY, `摘要字段最多${MOST_SUMMARY}个`),
});

export const TreeSchema = z
  .object({ nodes: nodesAt(MOST_LEVELS), rules: RulesSchema.optional() })
  .refine((tree) => nodesOf(tree as ProcessTree).length <= MOST_NODES, `节点不能超过${MOST_NODES}个`) as unknown as z.ZodType<ProcessTree, ProcessTree>;
