import { describe, expect, test } from 'vitest';
import { displayCount } from '~/shared/money';
import { saidPrice } from '~/shared/said';
import { told } from '~/shared/told';
import { fileProblem } from '~/ui/kit/FileDrop';
import { normaliseNumber } from '~/ui/kit/number';
import { formatMoney, formatPrice, formatQty, formatTime, toneOfName } from '~/ui/values/format';
import { regionPath } from '~/ui/values/RegionCascade';

describe('figures as people read them', () => {
  test('how many, and prices in sentences, with thousands apart', () => {
    expect([displayCount(999), displayCount(12345), told(saidPrice('12800.5'))]).toEqual(['999', '12,345', '12,800.50']);
  });
  test.each([
    ['1234567.5', '1,234,567.50'],
    ['-1234.5', '-1,234.50'],
    ['0', '0.00'],
    ['999', '999.00'],
    ['90071992547409931.99', '90,071,992,547,409,931.99'],
    ['1.005', '1.01'],
    ['', '- -'],
    [null, '- -'],
    [undefined, '- -'],
    ['abc', '- -'],
  ])('money %s', (value, shown) => expect(formatMoney(value)).toBe(shown));
  test.each([
    ['0', '0'],
    ['0.00', '0'],
    ['0.01', '0.01'],
    ['99.99', '0.01'],
    ['100', '0.01'],
    ['150', '0.02'],
    ['12345678.9', '1,234.57'],
    ['-50', '-0.01'],
    ['-20000', '-2.00'],
    [undefined, '- -'],
  ])('ten-thousands %s', (value, shown) => expect(formatMoney(value, { wan: true })).toBe(shown));
  test('quantities lose trailing zeros, prices keep two decimals', () => {
    expect(formatQty('1200.5000')).toBe('1,200.5');
    expect(formatQty('3.0000')).toBe('3');
    expect(formatPrice('12.500000')).toBe('12.50');
    expect(formatPrice('0.123456')).toBe('0.123456');
  });
  test('instants are read in Shanghai, days stay', () => {
    expect(formatTime('2026-01-01T16:30:05Z')).toBe('2026-01-02 00:30:05');
    expect(formatTime('2026-01-01T16:30:05Z', 'minute')).toBe('2026-01-02 00:30');
    expect(formatTime('2026-01-01')).toBe('2026-01-01');
    expect(formatTime('nonsense')).toBe('- -');
  });
  test.each([
    ['待审核', 'warn'],
    ['部分发货', 'warn'],
    ['已完成', 'ok'],
    ['启用', 'ok'],
    ['停用', 'neutral'],
    ['未通过', 'danger'],
    ['已驳回', 'danger'],
    ['已逾期', 'danger'],
    ['审核中', 'info'],
    ['草稿', 'neutral'],
    ['在途', 'info'],
    ['已收货', 'ok'],
    ['待收货', 'warn'],
  ])('%s looks %s', (name, tone) => expect(toneOfName(name)).toBe(tone));
});

describe('what people type', () => {
  test.each([
    ['１,２３４．５０', '1234.50'],
    ['¥ 1,000', '1000'],
    ['.5', '0.5'],
    ['-3', '-3'],
    ['12。5', '12.5'],
    ['', ''],
    ['12a', undefined],
    ['1.2.3', undefined],
  ])('number %s', (raw, taken) => expect(normaliseNumber(raw)).toBe(taken));
  test('a refused file is named with its limit', () => {
    expect(fileProblem({ name: 'a.exe', size: 1 }, '.xlsx,.csv', 10)).toContain('a.exe');
    expect(fileProblem({ name: 'a.XLSX', size: 11 * 1024 * 1024 }, '.xlsx', 10)).toBe('文件“a.XLSX”为 11.0 MB，超过上限 10 MB');
    expect(fileProblem({ name: 'a.csv', size: 0 }, '.csv', 10)).toContain('空文件');
    expect(fileProblem({ name: 'a.csv', size: 10 }, '.csv', 10)).toBeUndefined();
  });
  test('a region code names its parents', () => {
    expect(regionPath('330106')).toEqual(['330000', '330100', '330106']);
    expect(regionPath('330100')).toEqual(['330000', '330100', '']);
    expect(regionPath('330000')).toEqual(['330000', '', '']);
    expect(regionPath('')).toEqual(['', '', '']);
  });
});
