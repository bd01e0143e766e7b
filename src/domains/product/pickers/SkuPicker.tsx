import type { ReactNode } from 'react';
import { call } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { skuCatalogue, skuSearch } from '../calls';
import { type PickedSku, stockHints } from '../product';
import { findCategories } from './categories';
import { ProductImage } from './ProductImage';

export type { PickedSku };

interface Props {
  open: boolean;
  onClose(): void;
  onPick(rows: PickedSku[]): void;
  /** Shows this customer's own prices and hides what it may not buy. */
  customerId?: string;
  /** The dealer's own catalogue instead of the factory's. */
  dealer?: boolean;
  warehouseId?: string;
  /** Also products off the shelf and disabled SKUs, for stock documents. */
  all?: boolean;
}

/** Chooses SKUs, any number across pages. */
export function SkuPicker({ open, onClose, onPick, customerId, dealer, warehouseId, all }: Props) {
  const load = (query: Record<string, string>) =>
    dealer ? call(skuCatalogue, query) : call(skuSearch, { ...query, customerId: customerId ?? '', warehouseId: warehouseId ?? '', all: all ? 'true' : '' });
  return (
    <Dialog open={open} onClose={onClose} title="选择商品" width="xl">
      {open && (
        <ListPage<PickedSku>
          title="商品"
          source={{ id: 'product/skuPicker', local: true, load, rowKey: (row) => row.skuId }}
          filters={[
            { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码' },
            { kind: 'pick', key: 'categoryId', label: '分类', load: findCategories },
          ]}
          columns={columns(Boolean(customerId) || dealer === true)}
          batch={(picked) => [
            {
              label: `添加所选（${picked.keys.length}）`,
              tone: 'primary',
              onPress: () => {
                onPick([...picked.rows]);
                picked.clear();
                onClose();
              },
            },
          ]}
        />
      )}
    </Dialog>
  );
}

const price: Column<PickedSku> = { key: 'price', title: '客户价(元)', align: 'right', cell: (sku) => <Price value={sku.price ?? undefined} /> };

const columns = (ownPrice: boolean): Column<PickedSku>[] => [
  {
    key: 'name',
    title: '商品',
    fixed: true,
    width: 240,
    cell: (sku) => (
      <span className="flex items-center gap-2">
        <ProductImage image={sku.image} />
        <span className="min-w-0">
          <span className="block truncate text-ink">{sku.name}</span>
          {sku.saleText && <span className="block truncate text-xs text-ink-3">{sku.saleText}</span>}
        </span>
      </span>
    ),
  },
  { key: 'skuCode', title: 'SKU编码', sortable: true },
  { key: 'spec', title: '规格' },
  { key: 'categoryName', title: '分类', off: true },
  { key: 'unit', title: '单位', cell: (sku) => sku.units.map((unit) => unit.name).join('、') },
  { key: 'moq', title: '起订/倍数', cell: (sku) => `${sku.moq} / ${sku.multiple}`, align: 'right', off: true },
  { key: 'listPrice', title: '标准价(元)', kind: 'price', sortable: true },
  ...(ownPrice ? [price] : []),
  { key: 'stock', title: '库存', align: 'right', cell: stockOf },
];

function stockOf(sku: PickedSku): ReactNode {
  if (sku.available !== null) return <Qty value={sku.available} unit={sku.units[0]?.name} />;
  return sku.stockHint ? <StatusTag status={sku.stockHint} names={stockHints} tones={{ ENOUGH: 'ok', TIGHT: 'warn', OUT: 'danger' }} /> : null;
}
