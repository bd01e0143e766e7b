import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Branch, ConditionNode, FormValues, ParallelNode, ProcessNode, ProcessTree, TaskNode } from '~/domains/workflow/process';
import { TreeSchema } from '~/domains/workflow/process.schema';
import { checkProcess, mayPublish } from '~/domains/workflow/processCheck';
import { pathThrough } from '~/domains/workflow/processPath';
import type { ProblemCode } from '~/domains/workflow/processProblem';
import { findNode, isBranching, isTask, MOST_NODES, nodesOf, placesOf, plainRules, returnTargets } from '~/domains/workflow/processTree';
import { atLeast, branch, choice, fork, formFields, someValues, soundTrees, task, treeOf } from '../../support/processes';

const check = (tree: ProcessTree) => checkProcess(tree, formFields);
const codesOf = (tree: ProcessTree) => check(tree).map(({ code }) => code);
const wordsOf = (tree: ProcessTree) => check(tree).map(({ words }) => words);
const copied = (tree: ProcessTree): ProcessTree => structuredClone(tree);

/** A way to break a tree, and what must be said of it. Gives false where the tree has nothing to break that way. */
type Break = (tree: ProcessTree) => ProblemCode | false;
const firstOf = <N extends ProcessNode>(tree: ProcessTree, is: (node: ProcessNode) => node is N): N | undefined => nodesOf(tree).find(is);
const isChoice = (node: ProcessNode): node is ConditionNode => node.kind === 'CONDITION';
const isFork = (node: ProcessNode): node is ParallelNode => node.kind === 'PARALLEL';
const tasks = (tree: ProcessTree) => nodesOf(tree).filter(isTask).slice(-1);
const onTask =
  (over: Partial<TaskNode>, code: ProblemCode): Break =>
  (tree) => {
    for (const node of tasks(tree)) Object.assign(node, over);
    return code;
  };
const onChoice =
  (change: (node: ConditionNode, first: Branch, last: Branch) => unknown, code: ProblemCode): Break =>
  (tree) => {
    const node = firstOf(tree, isChoice);
    if (!node) return false;
    const [first, last] = [node.branches[0], node.branches.at(-1)] as [Branch, Branch];
    change(node, first, last);
    return code;
  };
const onFork =
  (change: (first: Branch) => unknown, code: ProblemCode): Break =>
  (tree) => {
    const first = firstOf(tree, isFork)?.branches[0];
    if (first) change(first);
    return first ? code : false;
  };
const onList =
  (change: (nodes: ProcessNode[]) => unknown, code: ProblemCode): Break =>
  (tree) => {
    change(tree.nodes);
    return code;
  };
const breaks: Record<string, Break> = {
  'no start': onList((nodes) => nodes.shift(), 'NO_START'),
  'no end': onList((nodes) => nodes.pop(), 'NO_END'),
  'something after an end': onList((nodes) => nodes.splice(1, 0, { kind: 'END', id: 'early', name: '提前结束' }), 'ORPHAN'),
  'a second start': onList((nodes) => nodes.splice(2, 0, { kind: 'START', id: 'again', name: '发起' }), 'MISPLACED'),
  'an id twice': onList((nodes) => nodes.splice(1, 0, task('end')), 'SAME_ID'),
  'nobody asked': onTask({ candidates: [] }, 'NO_CANDIDATES'),
  'no member chosen': onTask({ candidates: [{ kind: 'MEMBERS', memberIds: [] }] }, 'NO_CANDIDATES'),
  'no department chosen': onTask({ candidates: [{ kind: 'DEPARTMENT_HEAD', departmentId: '', levels: 0 }] }, 'NO_CANDIDATES'),
  'candidates of a field that is no member': onTask({ candidates: [{ kind: 'FIELD', field: 'amount' }] }, 'NO_CANDIDATES'),
  'a ratio of 0': onTask({ mode: { kind: 'RATIO', percent: 0 } }, 'MODE'),
  'a ratio over 100': onTask({ mode: { kind: 'RATIO', percent: 101 } }, 'MODE'),
  'somebody for nobody, not chosen': onTask({ onEmpty: { kind: 'MEMBER', memberId: '' } }, 'MODE'),
  'back to itself': (tree) => {
    for (const node of tasks(tree)) node.onReject = { kind: 'NODE', nodeId: node.id };
    return 'RETURN_TARGET';
  },
  'back to nowhere': onTask({ onReject: { kind: 'NODE', nodeId: 'gone' } }, 'RETURN_TARGET'),
  'a field the form has not': onTask({ fields: { gone: 'HIDE' } }, 'FIELD'),
  'a summary of a field the form has not': (tree) => {
    tree.rules = { ...plainRules, summary: ['gone'] };
    return 'FIELD';
  },
  'a time-out of 0 hours': onTask({ timeOut: { hours: 0, then: 'PASS' } }, 'TIME_OUT'),
  'no name': onTask({ name: ' ' }, 'NO_NAME'),
  'no default': onChoice((_, _first, last) => Object.assign(last, { when: atLeast(0) }), 'NO_DEFAULT'),
  'one branch': onChoice((node, _, last) => Object.assign(node, { branches: [last] }), 'FEW_BRANCHES'),
  'a default that is not last': onChoice((_, first) => Object.assign(first, { when: null }), 'CONDITION'),
  'a condition that does not fit': onChoice((_, first) => Object.assign(first, { when: { field: 'amount', op: 'CONTAINS', value: '1' } }), 'CONDITION'),
  'a branch said before': onChoice((node, { when }) => node.branches.splice(1, 0, branch('again', when)), 'UNREACHABLE'),
  'an end in a parallel branch': onFork(({ nodes }) => nodes.push({ kind: 'END', id: 'inside', name: '结束' }), 'ENDS_IN_PARALLEL'),
  'an empty parallel branch': onFork((first) => Object.assign(first, { nodes: [] }), 'EMPTY_BRANCH'),
};

describe('the publish check', () => {
  it('lets sound trees through, whose every document ends', () => {
    fc.assert(
      fc.property(soundTrees, someValues, (tree, values) => {
        expect(check(tree)).toEqual([]);
        expect(TreeSchema.safeParse(tree).data).toEqual(tree);
        expect(pathThrough(tree, values, formFields).ends).not.toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it.each(Object.entries(breaks))('finds %s in any tree', (_, spoil) => {
    let broken = 0;
    fc.assert(
      fc.property(soundTrees, (sound) => {
        const tree = copied(sound);
        const code = spoil(tree);
        if (!code) return;
        broken++;
        const problems = check(tree);
        expect(problems.map((one) => one.code)).toContain(code);
        expect(mayPublish(problems)).toBe(false);
        for (const { words } of problems) expect(words.replace(/“[^”]*”/g, '')).toMatch(/^[^A-Za-z]+$/);
      }),
      { numRuns: 60 },
    );
    expect(broken).toBeGreaterThan(0);
  });

  it('refuses exactly what does not end: a tree of ends, branchings and tasks against walking it', () => {
    const loose = fc.letrec<{ list: ProcessNode[]; node: ProcessNode }>((tie) => ({
      list: fc.array(tie('node'), { maxLength: 3 }),
      node: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constant(task('t')),
        fc.constant<ProcessNode>({ kind: 'END', id: 'e', name: '结束' }),
        fc
          .tuple(tie('list'), tie('list'), fc.boolean())
          .map(([yes, no, hasDefault]) =>
            choice('c', branch('y', atLeast(5), ...yes), branch('n', hasDefault ? null : { field: 'amount', op: 'LT', value: '5' }, ...no)),
          ),
      ),
    })).list;
    const documents: FormValues[] = [{}, { amount: '1' }, { amount: '9' }];
    fc.assert(
      fc.property(loose, (list) => {
        let count = 0;
        const numbered = structuredClone({ nodes: [{ kind: 'START', id: 'start', name: '发起' }, ...list] as ProcessNode[] });
        for (const node of nodesOf(numbered)) {
          node.id = `n${++count}`;
          if (isBranching(node)) for (const one of node.branches) one.id = `b${++count}`;
        }
        const ends = documents.every((values) => pathThrough(numbered, values, formFields).ends !== null);
        const said = codesOf(numbered);
        if (!ends) expect(said.some((code) => code === 'NO_END' || code === 'NO_DEFAULT')).toBe(true);
        if (said.length === 0) expect(ends).toBe(true);
        const reached = new Set(documents.flatMap((values) => pathThrough(numbered, values, formFields).steps.map(({ node }) => node.id)));
        const dead = nodesOf(numbered).filter(({ id }) => !reached.has(id));
        // What a condition within the same condition shuts out is for the trial run to show: the check reads no two conditions together.
        const within = new Set(
          nodesOf(numbered)
            .filter(isBranching)
            .flatMap(({ branches }) => branches.flatMap((one) => nodesOf({ nodes: one.nodes }).filter(isBranching)))
            .flatMap(({ branches }) => branches.flatMap((one) => nodesOf({ nodes: one.nodes }).map(({ id }) => id))),
        );
        if (ends && said.length === 0) expect(dead.every(({ kind, id }) => kind === 'END' || within.has(id))).toBe(true);
      }),
      { numRuns: 800 },
    );
  });

  it('says a branch nobody takes, and why', () => {
    const around = (...branches: Parameters<typeof branch>[]) => treeOf(task('a'), choice('c', ...branches.map((one) => branch(...one))));
    expect(wordsOf(around(['1', atLeast(100)], ['2', atLeast(500)], ['3', null]))).toEqual([
      '“条件c”的分支“分支2”永远不会走到：它的条件互相矛盾，或已被前面的条件全部包含',
    ]);
    expect(codesOf(around(['1', atLeast(500)], ['2', atLeast(100)], ['3', null]))).toEqual([]);
    expect(codesOf(around(['1', { all: [atLeast(500), { field: 'amount', op: 'LT', value: '500' }] }], ['2', null]))).toEqual(['UNREACHABLE']);
    // Nothing lies between 100.00 and 100.01.
    expect(
      codesOf(
        around(
          [
            '1',
            {
              all: [
                { field: 'amount', op: 'GT', value: '100' },
                { field: 'amount', op: 'LT', value: '100.01' },
              ],
            },
          ],
          ['2', null],
        ),
      ),
    ).toEqual(['UNREACHABLE']);
    expect(codesOf(around(['1', { field: 'kind', op: 'IN', value: ['A', 'B'] }], ['2', { field: 'kind', op: 'EQ', value: 'B' }], ['3', null]))).toEqual([
      'UNREACHABLE',
    ]);
    expect(
      codesOf(around(['1', { field: 'reason', op: 'CONTAINS', value: '借' }], ['2', { field: 'reason', op: 'EQ', value: '借款' }], ['3', null])),
      'of texts nothing is claimed',
    ).toEqual([]);
    const inner = treeOf(
      task('a'),
      choice('c', branch('1', atLeast(500), choice('d', branch('2', { field: 'amount', op: 'LT', value: '300' }), branch('3', null))), branch('4', null)),
    );
    expect(wordsOf(inner)).toEqual(['“条件d”的分支“分支2”永远不会走到：它的条件互相矛盾，或已被前面的条件全部包含']);
    const always: ProcessNode = {
      kind: 'AUTO',
      id: 'auto',
      name: '直接通过',
      when: { any: [atLeast(5), { field: 'amount', op: 'LT', value: '5' }] },
      then: 'PASS',
    };
    expect(codesOf(treeOf(always, task('a'))), 'a document without an amount goes on').toEqual([]);
  });

  it('lets a rejection go back to what every way has passed, and nowhere else', () => {
    const tree = treeOf(
      task('a'),
      choice('c', branch('1', atLeast(5), task('b'), task('d')), branch('2', null, task('e'))),
      fork('f', branch('3', null, task('g')), branch('4', null, task('h'))),
      task('i'),
    );
    const targets = (id: string) => returnTargets(tree, id).map((node) => node.id);
    expect(targets('d')).toEqual(['a', 'b']);
    expect(targets('e')).toEqual(['a']);
    expect(targets('h')).toEqual(['a']);
    expect(targets('i')).toEqual(['a']);
    expect(targets('a')).toEqual([]);
    (findNode(tree, 'i') as TaskNode).onReject = { kind: 'NODE', nodeId: 'b' };
    expect(wordsOf(tree)[0]).toBe('“审批i”驳回后退回的节点不存在，或不是每次都会经过的前面节点（例如在另一分支里）');
  });

  it('takes the largest tree in no time, and says a warning without stopping', () => {
    const many = treeOf(...Array.from({ length: MOST_NODES - 2 }, (_, at) => task(`t${at}`)));
    expect(TreeSchema.safeParse(many).success).toBe(true);
    expect(check(many)).toEqual([]);
    expect(mayPublish(check(treeOf()))).toBe(true);
    expect(codesOf(treeOf())).toEqual(['NOBODY_ASKED']);
    expect(codesOf(treeOf(task('a', { signatureRequired: true })))).toEqual(['BATCH']);
  });
});

describe('the shape of a tree', () => {
  const refused = (nodes: unknown) => TreeSchema.safeParse({ nodes }).error?.issues.map(({ message }) => message) ?? [];
  it('holds sizes', () => {
    expect(refused(Array.from({ length: MOST_NODES + 1 }, (_, at) => task(`t${at}`)))).toContain(`节点不能超过${MOST_NODES}个`);
    const spread = treeOf(
      ...Array.from({ length: 20 }, (_, at) =>
        choice(`c${at}`, branch(`y${at}`, atLeast(1), ...Array.from({ length: 10 }, (_one, inner) => task(`t${at}-${inner}`))), branch(`n${at}`, null)),
      ),
    );
    expect(refused(spread.nodes)).toEqual([`节点不能超过${MOST_NODES}个`]);
    expect(refused([{ ...task('a'), name: '长'.repeat(31) }])).toEqual(['节点名称长度不能超过30个字']);
    const deep = (level: number): ProcessNode =>
      level === 0 ? task('t') : choice(`c${level}`, branch(`y${level}`, atLeast(1), deep(level - 1)), branch(`n${level}`, null));
    expect(refused([deep(5)])).toEqual([]);
    expect(refused([deep(6)])).toEqual(['分支最多嵌套5层']);
    expect(refused([choice('c', ...Array.from({ length: 13 }, (_, at) => branch(`b${at}`, null)))])).toEqual(['一个节点不能超过12个分支']);
    expect(refused([{ ...task('a'), candidates: [{ kind: 'MEMBERS', memberIds: ['x'] }] }])).toEqual(['成员的编号格式不正确']);
  });
  it('keeps of what it is given only what a tree says', () => {
    const given = { nodes: [{ ...task('a'), evil: '<script>', candidates: [{ kind: 'PERMISSION', sql: '1' }] }] };
    expect(TreeSchema.parse(given)).toEqual({ nodes: [task('a')] });
  });
});

describe('the path', () => {
  const tree = treeOf(
    task('a'),
    choice('c', branch('1', atLeast(10_000), task('b'), { kind: 'END', id: 'early', name: '结束' }), branch('2', null)),
    fork('f', branch('3', null, task('g')), branch('4', null, task('h'))),
    task('i'),
  );
  const idsFor = (values: FormValues) => pathThrough(tree, values, formFields).steps.map(({ node }) => node.id);
  it('names the nodes in order, with the branch taken', () => {
    expect(idsFor({ amount: '9999.99' })).toEqual(['start', 'a', 'c', 'f', 'g', 'h', 'i', 'end']);
    expect(idsFor({ amount: '10000' })).toEqual(['start', 'a', 'c', 'b', 'early']);
    const step = pathThrough(tree, { amount: '10000' }, formFields).steps[3];
    expect(step?.within.map(({ branch: one }) => one.id)).toEqual(['1']);
  });
  it('says where it cannot go on, and what ends it', () => {
    const stuck = treeOf(choice('c', branch('1', atLeast(5), task('b')), branch('2', atLeast(3))));
    expect(pathThrough(stuck, { amount: '1' }, formFields).ends).toBeNull();
    const auto = (then: 'PASS' | 'REJECT') => treeOf({ kind: 'AUTO', id: 'x', name: '自动', when: atLeast(5), then }, task('b'));
    expect(pathThrough(auto('REJECT'), { amount: '6' }, formFields)).toMatchObject({ ends: 'REJECT', steps: [{}, { decided: true }] });
    expect(pathThrough(auto('PASS'), { amount: '4' }, formFields).steps).toHaveLength(4);
    expect(placesOf(tree.nodes)).toHaveLength(10);
  });
});
