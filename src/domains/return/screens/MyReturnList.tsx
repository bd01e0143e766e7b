import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { myReturnList } from '../calls';
import { dealerCancels, returnStates, returnTypes } from '../returns';
import { dealerSide as side } from './perspective';
import { returnColumns } from './returnColumns';

type First = AnswerOf<typeof myReturnList>;
type Row = First['pagedRecords'][number];
const D = '/portal/supplyChain/dealer';
const detailOf = (row: Row) => href(`${D}/reverseOrder/detail`, { id: row.id });
const actions = () => arriving(import('./actions'));

/** A dealer follows its returns; a new one begins at an order. */
export default function MyReturnList({ first, query }: { first: First; query: Record<string, string> }) {
  return (
    <ListPage<Row>
      title="退货单"
      source={{ id: 'myReverseOrder/list', first, query, load: (q) => call(myReturnList, q as never) }}
      filters={[
        { kind: 'text', key: 'no', label: '退货单号' },
        { kind: 'text', key: 'orderNo', label: '订单编号' },
        { kind: 'select', key: 'type', label: '类型', options: optionsOf(returnTypes) },
        { kind: 'dates', key: 'created', label: '申请时间', startKey: 'createdStart', endKey: 'createdEnd' },
      ]}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(returnStates)] }}
      columns={[
        { key: 'no', title: '退货单号', fixed: true, cell: (row) => <Link href={detailOf(row)}>{row.no}</Link> },
        { key: 'orderNo', title: '订单编号', cell: (row) => <Link href={href(`${D}/order/detail`, { id: row.orderId })}>{row.orderNo}</Link> },
        { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={returnStates} /> },
        ...returnColumns<Row>(),
      ]}
      buttons={(list) => [{ label: '选择订单退货', tone: 'primary', href: `${D}/order/list` }, exportAction('return-order', list)]}
      rowActions={(row, list) => [
        { label: '查看', href: detailOf(row) },
        row.status === 'DRAFT' && { label: '补充并提交', href: href(`${D}/reverseOrder/create`, { id: row.id }) },
        row.status === 'WAIT_BACK' && { label: '填写物流', href: detailOf(row) },
        dealerCancels.includes(row.status) && {
          label: '取消',
          tone: 'danger',
          onPress: async () => (await (await actions()).cancelDialog(side, row)) && list.reload(),
        },
      ]}
    />
  );
}
