import { PRODUCT_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { anyOf } from '~/server/given.server';
import { activeStates } from './activeState';
import { attributeKinds } from './attribute';
import { AttributeQuery } from './attribute.schema';
import { type AttributeRow, listAttributes } from './attribute.server';
import { attributeColumns, inputLabels, kindLabels } from './attributeImport.server';

/** One row a value in the columns of the import, so that the file can be changed and imported again. */
export const attributeExport = defineExport({
  type: 'attribute',
  title: '商品属性',
  permission: PRODUCT_MANAGE,
  importable: true,
  query: AttributeQuery,
  filters: { name: '属性名称', kind: ['类型', attributeKinds], categoryId: '适用分类', status: ['状态', activeStates] },
  async rows(tx, me, query) {
    const page = await listAttributes(tx, me, query);
    const categories = await tx
      .selectFrom('category')
      .select(['id', 'code'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', anyOf(page.pagedRecords.flatMap((row) => row.categoryIds)))
      .execute();
    const codes = new Map(categories.map((row) => [row.id, row.code]));
    const records = page.pagedRecords.flatMap((row) => cellsOf(row, row.categoryIds.flatMap((id) => codes.get(id) ?? []).join(',')));
    return { ...page, pagedRecords: records, read: page.pagedRecords.length };
  },
  columns: Object.entries(attributeColumns).map(([key, { title }], at) => ({ key, title, value: (row: string[]) => row[at] })),
});

function cellsOf(row: AttributeRow, categoryCodes: string): string[][] {
  const shared = [row.code, row.name, nameOf(kindLabels, row.kind), nameOf(inputLabels, row.input), row.required ? '是' : '否', categoryCodes];
  return row.values.length ? row.values.map((value) => [...shared, value.code, value.name]) : [[...shared, '', '']];
}

const nameOf = (labels: Readonly<Record<string, string>>, value: string): string => Object.keys(labels).find((label) => labels[label] === value) ?? value;
