import { isDate } from '~/shared/dates';
import { HIDDEN } from '~/shared/mask';
import { grouped } from '~/shared/money';
import type { Comparison, Condition, FormField, FormValues, Operator } from './process';

/** Conditions of branches: what they say, whether they fit the form, and whether they hold. Figures are compared digit by digit, never as floats. */

type FieldType = FormField['type'];

export const operatorNames: Record<Operator, string> = {
  EQ: '等于',
  NE: '不等于',
  GT: '大于',
  GE: '大于等于',
  LT: '小于',
  LE: '小于等于',
  IN: '属于',
  BETWEEN: '介于',
  CONTAINS: '包含',
};
const ordered: readonly Operator[] = ['GE', 'GT', 'LE', 'LT', 'EQ', 'NE', 'BETWEEN'];
const named: readonly Operator[] = ['EQ', 'NE', 'IN'];
/** What may be asked of a field, the most used first. */
export const operatorsOf: Record<FieldType, readonly Operator[]> = {
  AMOUNT: ordered,
  NUMBER: ordered,
  DATE: ordered,
  TEXT: ['CONTAINS', 'EQ', 'NE', 'IN'],
  CHOICE: named,
  MEMBER: named,
  DEPARTMENT: named,
  BOOLEAN: ['EQ'],
};

const shapes: Partial<Record<FieldType, RegExp>> = { AMOUNT: /^-?\d{1,15}(\.\d{1,2})?$/, NUMBER: /^-?\d{1,15}(\.\d{1,6})?$/ };
const wanted: Record<FieldType, string> = {
  AMOUNT: '金额，最多两位小数',
  NUMBER: '数字，最多六位小数',
  DATE: '日期，如2026-12-31',
  TEXT: '文字',
  CHOICE: '可选项之一',
  BOOLEAN: '“是”或“否”',
  MEMBER: '成员',
  DEPARTMENT: '部门',
};

/** Whether one plain text is a value of the field. */
export function isValueOf(field: FormField, text: string): boolean {
  if (field.type === 'DATE') return isDate(text);
  if (field.type === 'BOOLEAN') return text === 'true' || text === 'false';
  if (field.type === 'CHOICE') return Object.hasOwn(field.choices ?? {}, text);
  return shapes[field.type]?.test(text) ?? text !== '';
}

export const isGroup = (condition: Condition): condition is { all: Condition[] } | { any: Condition[] } => 'all' in condition || 'any' in condition;
export const partsOf = (condition: { all: Condition[] } | { any: Condition[] }): Condition[] => ('all' in condition ? condition.all : condition.any);
export const comparisonsOf = (condition: Condition): Comparison[] => (isGroup(condition) ? partsOf(condition).flatMap(comparisonsOf) : [condition]);
const textsOf = (value: string | string[]): string[] => (Array.isArray(value) ? value : [value]);

/** For people who see no sums: what an amount is compared with is one. */
export function withoutSums(condition: Condition, fields: readonly FormField[]): Condition {
  if ('all' in condition) return { all: condition.all.map((part) => withoutSums(part, fields)) };
  if ('any' in condition) return { any: condition.any.map((part) => withoutSums(part, fields)) };
  const isSum = fields.find((one) => one.key === condition.field)?.type === 'AMOUNT';
  return isSum ? { ...condition, value: Array.isArray(condition.value) ? condition.value.map(() => HIDDEN) : HIDDEN } : condition;
}

/** What does not fit, as sentences; none when it can be asked of every document with these fields. */
export function conditionProblems(condition: Condition, fields: readonly FormField[]): string[] {
  if (!isGroup(condition)) return comparisonProblems(condition, fields);
  const parts = partsOf(condition);
  return parts.length === 0 ? ['没有设置条件'] : parts.flatMap((part) => conditionProblems(part, fields));
}

function comparisonProblems({ field: key, op, value }: Comparison, fields: readonly FormField[]): string[] {
  const field = fields.find((one) => one.key === key);
  if (!field) return [key ? `条件用到的字段“${key.slice(0, 40)}”不在表单中` : '条件没有选择字段'];
  if (!operatorsOf[field.type].includes(op)) return [`“${field.label}”不能用“${operatorNames[op]}”比较`];
  if (Array.isArray(value) !== (op === 'IN' || op === 'BETWEEN')) return [`“${field.label}”的比较值与“${operatorNames[op]}”不符`];
  const texts = textsOf(value);
  if (texts.length === 0 || texts.some((text) => text === '')) return [`“${field.label}”没有填写比较值`];
  const wrong = texts.find((text) => !isValueOf(field, text));
  if (wrong !== undefined) return [`“${field.label}”的比较值“${wrong.slice(0, 40)}”应为${wanted[field.type]}`];
  if (op !== 'BETWEEN') return [];
  const [from = '', until = ''] = texts;
  if (texts.length !== 2) return [`“${field.label}”介于的两端应填写两个值`];
  return compare(field.type, from, until) > 0 ? [`“${field.label}”介于的起点${from}大于终点${until}`] : [];
}

/**
 * Whether the condition holds. Never throws: what is missing, of another type, or of no field of the form holds nothing, and is not unequal either.
 * Of several values one that holds is enough; unequal are they when none is equal. An empty 且 holds, an empty 或 does not.
 */
export function holds(condition: Condition, values: FormValues, fields: readonly FormField[]): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, values, fields));
  if ('any' in condition) return condition.any.some((part) => holds(part, values, fields));
  const field = fields.find((one) => one.key === condition.field);
  const given = field && Object.hasOwn(values, field.key) ? textsOf(values[field.key] ?? '').filter((text) => isGiven(field, text)) : [];
  if (!field || given.length === 0) return false;
  if (condition.op === 'NE') return given.every((text) => !holdsOne(field, { ...condition, op: 'EQ' }, text));
  return given.some((text) => holdsOne(field, condition, text));
}

/** A choice the form has no more was one when it was submitted. */
const isGiven = (field: FormField, text: string): boolean => (field.type === 'CHOICE' ? text !== '' : isValueOf(field, text));

function holdsOne(field: FormField, { op, value }: Comparison, given: string): boolean {
  const texts = textsOf(value).filter((text) => isGiven(field, text));
  const [first, second] = texts;
  if (first === undefined) return false;
  const difference = () => compare(field.type, given, first);
  switch (op) {
    case 'EQ':
    case 'NE':
      return difference() === 0;
    case 'GT':
      return difference() > 0;
    case 'GE':
      return difference() >= 0;
    case 'LT':
      return difference() < 0;
    case 'LE':
      return difference() <= 0;
    case 'IN':
      return texts.some((text) => compare(field.type, given, text) === 0);
    case 'BETWEEN':
      return second !== undefined && difference() >= 0 && compare(field.type, given, second) <= 0;
    case 'CONTAINS':
      return given.includes(first);
  }
}

/** Negative, 0 or positive. Figures by value (10 is 10.00), everything else as written. */
export function compare(type: FieldType, a: string, b: string): number {
  if (type === 'AMOUNT' || type === 'NUMBER') return compareDecimals(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareDecimals(a: string, b: string): number {
  const decimals = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const whole = (text: string) => {
    const [units = '', fraction = ''] = text.split('.');
    return BigInt(units + fraction.padEnd(decimals, '0'));
  };
  const difference = whole(a) - whole(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** What people call a member or department by its id. */
export type NameOf = (id: string) => string;
const asIs: NameOf = (id) => id;

/** A value as people read it. */
export function valueWords(field: FormField, text: string, nameOf: NameOf = asIs): string {
  if (text === '') return '（未填写）';
  if (field.type === 'AMOUNT') return `${grouped(text)}元`;
  if (field.type === 'BOOLEAN') return text === 'true' ? '是' : '否';
  if (field.type === 'CHOICE') return field.choices?.[text] ?? text;
  return field.type === 'MEMBER' || field.type === 'DEPARTMENT' ? nameOf(text) : text;
}

/** The condition as a sentence: 金额大于等于10,000元 且 类型属于借款、垫款. */
export function conditionWords(condition: Condition, fields: readonly FormField[], nameOf: NameOf = asIs): string {
  if (isGroup(condition)) {
    const parts = partsOf(condition);
    if (parts.length === 0) return '未设置条件';
    const words = parts.map((part) =>
      isGroup(part) && partsOf(part).length > 1 ? `（${conditionWords(part, fields, nameOf)}）` : conditionWords(part, fields, nameOf),
    );
    return words.join('all' in condition ? ' 且 ' : ' 或 ');
  }
  const { op, value } = condition;
  const field = fields.find((one) => one.key === condition.field);
  if (!field) return condition.field ? `字段“${condition.field}”已不存在` : '未选择字段';
  const texts = textsOf(value).map((text) => valueWords(field, text, nameOf));
  if (field.type === 'BOOLEAN') return `${field.label}为${texts[0] ?? ''}`;
  return `${field.label}${operatorNames[op]}${texts.join(op === 'BETWEEN' ? '至' : '、')}`;
}
