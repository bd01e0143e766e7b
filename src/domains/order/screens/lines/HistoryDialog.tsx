import { useState } from 'react';
import type { Page } from '~/shared/page';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { ListPage } from '~/ui/list/ListPage';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { myOrderDetail, myOrderPage, orderDetail, orderPage } from '../../calls';
import { orderStates } from '../../order';
import type { OrderRow } from '../../views/orderRow.schema';
import type { DealerOrderDetail } from '../../views/orderView.schema';

type PastOrder = Pick<OrderRow, 'id' | 'no' | 'createdAt' | 'payable' | 'lineCount' | 'status' | 'preview'>;
type Line = DealerOrderDetail['lines'][number];
interface Props {
  dealer: boolean;
  customerId: string;
  onClose: () => void;
  onPick: (lines: readonly Line[]) => void;
}

/** 从历史订单: an order of this customer, then which of its goods. */
export default function HistoryDialog({ dealer, customerId, onClose, onPick }: Props) {
  const [order, setOrder] = useState<{ no: string; lines: Line[] }>();
  const load = async (query: Record<string, string>): Promise<Page<PastOrder>> =>
    (dealer ? await call(myOrderPage, query) : await call(orderPage, { ...query, customerId })) as unknown as Page<PastOrder>;
  const open = async ({ id }: PastOrder) => {
    const { no, lines } = dealer ? await call(myOrderDetail, { id }) : await call(orderDetail, { id });
    setOrder({ no, lines: lines.filter((line) => !line.gift) });
  };
  return (
    <Dialog open onClose={onClose} title={order ? `订单${order.no || '草稿'}的商品` : '从历史订单'} note="数量照原订单带入，价格按当前价格" width="xl">
      {order ? (
        <Chosen lines={order.lines} onBack={() => setOrder(undefined)} onPick={onPick} />
      ) : (
        <ListPage<PastOrder>
          title="订单"
          source={{ id: 'order/history', local: true, load }}
          filters={[
            { kind: 'text', key: 'orderNo', label: '订单编号' },
            { kind: 'text', key: 'product', label: '商品', placeholder: '名称或SKU编码' },
            { kind: 'dates', key: 'createTime', label: '下单时间' },
          ]}
          columns={[
            { key: 'no', title: '订单编号', cell: (row) => row.no || '草稿' },
            { key: 'createdAt', title: '下单时间', kind: 'minute' },
            { key: 'preview', title: '商品', wrap: true, cell: (row) => `${row.preview[0]?.name ?? ''}${row.lineCount > 1 ? ` 等${row.lineCount}种` : ''}` },
            { key: 'payable', title: '金额(元)', kind: 'money' },
            { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={orderStates} /> },
          ]}
          rowActions={(row) => [{ label: '选择商品', onPress: () => open(row) }]}
        />
      )}
    </Dialog>
  );
}

function Chosen({ lines, onBack, onPick }: { lines: readonly Line[]; onBack: () => void; onPick: Props['onPick'] }) {
  return (
    <>
      <Button size="sm" onClick={onBack}>
        重新选择订单
      </Button>
      <ListPage<Line>
        title="商品"
        source={{
          id: 'order/historyLines',
          local: true,
          load: async () => ({ pagedRecords: [...lines], pageNo: 1, totalCount: lines.length }),
          query: { pageSize: '200' },
        }}
        columns={[
          { key: 'skuCode', title: 'SKU编码' },
          { key: 'name', title: '商品', wrap: true, fixed: true, cell: (line) => [line.name, line.spec, line.saleText].filter(Boolean).join(' ') },
          { key: 'qty', title: '数量', align: 'right', cell: (line) => <Qty value={line.qty} unit={line.unitName} /> },
          { key: 'price', title: '当时成交价(元)', kind: 'price' },
          { key: 'amount', title: '金额(元)', align: 'right', cell: (line) => <Money value={line.amount} /> },
        ]}
        buttons={[{ label: '全部加入', tone: 'primary', onPress: () => onPick(lines) }]}
        batch={(picked) => [{ label: '加入所选', tone: 'primary', onPress: () => onPick(picked.rows) }]}
      />
    </>
  );
}
