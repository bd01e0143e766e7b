import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeDiff } from '~/domains/workflow/processDiff';
import { plainRules } from '~/domains/workflow/processTree';
import { addNode, changeBranch, changeNode, moveNode, removeNode } from '~/domains/workflow/treeEdit';
import { atLeast, branch, choice, formFields, memberId, soundTrees, task, treeOf } from '../../support/processes';

const said = { fields: formFields, nameOf: (id: string) => (id === memberId(1) ? '张三' : '李四') };
const tree = treeOf(task('a'), choice('c', branch('1', atLeast(100), task('b')), branch('2', null)), task('d'), task('e'));

describe('the difference of two versions', () => {
  it('says what holds for the whole process', () => {
    const after = { ...tree, rules: { ...plainRules, withdraw: 'NEVER' as const, summary: ['amount'] } };
    expect(treeDiff(tree, after, said)).toEqual([
      {
        ...{ kind: 'CHANGED', nodeId: '', name: '流程规则', nodeKind: '高级设置' },
        changes: [
          { label: '撤回', before: '审批结束前随时可以撤回', after: '提交后不能撤回' },
          { label: '摘要字段', before: '按单据默认', after: '金额' },
        ],
      },
    ]);
  });

  it('says which node changed, and what', () => {
    const after = changeBranch(
      changeNode(
        tree,
        'a',
        (node) =>
          ({
            ...node,
            name: '主管审批',
            candidates: [{ kind: 'MEMBERS', memberIds: [memberId(1), memberId(2)] }],
            mode: { kind: 'RATIO', percent: 60 },
          }) as typeof node,
      ),
      '1',
      (one) => ({ ...one, when: atLeast(500) }),
    );
    expect(treeDiff(tree, after, said)).toEqual([
      {
        ...{ kind: 'CHANGED', nodeId: 'a', name: '主管审批', nodeKind: '审批' },
        changes: [
          { label: '名称', before: '审批a', after: '主管审批' },
          { label: '审批人', before: '有审核权限的人', after: '张三、李四' },
          { label: '多人时', before: '或签', after: '票签（60%）' },
        ],
      },
      {
        ...{ kind: 'CHANGED', nodeId: 'c', name: '条件c', nodeKind: '条件分支' },
        changes: [{ label: '分支“分支1”的条件', before: '金额大于等于100.00元', after: '金额大于等于500.00元' }],
      },
    ]);
  });

  it('says what was added, removed and moved, and nothing of those that stayed', () => {
    const after = moveNode(
      removeNode(addNode(tree, { home: '2', at: 0 }, { kind: 'CC', id: 'n', name: '知会', candidates: [{ kind: 'SALESPERSON' }] }), 'b'),
      'e',
      { home: '', at: 1 },
    );
    const changes = treeDiff(tree, after, said);
    expect(changes.map(({ kind, nodeId }) => `${kind} ${nodeId}`)).toEqual(['CHANGED e', 'ADDED n', 'REMOVED b']);
    expect(changes[0]?.changes).toEqual([{ label: '位置', before: '“审批d”之后', after: '“发起”之后' }]);
    expect(changes[1]?.changes).toEqual([
      { label: '位置', before: '', after: '条件c的分支“分支2”中，最前面' },
      { label: '抄送人', before: '', after: '客户的业务员' },
    ]);
  });

  it('is empty of a tree with itself, and never silent about a change', () => {
    fc.assert(
      fc.property(soundTrees, (one) => {
        expect(treeDiff(one, structuredClone(one), said)).toEqual([]);
        const other = changeNode(one, 'first', (node) => ({ ...node, mayBatch: false }) as typeof node);
        expect(treeDiff(one, other, said)).toEqual([expect.objectContaining({ nodeId: 'first', changes: [{ label: '允许批量', before: '是', after: '否' }] })]);
      }),
      { numRuns: 50 },
    );
  });
});
