import { describe, expect, test } from 'vitest';
import { mustStand } from '~/server/document.server';
import { Refusal, refusalCodes } from '~/shared/refusal';
import { stepTable } from '~/shared/states';

const names = { DRAFT: '草稿', WAITING: '待审核', DONE: '已完成' } as const;
type State = keyof typeof names;

const refusalOf = (work: () => void): Refusal | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
};
const standing = (state: State) => ({ title: '借用单J1', state, names });

describe('what may be done in a state', () => {
  test('is one state, several, or what a question answers', () => {
    for (const allowed of ['WAITING', ['WAITING'], (state: State) => state === 'WAITING'] as const) {
      expect(refusalOf(() => mustStand(standing('WAITING'), allowed, '审核'))).toBeUndefined();
      expect(refusalOf(() => mustStand(standing('DONE'), allowed, '审核'))).toMatchObject({
        code: refusalCodes.BAD_STATE,
        message: '借用单J1当前为“已完成”，不能审核',
      });
    }
  });

  test('is not what the name of an allowed state merely holds', () => {
    const standing = { title: '借用单J1', state: 'PAID', names: { PAID: '已付', PART_PAID: '部分付款' } } as const;
    expect(refusalOf(() => mustStand<'PAID' | 'PART_PAID'>(standing, 'PART_PAID', '收款'))?.message).toBe('借用单J1当前为“已付”，不能收款');
  });

  test('is refused by a sentence and a code of its own where there are better ones', () => {
    const refusal = refusalOf(() => mustStand({ ...standing('DONE'), reason: 'IMPORT_STATE' }, 'DRAFT', { said: '只能删除草稿' }));
    expect([refusal?.code, refusal?.message]).toEqual([refusalCodes.IMPORT_STATE, '借用单J1当前为“已完成”，只能删除草稿']);
  });
});

test('steps lead where the table says, each with its own conditions', () => {
  const steps = stepTable<State, { to: State; label: string; reason: boolean }>(names, {
    DRAFT: [{ to: 'WAITING', label: '提交', reason: false }],
    WAITING: [
      { to: 'DONE', label: '通过', reason: false },
      { to: 'DRAFT', label: '退回', reason: true },
    ],
    DONE: [],
  });
  expect([steps.mayBecome('WAITING', 'DRAFT'), steps.mayBecome('DRAFT', 'DONE')]).toEqual([true, false]);
  expect(steps.step('WAITING', 'DRAFT')).toMatchObject({ label: '退回', reason: true });
  expect(() => steps.step('DRAFT', 'DONE')).toThrow('DRAFT to DONE');
  expect([steps.stepsFrom('WAITING').map((one) => one.label), steps.stepsFrom('LOST')]).toEqual([['通过', '退回'], []]);
});
