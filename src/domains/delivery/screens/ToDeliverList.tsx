import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { findWarehouses } from '~/domains/warehouse/pickers/whenUsed';
import { href } from '~/portal/href';
import { DELIVER_ADD } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import { toDeliverList } from '../calls';
import { leftText } from '../delivery.schema';

type First = AnswerOf<typeof toDeliverList>;
type Row = First['pagedRecords'][number];
const F = '/portal/supplyChain/factory';

/** Picked orders on one delivery, or the sentence why not. */
function mergeProblem(rows: readonly Row[]): string {
  const [first, ...others] = rows;
  const other = first && others.find((row) => row.mergeKey !== first.mergeKey);
  if (!first || !other) return '';
  if (other.customerId !== first.customerId) return `订单${first.no}与${other.no}不是同一客户，不能合并发货`;
  if (other.warehouseId !== first.warehouseId) return `订单${first.no}与${other.no}的发货仓不同，不能合并发货`;
  return `订单${first.no}与${other.no}的收货地址不同，不能合并发货`;
}

function merge(rows: readonly Row[]): void {
  const problem = mergeProblem(rows);
  if (problem) toast(problem, 'warn');
  else location.assign(href(`${F}/deliver/create`, { orderIds: rows.map((row) => row.id).join(',') }));
}

export default function ToDeliverList({ first, query }: { first: First; query: Record<string, string> }) {
  const canAdd = useCan(DELIVER_ADD);
  return (
    <ListPage<Row>
      title="待发货订单"
      source={{ id: 'deliver/orderList', first, query, load: (q) => call(toDeliverList, q as never) }}
      filters={[
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
        { kind: 'text', key: 'orderNo', label: '订单编号' },
        { kind: 'text', key: 'product', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
        { kind: 'dates', key: 'expect', label: '期望到货', startKey: 'expectStart', endKey: 'expectEnd', unit: 'day' },
        { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
        { kind: 'bool', key: 'complete', label: '是否齐套' },
      ]}
      columns={[
        {
          key: 'no',
          title: '订单编号',
          fixed: true,
          sortable: true,
          cell: (row) => (
            <span className="inline-flex items-center gap-1.5">
              <Link href={href(`${F}/order/detail`, { id: row.id })}>{row.no}</Link>
              {row.changing && <Tag tone="warn">变更中</Tag>}
            </span>
          ),
        },
        { key: 'customerName', title: '客户' },
        { key: 'address', title: '收货地址', off: true, width: 240, cell: (row) => [row.receiver, row.receiverPhone, row.address].filter(Boolean).join(' ') },
        { key: 'warehouseName', title: '仓库' },
        { key: 'pendingQty', title: '待发数量', align: 'right', cell: (row) => leftText(row, 'pending') },
        {
          key: 'deliverableQty',
          title: '可发数量',
          align: 'right',
          hint: '本订单占用的库存与仓库可用库存之和，不超过待发数量；多种单位时为可发齐的行数',
          cell: (row) => leftText(row, 'ready'),
        },
        { key: 'complete', title: '是否齐套', cell: (row) => <Tag tone={row.complete ? 'ok' : 'warn'}>{row.complete ? '齐套' : '不齐套'}</Tag> },
        { key: 'expectDate', title: '期望到货', kind: 'date', sortable: true },
        { key: 'approvedAt', title: '审核时间', kind: 'minute', sortable: true, off: true },
      ]}
      buttons={(list) => [exportAction('to-deliver', list)]}
      rowActions={(row) => [
        canAdd && { label: '发货', href: href(`${F}/deliver/create`, { orderIds: row.id }) },
        { label: '查看', href: href(`${F}/order/detail`, { id: row.id }) },
      ]}
      batch={(picked) => [canAdd && { label: '合并发货', disabled: picked.rows.length === 0, onPress: () => merge(picked.rows) }]}
    />
  );
}
