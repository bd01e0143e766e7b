import { call } from '~/shell/call';
import { ListPage } from '~/ui/list/ListPage';
import { stockLedger } from '../calls';
import type { StockMovement } from '../stock.schema';
import { MovedBatches } from './MovedBatches';
import { SignedQty } from './SignedQty';

/** 出入库记录: how a document moved the stock. `list` names the table, for its columns. */
export const MovedGoods = ({ id, list, transit = false }: { id: string; list: string; transit?: boolean }) => (
  <>
    <ListPage<StockMovement>
      title="出入库记录"
      source={{ id: list, local: true, load: (q) => call(stockLedger, { ...q, bizId: id } as never) }}
      filters={[]}
      columns={[
        { key: 'at', title: '时间', kind: 'time' },
        ...(transit ? [{ key: 'warehouseName', title: '仓库' }] : []),
        { key: 'typeName', title: '类型' },
        { key: 'skuCode', title: 'SKU编码' },
        { key: 'name', title: '商品' },
        { key: 'before', title: '变动前', kind: 'qty' },
        { key: 'change', title: '变动', align: 'right', cell: (movement) => <SignedQty value={movement.change} /> },
        { key: 'after', title: '变动后', kind: 'qty' },
        ...(transit
          ? [
              {
                key: 'transitChange',
                title: '在途变动',
                align: 'right' as const,
                cell: (movement: StockMovement) => <SignedQty value={movement.transitChange} />,
              },
            ]
          : []),
        { key: 'unitName', title: '单位' },
        { key: 'actor', title: '操作人' },
      ]}
    />
    <MovedBatches id={id} />
  </>
);
