import fc from 'fast-check';
import type { Branch, Condition, ConditionNode, FormField, FormValues, ParallelNode, ProcessNode, ProcessTree, TaskNode } from '~/domains/workflow/process';

/** Trees of approval processes, by hand and generated. */

export const formFields: FormField[] = [
  { key: 'amount', label: '金额', type: 'AMOUNT' },
  { key: 'days', label: '天数', type: 'NUMBER' },
  { key: 'reason', label: '事由', type: 'TEXT' },
  { key: 'kind', label: '类型', type: 'CHOICE', choices: { A: '甲类', B: '乙类', C: '丙类' } },
  { key: 'dueOn', label: '到期日', type: 'DATE' },
  { key: 'urgent', label: '是否加急', type: 'BOOLEAN' },
  { key: 'handler', label: '经办人', type: 'MEMBER' },
  { key: 'department', label: '部门', type: 'DEPARTMENT' },
];

export const memberId = (number: number): string => `0190a0a0-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const task = (id: string, over: Partial<TaskNode> = {}): TaskNode => ({
  kind: 'APPROVE',
  id,
  name: `审批${id}`,
  candidates: [{ kind: 'PERMISSION' }],
  mode: { kind: 'ANY' },
  onEmpty: { kind: 'ADMIN' },
  onSelf: 'ALLOW',
  onRepeated: 'ASK',
  onDeparted: 'ADMIN',
  onReject: { kind: 'END' },
  mayReturn: true,
  mayBatch: true,
  opinionRequired: false,
  signatureRequired: false,
  fields: {},
  timeOut: null,
  ...over,
});
export const atLeast = (yuan: number): Condition => ({ field: 'amount', op: 'GE', value: `${yuan}.00` });
export const branch = (id: string, when: Condition | null, ...nodes: ProcessNode[]): Branch => ({ id, name: `分支${id}`, when, nodes });
export const choice = (id: string, ...branches: Branch[]): ConditionNode => ({ kind: 'CONDITION', id, name: `条件${id}`, branches });
export const fork = (id: string, ...branches: Branch[]): ParallelNode => ({ kind: 'PARALLEL', id, name: `并行${id}`, branches });
export const treeOf = (...nodes: ProcessNode[]): ProcessTree => ({
  nodes: [{ kind: 'START', id: 'start', name: '发起' }, ...nodes, { kind: 'END', id: 'end', name: '结束' }],
});

type Shape = { kind: 'TASK' } | { kind: 'CC' } | { kind: 'AUTO' } | { kind: 'CONDITION' | 'PARALLEL'; branches: Shape[][] };
const shapes = (level: number): fc.Arbitrary<Shape[]> => {
  const plain: fc.Arbitrary<Shape> = fc.constantFrom({ kind: 'TASK' }, { kind: 'TASK' }, { kind: 'CC' }, { kind: 'AUTO' });
  if (level === 0) return fc.array(plain, { minLength: 1, maxLength: 2 });
  const branching = fc.record({
    kind: fc.constantFrom('CONDITION' as const, 'PARALLEL' as const),
    branches: fc.array(shapes(level - 1), { minLength: 2, maxLength: 3 }),
  });
  return fc.array(fc.oneof({ weight: 3, arbitrary: plain }, { weight: 1, arbitrary: branching }), { minLength: 1, maxLength: 4 });
};

/** Trees that may be published: every branching on its own yes-or-no or amount so that each branch is taken by some document. */
export const soundTrees: fc.Arbitrary<ProcessTree> = fc.tuple(shapes(2), fc.integer({ min: 1, max: 900 })).map(([shape, step]) => {
  let count = 0;
  const next = (prefix: string) => `${prefix}${++count}`;
  // What is asked deeper lies between what is asked around it, so that no question is settled already.
  const nodesFor = (list: Shape[], from: number, width: number): ProcessNode[] => list.map((one) => nodeFor(one, from, width));
  const nodeFor = (one: Shape, from: number, width: number): ProcessNode => {
    if (one.kind === 'TASK') return task(next('n'));
    if (one.kind === 'CC') return { kind: 'CC', id: next('n'), name: '抄送', candidates: [{ kind: 'SALESPERSON' }] };
    if (one.kind === 'AUTO') return { kind: 'AUTO', id: next('n'), name: '自动', when: { field: 'reason', op: 'EQ', value: '作废' }, then: 'REJECT' };
    const { branches } = one;
    const id = next('n');
    if (one.kind === 'PARALLEL') return fork(id, ...branches.map((nodes) => branch(next('b'), null, ...nodesFor(nodes, from, width))));
    const part = width / branches.length;
    return choice(
      id,
      ...branches.map((nodes, at) => {
        const low = from + part * (branches.length - 1 - at);
        const last = at === branches.length - 1;
        return branch(next('b'), last ? null : atLeast(Math.floor(low)), ...nodesFor(nodes, low, part));
      }),
    );
  };
  return treeOf(task('first'), ...nodesFor(shape, step, 10_000_000));
});

export const someValues: fc.Arbitrary<FormValues> = fc.record(
  {
    amount: fc.integer({ min: 0, max: 1_200_000_000 }).map((fen) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`),
    days: fc.integer({ min: -5, max: 400 }).map(String),
    reason: fc.constantFrom('作废', '采购', '借款 周转', ''),
    kind: fc.constantFrom('A', 'B', 'C'),
    dueOn: fc.constantFrom('2026-01-31', '2026-02-01', '2027-12-31'),
    urgent: fc.constantFrom('true', 'false'),
    handler: fc.array(fc.constantFrom(memberId(1), memberId(2), memberId(3)), { minLength: 1, maxLength: 3 }),
    department: fc.constantFrom(memberId(11), memberId(12)),
  },
  { requiredKeys: [] },
);
