import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PRODUCT_IMPORT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Applied, defineImport, type ImportMode, type ImportRow, type Report, reportRepeats } from '~/server/import.server';
import { text } from '~/server/sheet/fields';
import { nextVersion } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { MAX_LEVEL } from './category';
import { type CategoryRow, listCategories, saveCategory } from './category.server';
import { deleteCategory } from './categoryTree.server';
import { strictCode } from './productSheet.server';

export const categoryColumns = {
  code: { title: '分类编码', field: strictCode(20), required: true, sample: 'FS01', note: '字母、数字和 - _ .' },
  name: { title: '分类名称', field: text(30), required: true, sample: '聚氨酯防水涂料' },
  parent: { title: '上级分类编码', field: strictCode(20), sample: 'FS', note: '留空为一级分类；上级可以在同一个文件里' },
};
type Row = ImportRow<typeof categoryColumns>;

interface Plan {
  known: ReadonlyMap<string, CategoryRow>;
}
interface Undo {
  created: { id: string; code: string }[];
  renamed: { id: string; code: string; name: string; version: number }[];
}

/** A tree comes in at once: parents may stand above or below their children. */
export const categoryImport = defineImport<typeof categoryColumns, Plan>({
  type: 'category',
  title: '商品分类',
  permission: PRODUCT_IMPORT,
  modes: ['MERGE', 'INSERT'],
  columns: categoryColumns,
  notes: [`最多${MAX_LEVEL}级。`, '同一分类编码已存在时：“合并”更新名称，上级留空则不变；“仅新增”报错。要改变上级请在“商品分类”中移动。'],
  async validate(tx, me, { rows, mode, report }) {
    reportRepeats(rows, ['code'], report);
    const known = new Map((await listCategories(tx, me)).map((row) => [row.code, row]));
    const parents = parentsOf(rows, known);
    for (const row of rows) checkRow(row, { known, parents, mode }, report);
    return { known };
  },
  effect({ known }, { value }) {
    const own = known.get(value.code as string);
    if (!own) return 'NEW';
    return own.name === value.name ? 'SAME' : 'CHANGED';
  },
  apply,
  undo,
});

/** Code to the code of its parent, of what is there and what the file brings; null at the top. */
function parentsOf(rows: readonly Row[], known: Plan['known']): Map<string, string | null> {
  const codes = new Map([...known.values()].map((one) => [one.id, one.code]));
  const parents = new Map([...known.values()].map((one) => [one.code, one.parentId && (codes.get(one.parentId) ?? null)]));
  for (const { value } of rows) if (value.code && !known.has(value.code)) parents.set(value.code, value.parent);
  return parents;
}

function checkRow(
  row: Row,
  { known, parents, mode }: Plan & { parents: ReadonlyMap<string, string | null>; mode: ImportMode },
  report: Report<typeof categoryColumns>,
) {
  const { code, parent } = row.value;
  if (!code) return;
  const own = known.get(code);
  if (own && mode === 'INSERT') report(row, 'code', '已存在');
  if (parent === null) return;
  if (!parents.has(parent)) return report(row, 'parent', `不存在（当前值：${parent}）`);
  if (known.get(parent)?.status === 'DISABLED') report(row, 'parent', '已停用');
  if (own && parents.get(code) !== parent) report(row, 'parent', `与现有上级${parents.get(code) ?? '（一级分类）'}不同，请在“商品分类”中移动`);
  const above = ancestorsOf(code, parents);
  if (above.includes(code)) report(row, 'parent', `不正确：${[code, ...above.slice(0, above.indexOf(code) + 1)].join(' → ')}互为上级`);
  else if (above.length >= MAX_LEVEL) report(row, 'parent', `不正确：分类最多${MAX_LEVEL}级，“${code}”将是第${above.length + 1}级`);
}

/** From the parent up; ends where it would go round. */
function ancestorsOf(code: string, parents: ReadonlyMap<string, string | null>): string[] {
  const above: string[] = [];
  for (let at = parents.get(code) ?? null; at !== null && !above.includes(at); at = parents.get(at) ?? null) above.push(at);
  return above;
}

async function apply(tx: Tx, me: Me, { known }: Plan, { rows }: { rows: readonly Row[] }): Promise<Applied> {
  const done: Undo = { created: [], renamed: [] };
  const ids = new Map([...known.values()].map((one) => [one.code, one.id]));
  const parents = parentsOf(rows, known);
  const depth = (row: Row) => ancestorsOf(row.value.code as string, parents).length;
  for (const row of [...rows].sort((a, b) => depth(a) - depth(b) || a.rowNumber - b.rowNumber)) {
    const [code, name] = [row.value.code as string, row.value.name as string];
    const own = known.get(code);
    if (own && own.name === name) continue;
    const parentId = own ? own.parentId : ((row.value.parent && ids.get(row.value.parent)) ?? null);
    const { id } = await saveCategory(tx, me, { code, name, parentId, ...(own && { id: own.id, version: own.version }) });
    ids.set(code, id);
    if (own) done.renamed.push({ id, code, name: own.name, version: nextVersion(own) });
    else done.created.push({ id, code });
  }
  return { created: done.created.length, updated: rows.length - done.created.length, undo: done };
}

/** Refuses when a new category is already used or one was changed since. */
async function undo(tx: Tx, me: Me, { created, renamed }: Undo): Promise<void> {
  const expected = [...created.map((one) => ({ ...one, version: 1 })), ...renamed];
  const rows = await tx
    .selectFrom('category')
    .select(['id', 'version', 'parent_id'])
    .where('tenant_id', '=', me.tenantId)
    .where(sql<boolean>`id = any(${expected.map((one) => one.id)}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const later = expected.find((one) => found.get(one.id)?.version !== one.version);
  if (later) refuse('IMPORT_STATE', `分类${later.code}导入后又被修改，不能撤销`);
  for (const { id } of [...created].reverse()) await deleteCategory(tx, me, { id });
  for (const { id, code, name, version } of renamed) await saveCategory(tx, me, { id, version, code, name, parentId: found.get(id)?.parent_id ?? null });
}
