import { capitals } from '~/shared/capitals';
import { isAmount, money } from './figures';
import type { TableShape, ValueKind, Variable } from './variables';

/** A template's text is filled here, on both sides: what people preview is what is rendered. */

export const blockKinds = { CLAUSE: '条款（编号）', PARA: '正文', TABLE: '表格', NOTE: '小字说明' } as const;
export type BlockKind = keyof typeof blockKinds;
export const conditionOps = { HAS: '有值时', NONE: '没有值时', IS: '等于', NOT: '不等于', OVER: '大于', UNDER: '小于' } as const;
export type ConditionOp = keyof typeof conditionOps;

/** `label` '' : always. */
export interface Condition {
  label: string;
  op: ConditionOp;
  value: string;
}
export interface Block {
  kind: BlockKind;
  /** Of a TABLE its name. */
  text: string;
  when: Condition;
}
/** What the drafter types besides. */
export interface OwnField {
  label: string;
  kind: ValueKind;
  required: boolean;
}
export interface Filling {
  values: Readonly<Record<string, string>>;
  tables: Readonly<Record<string, readonly (readonly string[])[]>>;
}
export type Filled =
  | { kind: 'CLAUSE' | 'PARA' | 'NOTE' /** Of a clause 第一条, else ''. */; no: string; text: string }
  | { kind: 'TABLE'; title: string; columns: { title: string; right?: boolean }[]; rows: string[][] };

const HOLE = /\{\{\s*([^{}|]+?)\s*(?:\|\s*([^{}]+?)\s*)?\}\}/g;
/** Ways of writing a value: figures by default. */
const forms: Record<string, ValueKind> = { 大写: 'yuan' };

/** What is wrong with a template before anything is filled in: names nobody knows, forms that do not fit, braces left open. */
export function templateProblems(blocks: readonly Block[], variables: readonly Variable[], tables: readonly TableShape[]): string[] {
  const known = new Map(variables.map((one) => [one.label, one.kind]));
  return blocks.flatMap((block, at) => {
    const place = `第${at + 1}段`;
    const problems: string[] = [];
    if (block.when.label && !known.has(block.when.label)) problems.push(`${place}的条件用了未知的字段“${block.when.label}”`);
    if (block.kind === 'TABLE') {
      if (!tables.some((one) => one.label === block.text))
        problems.push(`${place}的表格“${block.text}”不存在${tables.length ? `，可用：${tables.map((one) => one.label).join('、')}` : '，这类合同没有表格'}`);
      return problems;
    }
    for (const [, label = '', form] of block.text.matchAll(HOLE)) {
      const kind = known.get(label);
      if (!kind) problems.push(`${place}用了未知的字段“${label}”`);
      else if (form && forms[form] !== kind) problems.push(`${place}的字段“${label}”不能写成“${form}”`);
    }
    const left = block.text.replace(HOLE, '');
    if (left.includes('{{') || left.includes('}}')) problems.push(`${place}的花括号没有成对`);
    return problems;
  });
}

/** Fields the text needs and nobody gave: a contract is not drawn up with a gap in it. */
export function missingValues(blocks: readonly Block[], variables: readonly Variable[], filling: Filling): string[] {
  const gaps = new Set<string>();
  for (const block of blocks) {
    if (block.kind === 'TABLE' || !holds(block.when, variables, filling)) continue;
    for (const [, label = ''] of block.text.matchAll(HOLE)) if (!filling.values[label]) gaps.add(label);
  }
  return [...gaps];
}

/** The text with its values: clauses numbered as they come, blocks whose condition does not hold left out. */
export function fillBlocks(blocks: readonly Block[], variables: readonly Variable[], shapes: readonly TableShape[], filling: Filling): Filled[] {
  const kinds = new Map(variables.map((one) => [one.label, one.kind]));
  let clause = 0;
  return blocks.flatMap((block): Filled[] => {
    if (!holds(block.when, variables, filling)) return [];
    if (block.kind === 'TABLE') {
      const shape = shapes.find((one) => one.label === block.text);
      return shape
        ? [
            {
              kind: 'TABLE',
              title: shape.label,
              columns: shape.columns.map((one) => ({ ...one })),
              rows: (filling.tables[block.text] ?? []).map((row) => [...row]),
            },
          ]
        : [];
    }
    const text = block.text.replace(HOLE, (_, label: string, form?: string) => written(filling.values[label] ?? '', kinds.get(label) ?? 'text', form));
    if (block.kind !== 'CLAUSE') return [{ kind: block.kind, no: '', text }];
    clause += 1;
    return [{ kind: 'CLAUSE', no: `第${chineseNumber(clause)}条`, text }];
  });
}

/** A value as the text has it: 1,234.50, 2026年11月22日; amounts also in capitals. */
export function written(value: string, kind: ValueKind, form?: string): string {
  if (value === '') return '＿＿＿＿';
  if (kind === 'yuan') return (form === '大写' && capitals(value)) || money(value);
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return `${value.slice(0, 4)}年${Number(value.slice(5, 7))}月${Number(value.slice(8))}日`;
  return value;
}

export function holds({ label, op, value }: Condition, variables: readonly Variable[], { values }: Filling): boolean {
  if (label === '') return true;
  const given = values[label] ?? '';
  if (op === 'HAS') return given !== '';
  if (op === 'NONE') return given === '';
  if (op === 'IS') return given === value;
  if (op === 'NOT') return given !== value;
  const kind = variables.find((one) => one.label === label)?.kind;
  const sign = compare(given, value, kind ?? 'text');
  return sign !== null && (op === 'OVER' ? sign > 0 : sign < 0);
}

/** Null where the two cannot be put in order. */
function compare(a: string, b: string, kind: ValueKind): number | null {
  if (kind === 'yuan' || kind === 'qty') {
    if (!isAmount(a) || !isAmount(b)) return null;
    const [x, y] = [inUnits(a), inUnits(b)];
    return x === y ? 0 : x > y ? 1 : -1;
  }
  return a === '' || b === '' ? null : a === b ? 0 : a > b ? 1 : -1;
}
const inUnits = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(`${whole}${part.padEnd(4, '0').slice(0, 4)}`);
};

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
/** 1 → 一, 12 → 十二, 25 → 二十五; up to 99. */
export function chineseNumber(n: number): string {
  const [ten, one] = [Math.floor(n / 10), n % 10];
  const tens = ten === 0 ? '' : ten === 1 ? '十' : `${digits[ten]}十`;
  return tens + (one === 0 && ten > 0 ? '' : (digits[one] ?? ''));
}
