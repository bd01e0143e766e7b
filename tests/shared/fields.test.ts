import { describe, expect, it } from 'vitest';
import { EnteredDate, EnteredInstant, FlowNo, Price, Qty, Yuan } from '~/shared/fields.schema';
import { MOST_FEN, mustFit } from '~/shared/money';
import { Refusal } from '~/shared/refusal';

const problemOf = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues[0]?.message ?? '';

describe('bounds of what people send', () => {
  it.each([
    [Yuan, '9999999999.99', '10000000000.00', '金额不能超过9,999,999,999.99元（当前值：10000000000.00）'],
    [Qty, '999999999.9999', '1000000000', '数量不能超过999,999,999.9999（当前值：1000000000）'],
    [Price, '9999999.999999', '10000000', '单价不能超过9,999,999.999999元（当前值：10000000）'],
  ])('takes up to the limit and says it beyond', (field, most, more, words) => {
    expect(field.safeDecode(most).success).toBe(true);
    expect(problemOf(field.safeDecode(more))).toBe(words);
  });

  it('holds below zero too, and what is no figure at all', () => {
    expect(problemOf(Yuan.safeDecode('-999999999999999.99'))).toContain('金额不能低于-9,999,999,999.99元');
    for (const wrong of ['', '1e5', 'NaN', '1.234', ' 1', '１', '9'.repeat(40)]) expect(problemOf(Yuan.safeDecode(wrong))).toBe('金额格式不正确，最多两位小数');
  });

  it('never refuses an answer: sums go beyond what one document may hold', () => {
    expect(Yuan.encode(9_007_199_254_740_993_000n)).toBe('90071992547409930.00');
    expect(Qty.encode('12345678901234567890.5')).toBe('12345678901234567890.5');
  });

  it('holds computed amounts to the same bound', () => {
    expect(mustFit(MOST_FEN, '合计')).toBe(MOST_FEN);
    expect(() => mustFit(MOST_FEN + 1n, '合计')).toThrow(Refusal);
    expect(() => mustFit(MOST_FEN + 1n, '合计')).toThrow('合计10,000,000,000.00元超过上限9,999,999,999.99元');
  });
});

it('knows no day before 2000 or after 2099', () => {
  for (const day of ['1999-12-31', '0001-01-01', '2100-01-01', '9999-12-31'])
    expect(problemOf(EnteredDate.safeDecode(day))).toBe('日期应在2000-01-01到2099-12-31之间');
  expect(EnteredDate.safeDecode('2026-06-15').success).toBe(true);
  expect(problemOf(EnteredInstant.safeDecode('0026-06-15T00:00:00.000Z'))).toContain('日期应在');
});

it('takes flow numbers that look alike for the same', () => {
  for (const typed of ['ＡＢ１２３', 'ab123', ' AB 123 ', 'AB\u200b123', 'A\u00adB\u202e123']) expect(FlowNo.decode(typed)).toBe('AB123');
});
