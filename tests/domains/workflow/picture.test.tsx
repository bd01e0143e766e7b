import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProcessPicture } from '~/domains/workflow/pickers/ProcessPicture';
import { atLeast, branch, choice, formFields, memberId, task, treeOf } from '../../support/processes';

const tree = treeOf(
  task('a', { candidates: [{ kind: 'MEMBERS', memberIds: [memberId(1), memberId(9)] }], mode: { kind: 'ALL' } }),
  choice('c', branch('1', atLeast(10000), task('b')), branch('2', null)),
);

it('draws a process with what it says, and in a run with who was asked and which way it went', () => {
  const plain = renderToString(<ProcessPicture tree={tree} fields={formFields} names={{ [memberId(1)]: '张三' }} />);
  expect(plain).toContain('张三、已删除 · 会签');
  expect(plain).toContain('金额大于等于10,000.00元');
  expect(plain).toContain('其他情况');
  const run = renderToString(
    <ProcessPicture tree={tree} fields={formFields} names={{}} states={{ a: { label: '已通过', tone: 'ok', people: '王五' } }} untaken={new Set(['1'])} />,
  );
  expect(run).toContain('王五');
  expect(run).not.toContain('会签');
  expect(run).toContain('已通过');
  expect(run.match(/opacity-45/g)).toHaveLength(1);
});
