import { ProductImage } from '~/domains/product/pickers/ProductImage';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import { Qty } from '~/ui/values/Qty';
import { myFavourite, myFrequentItems, orderFrequentItems } from '../../calls';

export type FrequentItem = AnswerOf<typeof myFrequentItems>['goods'][number];
interface Props {
  dealer: boolean;
  customerId: string;
  onClose: () => void;
  onPick: (goods: readonly FrequentItem[]) => void;
}

/** 常购商品: favourites first, then what was ordered most often; the last quantity comes along. */
export default function FrequentItemsDialog({ dealer, customerId, onClose, onPick }: Props) {
  const load = async () => {
    const { goods } = dealer ? await call(myFrequentItems, {}) : await call(orderFrequentItems, { customerId });
    return { pagedRecords: goods, pageNo: 1, totalCount: goods.length };
  };
  return (
    <Dialog open onClose={onClose} title="常购商品" note="近一年订购过的商品，收藏的排在最前" width="xl">
      <ListPage<FrequentItem>
        title="常购商品"
        source={{ id: 'order/often', local: true, load, rowKey: (row) => row.skuId, query: { pageSize: '100' } }}
        columns={[
          {
            key: 'name',
            fixed: true,
            title: '商品',
            wrap: true,
            cell: (row) => (
              <span className="flex items-center gap-2">
                <ProductImage image={row.image} size={32} />
                <span>
                  {row.name} {row.favourite && <Tag tone="warn">收藏</Tag>}
                  <span className="block text-xs text-ink-3">{[row.skuCode, row.spec].filter(Boolean).join(' ')}</span>
                </span>
              </span>
            ),
          },
          { key: 'times', title: '订购次数', align: 'right', cell: (row) => row.times },
          { key: 'lastQty', title: '上次数量', align: 'right', cell: (row) => row.lastQty && <Qty value={row.lastQty} unit={row.unitName} /> },
          { key: 'lastAt', title: '上次下单', kind: 'date' },
        ]}
        rowActions={(row, list) => [
          { label: '加入', onPress: () => onPick([row]) },
          dealer && {
            label: row.favourite ? '取消收藏' : '收藏',
            onPress: async () => {
              await call(myFavourite, { skuId: row.skuId, on: !row.favourite });
              list.reload();
            },
          },
        ]}
        batch={(picked) => [{ label: '加入所选', tone: 'primary', onPress: () => onPick(picked.rows) }]}
      />
    </Dialog>
  );
}
