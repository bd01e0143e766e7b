import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from '~/server/sheet/columns';
import { choice, code, date, decimal, integer, mobile, percent, text, yesNo, yuan } from '~/server/sheet/fields';

const of = <T>(field: Field<T>, cell: string) => {
  const parsed = field(cell);
  return 'value' in parsed ? parsed.value : parsed.error;
};

test('codes keep their characters; exponent form is refused, 1E5 is a code', () => {
  expect(of(code(20), '007')).toBe('007');
  expect(of(code(20), '1E5')).toBe('1E5');
  expect(of(code(20), 'Ａ１２－３')).toBe('A12-3');
  expect(of(code(20), '6.93E+12')).toContain('科学计数“6.93E+12”');
  expect(of(code(3), '1234')).toBe('长度不能超过3');
  expect(of(text(2), '三个字')).toBe('长度不能超过2');
});

test('decimals: thousands separators, full width, currency; exact, bounded, never rounded', () => {
  const price = decimal({ digits: 2, positive: true, max: '99999' });
  expect(of(price, '1,234.50')).toBe('1234.5');
  expect(of(price, '￥１，２３４．５')).toBe('1234.5');
  expect(of(price, '12.00 元')).toBe('12');
  expect(of(price, '0')).toBe('必须大于0');
  expect(of(price, '1.234')).toBe('最多允许2位小数');
  expect(of(price, '100000')).toBe('不能大于99999');
  expect(of(price, '1,23')).toContain('不是有效的数字（当前值：1,23）');
  for (const wrong of ['', 'abc', '1E5', '1.2.3', '--1', '#N/A', '=1+1']) expect(of(price, wrong)).toContain('不是有效的数字');
  expect(of(decimal({ digits: 4 }), '-1')).toBe('不能小于0');
  expect(of(decimal({ digits: 4, min: '-10' }), '-1.5')).toBe('-1.5');
  expect(of(decimal({ digits: 0 }), '1.5')).toBe('只能填整数');
  expect(of(decimal({ digits: 2, whole: 3 }), '1234')).toBe('整数部分不能超过3位');
  expect(of(integer(0, 365), '30')).toBe(30);
  expect(of(yuan(), '1,234.5')).toBe(123450n);
});

test('any decimal survives being written with thousands separators', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n - 1n }), (scaledValue) => {
      const digits = scaledValue.toString().padStart(7, '0');
      const plain = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
      const grouped = plain.replace(/\B(?=(\d{3})+(?=\.))/g, ',');
      return of(decimal({ digits: 6 }), grouped) === plain.replace(/\.?0+$/, '');
    }),
  );
});

test('dates in the ways people write them', () => {
  for (const typed of ['2026-03-01', '2026/3/1', '2026.3.1', '2026年3月1日', '20260301', '46082', '2026-03-01 00:00:00', '２０２６－０３－０１'])
    expect(`${typed} ${of(date, typed)}`).toBe(`${typed} 2026-03-01`);
  for (const wrong of ['2026-02-30', '03/01/2026', '12', '2026-13-01', '明天']) expect(of(date, wrong)).toBe(`日期格式应如2026-12-31（当前值：${wrong}）`);
});

test('rates, yes and no, choices, mobiles', () => {
  for (const [typed, ppm] of [
    ['13', 130000],
    ['13%', 130000],
    ['0.13', 130000],
    ['１３％', 130000],
    ['0', 0],
    ['100', 1000000],
    ['0.5%', 5000],
  ] as const)
    expect(of(percent, typed)).toBe(ppm);
  expect(of(percent, '101')).toBe('不能大于100');
  expect(of(yesNo, '是')).toBe(true);
  expect(of(yesNo, '对')).toBe('只能填“是”或“否”');
  expect(of(choice({ 销售: 'SALE', 描述: 'DESC' }), '描述')).toBe('DESC');
  expect(of(choice({ 销售: 'SALE', 描述: 'DESC' }), '其他')).toBe('只能填“销售”、“描述”（当前值：其他）');
  expect(of(mobile, '138 0000 0001')).toBe('13800000001');
  expect(of(mobile, '+8613800000001')).toBe('13800000001');
  expect(of(mobile, '1380000')).toBe('应为以1开头的11位手机号');
});
