import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { REVERSE_ADD, REVERSE_AUDIT, REVERSE_RECEIVE, REVERSE_REFUND } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { returnList } from '../calls';
import { isOver, returnReasons, returnSources, returnStates, returnTypes } from '../returns';
import { factorySide as side } from './perspective';
import { refundName, returnColumns } from './returnColumns';

const ReturnPrint = late(() => import('./ReturnPrint'));

type First = AnswerOf<typeof returnList>;
type Row = First['pagedRecords'][number];
const MOST_PRINTED = 50;
const F = '/portal/supplyChain/factory';
const detailOf = (row: Row) => href(`${F}/reverseOrder/detail`, { id: row.id });
/** Fetched when somebody acts on a row. */
const actions = () => arriving(import('./actions'));

export default function ReturnList({ first, query }: { first: First; query: Record<string, string> }) {
  const [canAdd, canAudit, canReceive, canRefund] = [useCan(REVERSE_ADD), useCan(REVERSE_AUDIT), useCan(REVERSE_RECEIVE), useCan(REVERSE_REFUND)];
  const [printing, setPrinting] = useState<readonly string[]>();
  return (
    <>
      <ListPage<Row>
        title="退货单"
        source={{ id: 'reverseOrder/list', first, query, load: (q) => call(returnList, q as never) }}
        filters={[
          { kind: 'text', key: 'no', label: '退货单号' },
          { kind: 'text', key: 'orderNo', label: '订单编号' },
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
          { kind: 'select', key: 'type', label: '类型', options: optionsOf(returnTypes) },
          { kind: 'select', key: 'reasonCode', label: '原因', options: optionsOf(returnReasons) },
          { kind: 'dates', key: 'created', label: '申请时间', startKey: 'createdStart', endKey: 'createdEnd' },
          { kind: 'select', key: 'source', label: '来源', options: optionsOf(returnSources) },
          { kind: 'text', key: 'waybillNo', label: '物流单号' },
        ]}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(returnStates)] }}
        columns={[
          { key: 'no', title: '退货单号', fixed: true, sortable: true, cell: (row) => <Link href={detailOf(row)}>{row.no}</Link> },
          { key: 'orderNo', title: '订单编号', cell: (row) => <Link href={href(`${F}/order/detail`, { id: row.orderId })}>{row.orderNo}</Link> },
          { key: 'customerName', title: '客户' },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={returnStates} /> },
          ...returnColumns<Row>(),
          { key: 'refundTo', title: '退款去向', off: true, cell: refundName },
          { key: 'waybillNo', title: '物流单号', off: true },
          { key: 'source', title: '来源', off: true, cell: (row) => returnSources[row.source] },
          { key: 'handler', title: '处理人', off: true },
          { key: 'finishedAt', title: '完成时间', kind: 'minute', off: true },
        ]}
        buttons={(list) => [canAdd && { label: '新建退货单', tone: 'primary', href: `${side.base}/orders` }, exportAction('return-order', list)]}
        rowActions={(row, list) => [
          { label: '查看', href: detailOf(row) },
          row.status === 'DRAFT' && canAdd && { label: '编辑', href: href(`${F}/reverseOrder/create`, { id: row.id }) },
          row.status === 'PENDING_AUDIT' && canAudit && { label: '审核', href: detailOf(row) },
          (row.status === 'WAIT_BACK' || row.status === 'WAIT_RECEIVE') && canReceive && { label: '收货验收', href: detailOf(row) },
          row.status === 'WAIT_REFUND' && canRefund && { label: '确认退款', href: detailOf(row) },
          !isOver(row.status) &&
            row.status !== 'WAIT_REFUND' &&
            canAdd && { label: '取消', tone: 'danger', onPress: async () => (await (await actions()).cancelDialog(side, row)) && list.reload() },
          { label: '打印', onPress: () => setPrinting([row.id]) },
        ]}
        batch={(picked) => [
          {
            label: '批量打印',
            ...(picked.keys.length > MOST_PRINTED ? { disabled: true, reason: `一次最多打印${MOST_PRINTED}张` } : {}),
            onPress: () => setPrinting(picked.keys),
          },
        ]}
      />
      {printing && <ReturnPrint ids={printing} onClose={() => setPrinting(undefined)} />}
    </>
  );
}
