import { expect, test } from 'vitest';
import { countStates, entryProblem } from '~/domains/stockCount/count';

test('quantities are imported only while a count is on; otherwise its address says why not', () => {
  const problems = Object.keys(countStates).map((status) => entryProblem({ no: 'PD1', status: status as keyof typeof countStates }));
  expect(problems.map((problem) => problem === '')).toEqual([false, true, false, false, false]);
  expect(problems.at(-1)).toBe('盘点单PD1当前为“已作废”，不能导入实盘');
});
