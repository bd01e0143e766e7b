import { PRODUCT_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { pageFrom } from '~/server/list.server';
import { PageQuery } from '~/shared/page.schema';
import { categoryColumns } from './categoryImport.server';

/** In the columns of the import, parents before their children. */
export const categoryExport = defineExport({
  type: 'category',
  title: '商品分类',
  permission: PRODUCT_MANAGE,
  importable: true,
  query: PageQuery,
  rows: (tx, me, query) =>
    pageFrom(
      tx,
      tx
        .selectFrom('category')
        .leftJoin('category as above', (on) => on.onRef('above.tenant_id', '=', 'category.tenant_id').onRef('above.id', '=', 'category.parent_id'))
        .select(['category.id', 'category.code', 'category.name', 'above.code as parent'])
        .where('category.tenant_id', '=', me.tenantId),
      query,
      {
        sort: {},
        initial: [
          ['category.level', 'asc'],
          ['category.code', 'asc'],
        ],
        tiebreak: 'category.id',
      },
    ),
  columns: [
    { key: 'code', title: categoryColumns.code.title },
    { key: 'name', title: categoryColumns.name.title, width: 32 },
    { key: 'parent', title: categoryColumns.parent.title },
  ],
});
