import { type ReactNode, useState } from 'react';
import { call } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { NumberInput } from '~/ui/kit/Input';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { skuCatalogue, skuSearch } from '../calls';
import { stockHints } from '../product';
import type { PickedSku } from '../product.schema';
import { findCategories } from './categories';
import { ProductImage } from './ProductImage';

export type { PickedSku };
/** With the quantity typed beside it, '' where none was. */
export type ChosenSku = PickedSku & { qty: string };

interface Props {
  open: boolean;
  onClose(): void;
  onPick(rows: ChosenSku[]): void;
  /** Shows this customer's own prices and hides what it may not buy. */
  customerId?: string;
  /** The dealer's own catalogue instead of the factory's. */
  dealer?: boolean;
  warehouseId?: string;
  /** Also products off the shelf and disabled SKUs, for stock documents. */
  all?: boolean;
  /** Asks for a quantity beside each row. */
  counted?: boolean;
}

/** Chooses SKUs, any number across pages; typing a quantity chooses its row. */
export function SkuPicker({ open, onClose, onPick, customerId, dealer, warehouseId, all, counted }: Props) {
  const [quantities, setQuantities] = useState<Readonly<Record<string, string>>>({});
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
          columns={columns(
            Boolean(customerId) || dealer === true,
            counted === true &&
              ((sku, _, list) => (
                <NumberInput
                  aria-label={`${sku.name} ${sku.skuCode} 数量`}
                  decimals={4}
                  value={quantities[sku.skuId] ?? ''}
                  placeholder={/[1-9]/.test(sku.moq) ? `起订 ${Number(sku.moq)}` : '数量'}
                  unit={sku.units[0]?.name}
                  onChange={(qty) => {
                    setQuantities((before) => ({ ...before, [sku.skuId]: qty }));
                    list?.picked.set([sku], qty !== '' || list.picked.has(sku.skuId));
                  }}
                  className="w-32"
                />
              )),
          )}
          batch={(picked) => [
            {
              label: `添加所选（${picked.keys.length}）`,
              tone: 'primary',
              onPress: () => {
                onPick(picked.rows.map((sku) => ({ ...sku, qty: quantities[sku.skuId] ?? '' })));
                setQuantities({});
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

const columns = (ownPrice: boolean, quantity: Column<PickedSku>['cell'] | false): Column<PickedSku>[] => [
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
  ...(quantity ? [{ key: 'qty', title: '数量', cell: quantity }] : []),
  ...(ownPrice ? [price] : []),
  { key: 'stock', title: '库存', align: 'right', cell: stockOf },
  { key: 'skuCode', title: 'SKU编码', sortable: true },
  { key: 'spec', title: '规格' },
  { key: 'categoryName', title: '分类', off: true },
  { key: 'unit', title: '单位', cell: (sku) => sku.units.map((unit) => unit.name).join('、') },
  { key: 'moq', title: '起订/倍数', cell: (sku) => `${sku.moq} / ${sku.multiple}`, align: 'right', off: true },
  { key: 'listPrice', title: '标准价(元)', kind: 'price', sortable: true },
];

function stockOf(sku: PickedSku): ReactNode {
  if (sku.available !== null) return <Qty value={sku.available} unit={sku.units[0]?.name} />;
  return sku.stockHint ? <StatusTag status={sku.stockHint} names={stockHints} tones={{ ENOUGH: 'ok', TIGHT: 'warn', OUT: 'danger' }} /> : null;
}
