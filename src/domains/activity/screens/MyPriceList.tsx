import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayQty } from '~/shared/money';
import { call } from '~/shell/call';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { myPriceKinds } from '../activity';
import { myPrices } from '../calls';

type First = AnswerOf<typeof myPrices>;
type Row = First['pagedRecords'][number];

/** A dealer sees which prices are theirs alone, until when, and how much may still be ordered at them. */
export default function MyPriceList({ first, query }: { first: First; query: Record<string, string> }) {
  return (
    <ListPage<Row>
      title="专属价格"
      source={{ id: 'myPrice/list', first, query, load: (q) => call(myPrices, q as never) }}
      filters={[{ kind: 'text', key: 'sku', label: '商品', placeholder: '商品名称或编码' }]}
      tabs={{ key: 'kind', items: [{ value: '', label: '全部' }, ...optionsOf(myPriceKinds)] }}
      columns={[
        { key: 'skuCode', title: 'SKU编码', fixed: true, sortable: true },
        { key: 'productName', title: '商品' },
        { key: 'price', title: '我的价(元)', kind: 'price' },
        {
          key: 'left',
          title: '还可订',
          align: 'right',
          cell: (row) => (row.left === null ? '不限' : <span className={/[1-9]/.test(row.left) ? undefined : 'text-danger'}>{displayQty(row.left)}</span>),
        },
        { key: 'endsAt', title: '截止', kind: 'minute', sortable: true },
        { key: 'kind', title: '价格来源', cell: (row) => myPriceKinds[row.kind] },
        { key: 'name', title: '项目或活动' },
        { key: 'unitName', title: '单位' },
        { key: 'listPrice', title: '标准价(元)', kind: 'price' },
        { key: 'quota', title: '限量', align: 'right', cell: (row) => (row.quota === null ? '不限' : displayQty(row.quota)) },
      ]}
      buttons={() => [{ label: '去下单', tone: 'primary', href: href('/portal/supplyChain/dealer/order/create') }]}
    />
  );
}
