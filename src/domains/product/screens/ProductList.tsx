import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import { PRODUCT_EDIT, PRODUCT_IMPORT, PRODUCT_SHELF } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter, ListHandle } from '~/ui/list/types';
import { Price } from '~/ui/values/Price';
import { StatusTag } from '~/ui/values/StatusTag';
import { productDelete, productList, productShelf } from '../calls';
import { findBrands } from '../pickers/brands';
import { findCategories } from '../pickers/categories';
import { ProductImage } from '../pickers/ProductImage';
import { productStates } from '../product';
import type { ProductRow } from '../productForm.schema';

/** Fetched when first opened: the form kit stays out of the list. */
const CategoryDialog = late(async () => ({ default: (await import('./BatchDialogs')).CategoryDialog }));
const TaxDialog = late(async () => ({ default: (await import('./BatchDialogs')).TaxDialog }));
const UnitDialog = late(async () => ({ default: (await import('./UnitDialog')).UnitDialog }));

const base = '/portal/supplyChain/factory/product';
export const productTones = { DRAFT: 'neutral', ON: 'ok', OFF: 'warn' } as const;

const filters: Filter[] = [
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
  { kind: 'pick', key: 'categoryId', label: '分类', load: findCategories },
  { kind: 'pick', key: 'brand', label: '品牌', load: findBrands },
  {
    kind: 'select',
    key: 'stock',
    label: '库存状态',
    options: [
      { value: 'HAS', label: '有库存' },
      { value: 'LOW', label: '低于下限' },
      { value: 'OUT', label: '无库存' },
    ],
  },
  { kind: 'bool', key: 'hasImage', label: '有图片' },
  { kind: 'bool', key: 'hasPrice', label: '有标准价' },
];

const columns: Column<ProductRow>[] = [
  {
    key: 'name',
    title: '商品',
    fixed: true,
    always: true,
    width: 280,
    sortable: true,
    cell: (row) => (
      <span className="flex items-center gap-3">
        <ProductImage image={row.image} size={48} />
        <span className="min-w-0">
          <Link href={href(`${base}/detail`, { id: row.id })} className="block truncate">
            {row.name}
          </Link>
          {row.spec && <span className="block truncate text-xs text-ink-3">{row.spec}</span>}
        </span>
      </span>
    ),
  },
  { key: 'code', title: '商品编码', sortable: true },
  { key: 'status', title: '状态', brief: true, cell: (row) => <StatusTag status={row.status} names={productStates} tones={productTones} /> },
  { key: 'categoryName', title: '分类' },
  { key: 'brand', title: '品牌', off: true },
  { key: 'skuCount', title: 'SKU数', align: 'right' },
  { key: 'unitName', title: '单位' },
  { key: 'price', title: '标准价(元)', brief: true, align: 'right', cell: (row) => <PriceRange low={row.lowPrice} high={row.highPrice} /> },
  { key: 'available', title: '可用库存', brief: true, kind: 'qty' },
  { key: 'taxRate', title: '税率(%)', align: 'right', off: true },
  { key: 'updatedAt', title: '更新时间', off: true, kind: 'minute', sortable: true },
];

export function PriceRange({ low, high }: { low: string | null; high: string | null }) {
  if (low === null || low === high) return <Price value={low ?? undefined} />;
  return (
    <>
      <Price value={low} /> ~ <Price value={high ?? undefined} />
    </>
  );
}

/** Moves products on or off the shelf and says which could not. */
export async function shelve(ids: readonly string[], status: 'ON' | 'OFF', after: () => void): Promise<void> {
  const { results } = await call(productShelf, { ids: [...ids], status });
  const failed = results.filter((one) => !one.ok);
  const word = status === 'ON' ? '上架' : '下架';
  if (results.length > failed.length) toast(`已${word}${results.length - failed.length}个商品`, 'ok');
  if (failed.length) toast(failed.map((one) => one.msg).join('\n'), 'error');
  after();
}

export default function ProductList({ first, query }: { first: AnswerOf<typeof productList>; query: Record<string, string> }) {
  const edits = useCan(PRODUCT_EDIT);
  const shelves = useCan(PRODUCT_SHELF);
  const imports = useCan(PRODUCT_IMPORT);
  const [dialog, setDialog] = useState<{ kind: 'category' | 'tax' | 'unit'; ids: string[]; list: ListHandle<ProductRow> } | null>(null);
  const close = () => setDialog(null);
  const remove = async (row: ProductRow, list: ListHandle<ProductRow>) => {
    if (
      !(await confirm({ title: `删除商品“${row.name}”？`, body: '只有未被订单、库存和价格使用的商品可以删除，删除后不能恢复。', tone: 'danger', ok: '删除' }))
    )
      return;
    await call(productDelete, { id: row.id });
    toast('商品已删除', 'ok');
    list.reload();
  };
  return (
    <>
      <ListPage<ProductRow>
        title="商品"
        source={{ id: 'product/list', first, query, load: (q) => call(productList, q as never) }}
        filters={filters}
        columns={columns}
        tabs={{
          key: 'status',
          items: [
            { value: '', label: '全部' },
            { value: 'ON', label: '上架' },
            { value: 'OFF', label: '下架' },
            { value: 'DRAFT', label: '草稿' },
          ],
        }}
        buttons={(list) => [
          edits && { label: '新建商品', href: `${base}/create`, tone: 'primary' },
          imports && { label: '导入', href: `${base}/import` },
          exportAction('product', list),
          edits && { label: '单位管理', onPress: () => setDialog({ kind: 'unit', ids: [], list }) },
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${base}/detail`, { id: row.id }) },
          edits && { label: '编辑', href: href(`${base}/edit`, { id: row.id }) },
          shelves && { label: row.status === 'ON' ? '下架' : '上架', onPress: () => shelve([row.id], row.status === 'ON' ? 'OFF' : 'ON', list.reload) },
          edits && { label: '复制', href: href(`${base}/create`, { from: row.id }) },
          edits && row.status !== 'ON' && { label: '删除', tone: 'danger', onPress: () => remove(row, list) },
        ]}
        batch={(picked, list) => {
          const done = () => {
            picked.clear();
            list.reload();
          };
          return [
            shelves && { label: '批量上架', onPress: () => shelve(picked.keys, 'ON', done) },
            shelves && { label: '批量下架', onPress: () => shelve(picked.keys, 'OFF', done) },
            edits && { label: '批量改分类', onPress: () => setDialog({ kind: 'category', ids: [...picked.keys], list }) },
            edits && { label: '批量改税率', onPress: () => setDialog({ kind: 'tax', ids: [...picked.keys], list }) },
          ];
        }}
      />
      {dialog?.kind === 'category' && <CategoryDialog ids={dialog.ids} open onClose={close} onDone={() => dialog.list.reload()} />}
      {dialog?.kind === 'tax' && <TaxDialog ids={dialog.ids} open onClose={close} onDone={() => dialog.list.reload()} />}
      {dialog?.kind === 'unit' && <UnitDialog open onClose={close} />}
    </>
  );
}
