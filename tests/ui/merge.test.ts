import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clashesOf, mergeTyped } from '~/ui/form/merge';
import type { FieldLabel } from '~/ui/form/problems';

const line = (id: string, qty: string, remark = '') => ({ id, qty, remark });
const base = { remark: '甲', payMethod: 'BALANCE', lines: [line('a', '1'), line('b', '2'), line('c', '3')] };
const labels = new Map<string, FieldLabel>([
  ['remark', { label: '备注', required: false }],
  ['payMethod', { label: '支付方式', required: false, options: [{ value: 'OFFLINE', label: '线下付款' }] }],
  ['lines.*.qty', { label: '数量', required: true }],
]);

test('what I left alone is theirs, what I typed stays, rows are matched by their id', () => {
  const mine = { ...base, remark: '乙', lines: [line('a', '1'), line('b', '20'), line('', '9')] };
  const theirs = { ...base, payMethod: 'OFFLINE', lines: [line('a', '7'), line('b', '5', '急'), line('c', '3'), line('d', '4')] };
  expect(mergeTyped(base, mine, theirs)).toEqual({
    remark: '乙',
    payMethod: 'OFFLINE',
    lines: [line('a', '7'), line('b', '20', '急'), line('d', '4'), line('', '9')],
  });
});

test('a row they deleted goes, unless I changed it: then it is entered anew', () => {
  const theirs = { ...base, lines: [line('a', '1')] };
  expect(mergeTyped(base, { ...base, lines: [line('a', '1'), line('b', '2'), line('c', '8')] }, theirs).lines).toEqual([line('a', '1'), line('', '8')]);
});

test('their changes are told by place, before, theirs and mine', () => {
  const mine = { ...base, lines: [line('a', '2'), line('b', '2')] };
  const theirs = { ...base, remark: '', payMethod: 'OFFLINE', lines: [line('a', '7'), line('b', '2')] };
  expect(clashesOf(base, mine, theirs, labels).map(({ path: _, ...one }) => one)).toEqual([
    { place: '备注', before: '甲', theirs: '（空）', mine: '甲' },
    { place: '支付方式', before: 'BALANCE', theirs: '线下付款', mine: 'BALANCE' },
    { place: '第1行“数量”', before: '1', theirs: '7', mine: '2' },
    { place: '原第3行', before: '有', theirs: '已删除', mine: '已删除' },
  ]);
});

test('nothing typed gives theirs, nothing saved gives mine', () => {
  const value = fc.record({ remark: fc.string(), lines: fc.uniqueArray(fc.record({ id: fc.uuid(), qty: fc.string() }), { selector: (row) => row.id }) });
  fc.assert(
    fc.property(value, value, (from, other) => {
      expect(mergeTyped(from, from, other)).toEqual(other);
      expect(mergeTyped(from, { ...from, remark: other.remark }, from)).toEqual({ ...from, remark: other.remark });
    }),
    { seed: 6 },
  );
});
