import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { findWarehouses } from '~/domains/warehouse/pickers/whenUsed';
import { href } from '~/portal/href';
import { DELIVER_ADD, DELIVER_OUT, DELIVER_REVERSE, DELIVER_SIGN } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { deliveryDetail, deliveryList } from '../calls';
import { deliveryStates, shipWays } from '../delivery';

const DeliveryPrint = late(() => import('./DeliveryPrint'));
/** Fetched when first opened: the form kit stays out of the list. */
const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));

const SignForm = late(async () => ({ default: (await import('../pickers/SignForm')).SignForm }));

type First = AnswerOf<typeof deliveryList>;
type Row = First['pagedRecords'][number];
const MOST_PRINTED = 50;
const F = '/portal/supplyChain/factory';
const states = optionsOf(deliveryStates).filter((one) => one.value !== 'DRAFT');

/** Fetched when somebody acts on a row. */
const actions = () => arriving(import('./actions'));
/** The first of many stands for all: a delivery in five packages would push the row's other columns off the screen. */
const Waybills = ({ numbers: [first, ...more] }: { numbers: readonly string[] }) =>
  more.length ? <span title={[first, ...more].join('、')}>{`${first} 等${more.length + 1}个`}</span> : (first ?? '- -');
const onRoad = (row: Row): boolean => row.status === 'SHIPPED' || row.status === 'PART_SIGNED';

export default function DeliveryList({ first, query }: { first: First; query: Record<string, string> }) {
  const canAdd = useCan(DELIVER_ADD);
  const canOut = useCan(DELIVER_OUT);
  const [printing, setPrinting] = useState<readonly string[]>();
  const [canReverse, canSign] = [useCan(DELIVER_REVERSE), useCan(DELIVER_SIGN)];
  const [signing, setSigning] = useState<{ delivery: AnswerOf<typeof deliveryDetail>; done: () => void }>();
  const [importing, setImporting] = useState<{ done: () => void }>();
  return (
    <>
      <ListPage<Row>
        title="发货单"
        source={{ id: 'deliver/list', first, query, load: (q) => call(deliveryList, q as never) }}
        filters={[
          { kind: 'text', key: 'no', label: '发货单号' },
          { kind: 'text', key: 'orderNo', label: '订单编号' },
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
          { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
          { kind: 'select', key: 'shipWay', label: '发货方式', options: optionsOf(shipWays) },
          { kind: 'text', key: 'waybillNo', label: '物流单号' },
          { kind: 'dates', key: 'shipped', label: '发货时间', startKey: 'shippedStart', endKey: 'shippedEnd' },
          { kind: 'select', key: 'out', label: '出库', options: [{ value: 'true', label: '已出库且未冲销' }] },
          { kind: 'text', key: 'creator', label: '制单人' },
        ]}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...states] }}
        columns={[
          {
            key: 'no',
            title: '发货单号',
            fixed: true,
            sortable: true,
            cell: (row) => <Link href={href(`${F}/deliver/detail`, { id: row.id })}>{row.no}</Link>,
          },
          { key: 'customerName', title: '客户' },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={deliveryStates} /> },
          { key: 'orderCount', title: '关联订单', off: true, align: 'right', cell: (row) => <span title={row.orderNos.join('、')}>{row.orderCount}</span> },
          { key: 'warehouseName', title: '仓库', off: true },
          { key: 'totalQty', title: '数量', align: 'right', cell: (row) => displayUnits(row.quantities) },
          { key: 'amount', title: '金额(元)', off: true, kind: 'money', sortable: true },
          { key: 'shipWay', title: '方式', off: true, cell: (row) => shipWays[row.shipWay] },
          { key: 'waybillNos', title: '物流单号', cell: (row) => <Waybills numbers={row.waybillNos} /> },
          { key: 'shippedAt', title: '发货时间', kind: 'minute', sortable: true },
          { key: 'signedAt', title: '签收时间', off: true, kind: 'minute', sortable: true },
          { key: 'planDate', title: '计划日期', kind: 'date', off: true },
          { key: 'creator', title: '制单人', off: true },
          { key: 'createdAt', title: '制单时间', kind: 'minute', sortable: true, off: true },
        ]}
        buttons={(list) => [
          canAdd && { label: '新建发货单', tone: 'primary', href: `${F}/deliver/orderList` },
          canOut && { label: '批量发货导入', onPress: () => setImporting({ done: list.reload }) },
          exportAction('delivery', list),
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${F}/deliver/detail`, { id: row.id }) },
          row.status === 'WAIT_OUT' && canOut && { label: '确认出库', onPress: async () => (await (await actions()).shipDialog(row)) && list.reload() },
          row.status === 'WAIT_OUT' && canAdd && { label: '编辑', href: href(`${F}/deliver/edit`, { id: row.id }) },
          row.status === 'WAIT_OUT' && canAdd && { label: '取消', onPress: async () => (await (await actions()).cancelDialog(row)) && list.reload() },
          onRoad(row) &&
            canSign && { label: '代签收', onPress: async () => setSigning({ delivery: await call(deliveryDetail, { id: row.id }), done: list.reload }) },
          (onRoad(row) || row.status === 'SIGNED') && { label: '物流', href: `${href(`${F}/deliver/detail`, { id: row.id })}#packages` },
          row.status === 'SHIPPED' &&
            canReverse && { label: '冲销', tone: 'danger', onPress: async () => (await (await actions()).reverseDialog(row)) && list.reload() },
          row.status !== 'CANCELLED' && { label: '打印', onPress: () => setPrinting([row.id]) },
        ]}
        batch={(picked) => [
          {
            label: '批量打印',
            ...(picked.keys.length > MOST_PRINTED ? { disabled: true, reason: `一次最多打印${MOST_PRINTED}张` } : {}),
            onPress: () => setPrinting(picked.keys),
          },
        ]}
      />
      {printing && <DeliveryPrint ids={printing} onClose={() => setPrinting(undefined)} />}
      {signing && (
        <SignForm
          delivery={signing.delivery}
          perspective="factory"
          open
          onClose={() => setSigning(undefined)}
          onSigned={() => {
            setSigning(undefined);
            signing.done();
          }}
        />
      )}
      {importing && (
        <ImportDrawer
          type="deliveryShip"
          title="批量发货导入"
          onClose={() => {
            importing.done();
            setImporting(undefined);
          }}
        />
      )}
    </>
  );
}
