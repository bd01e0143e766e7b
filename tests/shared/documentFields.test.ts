import { expect, test } from 'vitest';
import { z } from 'zod';
import { exportColumns, overStored, selected, sheetColumns, storedOf, wordsOf } from '~/server/documentFields.server';
import { inputLabel } from '~/server/inputLabels.server';
import { columnHelp } from '~/server/sheet/columns';
import { blankOf, documentFields, formOf } from '~/shared/documentFields';
import { answerOf, filterOf, inputOf } from '~/shared/fieldSchemas';
import { told } from '~/shared/told';

const kinds = { PIPE: '管材', TANK: '容器' } as const;
const fields = documentFields({
  code: { label: '设备编号', kind: 'code', max: 10 },
  name: { label: '设备名称', kind: 'text', max: 5, required: true },
  kind: { label: '设备类型', kind: 'choice', names: kinds, required: true, absent: 'TANK', blank: 'PIPE' },
  keeperId: { label: '保管人', kind: 'ref' },
  siteId: { label: '工地', kind: 'ref', required: true },
  boughtOn: { label: '购买日期', kind: 'date' },
  usedUp: { label: '已用数量', kind: 'qty' },
  costNow: { label: '现值', kind: 'yuan' },
  years: { label: '折旧年限', kind: 'int', most: 50, absent: '10' },
  leased: { label: '租入', kind: 'flag' },
});
const schema = z.object(inputOf(fields));
const ID = '018f0000-0000-7000-8000-000000000001';
const typed = { ...blankOf(fields), name: '吊车', siteId: ID };
const row = { code: '', name: '吊车', kind: 'PIPE', keeper_id: null, site_id: ID, bought_on: null, used_up: null, cost_now: null, years: 10, leased: false };
const problemOf = (change: object) => schema.safeParse({ ...typed, ...change }).error?.issues[0]?.message;

test('a blank form passes but for what is required, and becomes the row', () => {
  expect(blankOf(fields)).toMatchObject({ code: '', kind: 'PIPE', years: '10', leased: false, siteId: '' });
  expect(schema.safeParse(blankOf(fields)).error?.issues.map((issue) => issue.message)).toEqual(['设备名称不能为空', '请选择工地']);
  expect(storedOf(fields, schema.parse(typed))).toEqual(row);
  expect(storedOf(fields, schema.parse({ name: '吊车', siteId: ID })).kind).toBe('TANK');
});

test('what is wrong names the field', () => {
  expect(problemOf({ name: '六个字的名称' })).toBe('设备名称长度不能超过5个字');
  expect(problemOf({ code: '有字' })).toBe('设备编号只能是1到10位字母、数字或 - _ .');
  expect(problemOf({ kind: 'X' })).toBe('请选择设备类型');
  expect(problemOf({ usedUp: '-1' })).toBe('已用数量不能为负数');
  expect(problemOf({ costNow: '-0.01' })).toBe('现值不能为负数');
  expect(problemOf({ years: '51' })).toBe('折旧年限应为0到50的整数');
  expect(problemOf({ siteId: '' })).toBe('请选择工地');
});

test('answers, forms and the log read the row back', () => {
  const stored = { ...row, kind: 'TANK' as const, bought_on: '2026-03-01', used_up: '12.5000', cost_now: 123450n };
  const answer = z.object(answerOf(fields));
  const wire = z.encode(answer, {
    ...schema.parse(typed),
    kind: stored.kind,
    keeperId: null,
    boughtOn: stored.bought_on,
    usedUp: stored.used_up,
    costNow: stored.cost_now,
    years: stored.years,
  });
  expect(wire).toMatchObject({ costNow: '1234.50', usedUp: '12.5', keeperId: null, years: 10 });
  expect(formOf(fields, wire as never)).toMatchObject({ costNow: '1234.50', keeperId: '', years: '10', boughtOn: '2026-03-01', leased: false });
  expect(told(wordsOf(fields, stored, { siteId: '云庐' }))).toEqual({
    设备编号: '',
    设备名称: '吊车',
    设备类型: '容器',
    保管人: '',
    工地: '云庐',
    购买日期: '2026-03-01',
    已用数量: '12.5',
    '现值(元)': '1,234.50',
    折旧年限: '10',
    租入: '否',
  });
});

test('sheets have a column for each field but refs, and an empty cell keeps what is stored', () => {
  const columns = sheetColumns(fields, { name: { sample: '塔吊' } });
  expect(Object.values(columns).map((column) => [column.title, column.required, columnHelp(column)])).toEqual([
    ['设备编号', false, ''],
    ['设备名称', true, ''],
    ['设备类型', false, '管材、容器'],
    ['购买日期', false, '如2026-12-31'],
    ['已用数量', false, ''],
    ['现值(元)', false, ''],
    ['折旧年限', false, ''],
    ['租入', false, '是或否'],
  ]);
  expect(columns.code.field('有字')).toEqual({ error: '只能是字母、数字或 - _ .' });
  const known = { ...row, kind: 'TANK', years: 3, cost_now: 5n };
  expect(overStored(fields, { name: '塔吊', kind: null, costNow: 7n, leased: true }, known)).toEqual({ ...known, name: '塔吊', cost_now: 7n, leased: true });
  expect(overStored(fields, { name: '塔吊', siteId: ID }, undefined)).toEqual({ ...row, name: '塔吊', kind: 'TANK' });
  expect(exportColumns(fields).kind.value?.({ kind: 'TANK' })).toBe('容器');
  expect(selected('device', { usedUp: fields.usedUp })).toEqual(['device.used_up as usedUp']);
});

test('a refusal calls a field as its table does, also one with a rule of its own and one of a list’s filters', () => {
  const input = z.object({ ...inputOf(fields, { years: z.string().max(2) }), ...filterOf(fields, ['boughtOn', 'keeperId']) }).superRefine(() => {});
  const call = z.object({ lines: z.array(input) });
  expect(['usedUp', 'years', 'siteId', 'keeperId', 'boughtStart', 'boughtEnd'].map((key) => inputLabel(input, [key]))).toEqual([
    '已用数量',
    '折旧年限',
    '工地',
    '保管人',
    '购买日期起',
    '购买日期止',
  ]);
  expect(inputLabel(call, ['lines', 0, 'name'])).toBe('设备名称');
  expect([inputLabel(call, ['lines']), inputLabel(z.object({ name: z.string() }), ['name'])]).toEqual(['明细', '名称']);
});
