import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PRODUCT_IMPORT } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { type Applied, defineImport, type ImportRow, type Report, type RowEffect } from '~/server/import.server';
import { choice, text, yesNo } from '~/server/sheet/fields';
import { nextVersion } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { type AttributeInputKind, type AttributeKind, choosesValues } from './attribute';
import type { AttributeInput } from './attribute.schema';
import { type AttributeRow, attributeChoices, deleteAttribute, saveAttribute } from './attribute.server';
import { strictCode } from './productSheet.server';
import * as subjects from './subjects';

export const kindLabels: Record<string, AttributeKind> = { 销售: 'SALE', 描述: 'DESC' };
export const inputLabels: Record<string, AttributeInputKind> = { 文本: 'TEXT', 数字: 'NUMBER', 单选: 'SINGLE', 多选: 'MULTI', 日期: 'DATE' };

export const attributeColumns = {
  code: { title: '属性编码', field: strictCode(20), required: true, sample: 'COLOR', note: '一个属性有多个值时写多行，前六列相同' },
  name: { title: '属性名称', field: text(20), required: true, sample: '颜色' },
  kind: { title: '属性类型', field: choice(kindLabels), required: true, sample: '销售' },
  input: {
    title: '录入方式',
    field: choice(inputLabels),
    required: true,
    note: '销售属性只能是文本或单选',
    sample: '单选',
  },
  required: { title: '是否必填', field: yesNo, required: true, sample: '是' },
  categoryCodes: { title: '适用分类编码', field: text(500), sample: '', note: '多个用逗号分隔；留空适用全部分类' },
  valueCode: { title: '属性值编码', field: strictCode(20), sample: 'WHITE', note: '单选和多选必填' },
  valueName: { title: '属性值名称', field: text(30), sample: '白', note: '单选和多选必填' },
};
type Row = ImportRow<typeof attributeColumns>;

interface Plan {
  known: ReadonlyMap<string, AttributeRow>;
  categories: ReadonlyMap<string, string>;
}
interface Undo {
  created: string[];
  /** Attributes as they were, with the version the import gave them. */
  changed: { before: AttributeRow; version: number }[];
}

const codesIn = (cell: string | null): string[] =>
  (cell ?? '')
    .split(/[,，、;；]/)
    .map((one) => one.trim())
    .filter(Boolean);

export const attributeImport = defineImport({
  type: 'attribute',
  title: '商品属性',
  permission: PRODUCT_IMPORT,
  modes: ['MERGE', 'INSERT'],
  columns: attributeColumns,
  notes: ['同一属性编码已存在时：“合并”更新属性并补充新的属性值，文件中没有的属性值保留；“仅新增”报错。'],
  async validate(tx, me, { rows, mode, report }) {
    const plan = await knownTo(tx, me);
    for (const [attributeCode, group] of groupsOf(rows)) checkGroup(attributeCode, group, plan, mode, report);
    return plan;
  },
  effect: effectOf,
  apply: applyAttributes,
  undo: undoAttributes,
});

async function knownTo(tx: Tx, me: Me): Promise<Plan> {
  const { attributes } = await attributeChoices(tx, me, { disabledToo: true });
  const categories = await tx.selectFrom('category').select(['id', 'code']).where('tenant_id', '=', me.tenantId).execute();
  return { known: new Map(attributes.map((one) => [one.code, one])), categories: new Map(categories.map((row) => [row.code, row.id])) };
}

function effectOf(plan: Plan, { value }: Row): RowEffect {
  const known = plan.known.get(value.code as string);
  if (!known) return 'NEW';
  const categories = codesIn(value.categoryCodes).map((one) => plan.categories.get(one));
  const same =
    known.name === value.name &&
    known.kind === value.kind &&
    known.input === value.input &&
    known.required === value.required &&
    (value.categoryCodes === null || (categories.length === known.categoryIds.length && known.categoryIds.every((id) => categories.includes(id)))) &&
    (value.valueCode === null || known.values.some((one) => one.code === value.valueCode && one.name === value.valueName));
  return same ? 'SAME' : 'CHANGED';
}

const groupsOf = (rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(
    rows.filter((row) => row.value.code),
    (row) => row.value.code as string,
  );

function checkGroup(attributeCode: string, group: readonly Row[], plan: Plan, mode: string, report: Report<typeof attributeColumns>): void {
  const first = group[0] as Row;
  const known = plan.known.get(attributeCode);
  const seen = new Map<string, number>();
  for (const row of group) {
    const { value } = row;
    if (known && mode === 'INSERT') report(row, 'code', '已存在');
    for (const column of ['name', 'kind', 'input', 'required', 'categoryCodes'] as const) {
      if (value[column] !== null && first.value[column] !== null && value[column] !== first.value[column])
        report(row, column, `与第${first.rowNumber}行（同一属性）不一致`);
    }
    if (value.kind === 'SALE' && value.input && value.input !== 'SINGLE' && value.input !== 'TEXT')
      report(row, 'input', '不正确：销售属性只能填“单选”或“文本”');
    for (const one of codesIn(value.categoryCodes)) if (!plan.categories.has(one)) report(row, 'categoryCodes', `不存在（当前值：${one}）`);
    if (value.name && /[=|]/.test(value.name)) report(row, 'name', '不能包含 = 或 |');
    const clash = [...plan.known.values()].find((one) => one.code !== attributeCode && one.kind === value.kind && one.name === value.name);
    if (clash) report(row, 'name', `已被属性${clash.code}使用`);
    if (known && value.kind && known.kind !== value.kind && known.useCount > 0) report(row, 'kind', `不能修改：属性已被使用${known.useCount}次`);
    if (known && value.name && known.kind === 'SALE' && known.name !== value.name && known.useCount > 0)
      report(row, 'name', `不能修改：销售属性“${known.name}”已被${known.useCount}个SKU使用`);
    checkValue(row, known, seen, report);
  }
}

function checkValue(row: Row, known: AttributeRow | undefined, seen: Map<string, number>, report: Report<typeof attributeColumns>): void {
  const { input, valueCode, valueName } = row.value;
  if (!input) return;
  if (!choosesValues(input)) {
    if (valueCode || valueName) report(row, valueCode ? 'valueCode' : 'valueName', '应为空：录入方式不是单选或多选');
    return;
  }
  if (!valueCode && !row.bad.has('valueCode')) report(row, 'valueCode', '不能为空：录入方式是单选或多选');
  if (!valueName && !row.bad.has('valueName')) report(row, 'valueName', '不能为空：录入方式是单选或多选');
  for (const [column, value] of [
    ['valueCode', valueCode],
    ['valueName', valueName],
  ] as const) {
    if (!value) continue;
    const earlier = seen.get(column + value);
    if (earlier !== undefined) report(row, column, `与第${earlier}行重复`);
    seen.set(column + value, row.rowNumber);
  }
  const taken = known?.values.find((one) => one.name === valueName && one.code !== valueCode);
  if (taken) report(row, 'valueName', `已被属性值${taken.code}使用`);
  const renamed = known?.values.find((one) => one.code === valueCode && one.name !== valueName);
  if (renamed && valueName && known?.kind === 'SALE' && known.useCount > 0) report(row, 'valueName', `不能把已使用的属性值“${renamed.name}”改名`);
}

async function applyAttributes(tx: Tx, me: Me, plan: Plan, { rows }: { rows: readonly Row[] }): Promise<Applied> {
  const undo: Undo = { created: [], changed: [] };
  for (const [attributeCode, group] of groupsOf(rows)) {
    const known = plan.known.get(attributeCode);
    const { id } = await saveAttribute(tx, me, inputOf(attributeCode, group, known, plan));
    if (known) undo.changed.push({ before: known, version: nextVersion(known) });
    else undo.created.push(id);
  }
  return { created: undo.created.length, updated: undo.changed.length, undo };
}

function inputOf(attributeCode: string, group: readonly Row[], known: AttributeRow | undefined, plan: Plan): AttributeInput {
  const first = (group[0] as Row).value;
  const values = new Map((known?.values ?? []).map((one) => [one.code, { ...one }]));
  for (const { value } of group) {
    if (value.valueCode && value.valueName)
      values.set(value.valueCode, { id: values.get(value.valueCode)?.id ?? '', code: value.valueCode, name: value.valueName });
  }
  const categoryIds = codesIn(first.categoryCodes).flatMap((one) => plan.categories.get(one) ?? []);
  return {
    ...(known && { id: known.id, version: known.version }),
    code: attributeCode,
    name: first.name as string,
    kind: first.kind as AttributeKind,
    input: first.input as AttributeInputKind,
    unit: known?.unit ?? '',
    required: first.required ?? false,
    categoryIds: first.categoryCodes === null ? (known?.categoryIds ?? []) : categoryIds,
    values: [...values.values()],
  };
}

async function undoAttributes(tx: Tx, me: Me, undo: Undo): Promise<void> {
  const current = await tx
    .selectFrom('attribute')
    .select(['id', 'code', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where(sql<boolean>`id = any(${[...undo.created, ...undo.changed.map((one) => one.before.id)]}::uuid[])`)
    .execute();
  const versions = new Map(current.map((row) => [row.id, row]));
  const expected = [...undo.created.map((id) => ({ id, version: 1 })), ...undo.changed.map((one) => ({ id: one.before.id, version: one.version }))];
  for (const { id, version } of expected) {
    const row = versions.get(id);
    if (row?.version !== version) refuse('IMPORT_STATE', row ? `属性${row.code}导入后又被修改，不能撤销` : '导入的属性已被删除，不能撤销');
  }
  for (const id of undo.created) await deleteAttribute(tx, me, { id });
  for (const { before, version } of undo.changed) await saveAttribute(tx, me, { ...before, version });
  await audit(tx, me, {
    action: '撤销导入属性',
    subject: subjects.attributeImport,
    id: newId(),
    before: { 新增: `${undo.created.length}个`, 修改: `${undo.changed.length}个` },
  });
}
