import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBlankRow, parseGrid, spread } from '~/ui/form/grid';
import { flatProblems, placeOf, refusedFields, wordsOf } from '~/ui/form/problems';

describe('cells pasted from a spreadsheet', () => {
  test('tabs, line breaks of any system, trailing blank rows', () => {
    expect(parseGrid('A\t1\r\nB\t2\r\n\t\r\n')).toEqual([
      ['A', '1'],
      ['B', '2'],
    ]);
    expect(parseGrid('0012')).toEqual([['0012']]);
    expect(parseGrid('')).toEqual([]);
  });
  test('quoted cells keep tabs, breaks and quotes', () => {
    expect(parseGrid('"two\nlines"\t"say ""hi"""\t5" pipe')).toEqual([['two\nlines', 'say "hi"', '5" pipe']]);
  });
  test('fill right and down, cells beyond the last column are dropped', () => {
    expect(spread([['1', '2', '3'], ['4']], { row: 2, column: 1 }, ['sku', 'qty', 'price'])).toEqual([
      { row: 2, patch: { qty: '1', price: '2' } },
      { row: 3, patch: { qty: '4' } },
    ]);
  });
  test('a row with only its starting values is blank', () => {
    expect(isBlankRow({ sku: '', qty: '1', gift: false }, { sku: '', qty: '1', gift: false })).toBe(true);
    expect(isBlankRow({ sku: '', units: [] }, { sku: '', units: [] })).toBe(true);
    expect(isBlankRow({ sku: 'A', qty: '1' }, { sku: '', qty: '1' })).toBe(false);
  });
});

describe('why a form was not taken', () => {
  const labels = new Map([
    ['customerId', { label: '客户', required: true }],
    ['lines.*.qty', { label: '数量', required: true }],
  ]);
  test('a refusal becomes a sentence and fields', () => {
    const refusal = { code: '310003', message: '第1行数量低于起订量', data: { fields: { 'lines[0].qty': '不能低于起订量 20' } } };
    expect(refusedFields(refusal)).toEqual({
      message: '第1行数量低于起订量',
      fields: [{ path: 'lines.0.qty', message: '不能低于起订量 20', fromServer: true }],
      warning: false,
    });
    expect(refusedFields({ code: 'W1', message: '超出信用', data: {} }).warning).toBe(true);
    expect(refusedFields(new TypeError('boom')).message).toBe('系统繁忙，请稍后重试');
    expect(refusedFields({ code: '100000004', message: '登录已失效' }).message).toBe('');
  });
  test('nested errors are flattened in order, the array itself included', () => {
    const errors = {
      customerId: { type: 'x', message: '必填' },
      lines: { 1: { qty: { type: 'server', message: '太少' } }, root: { type: 'too_small', message: '至少一行' } },
    };
    expect(flatProblems(errors)).toEqual([
      { path: 'customerId', message: '必填', fromServer: false },
      { path: 'lines.1.qty', message: '太少', fromServer: true },
      { path: 'lines', message: '至少一行', fromServer: false },
    ]);
  });
  test('a problem is placed by label, or by line and column', () => {
    expect(placeOf('customerId', labels)).toBe('客户');
    expect(placeOf('lines.2.qty', labels)).toBe('第3行“数量”');
    expect(placeOf('lines.2', labels)).toBe('第3行');
    expect(placeOf('unknown', labels)).toBe('');
  });
  test('an empty required field is asked for by name, unless the server spoke', () => {
    expect(wordsOf({ message: '格式不正确' }, '数量', '', true)).toBe('请填写数量');
    expect(wordsOf({ message: '格式不正确' }, '数量', '1.23456', true)).toBe('格式不正确');
    expect(wordsOf({ message: '该客户已停用', fromServer: true }, '客户', '', true)).toBe('该客户已停用');
  });
});

test('a form that makes or edits a record shows what somebody else saved meanwhile', () => {
  const forms = globSync('src/domains/**/*.tsx').filter((path) => /<Form(Dialog|Page)\b/.test(readFileSync(path, 'utf8')));
  const saves = /\bversion = \w+\?\.ver|call\(\w+Save\b[^;]*\?\.ver(sion)? \?\? 0/;
  const editing = forms.filter((path) => saves.test(readFileSync(path, 'utf8')));
  expect(editing.length).toBeGreaterThan(20);
  expect(editing.filter((path) => !/\blatest=|\blatest:/.test(readFileSync(path, 'utf8')))).toEqual([]);
});
