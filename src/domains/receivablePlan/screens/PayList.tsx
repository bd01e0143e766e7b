import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { receiptWayName } from '~/domains/finance/pickers/receiptWayName';
import { href } from '~/portal/href';
import { ARM_PAY } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { payList } from '../calls';
import { paidStates } from '../plan';

const BankDialog = late(() => import('./BankDialog'));

type First = AnswerOf<typeof payList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';

export default function PayList({ first, query }: { first: First; query: Record<string, string> }) {
  const canPay = useCan(ARM_PAY);
  const [matching, setMatching] = useState<{ done: () => void }>();
  return (
    <>
      <ListPage<Row>
        title="回款信息"
        source={{ id: 'receiveAdmin/payInfo', first, query, load: (q) => call(payList, q as never) }}
        filters={[
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
          { kind: 'text', key: 'no', label: '收款单号' },
          { kind: 'text', key: 'bankFlowNo', label: '流水号' },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(paidStates) },
          { kind: 'dates', key: 'received', label: '到账时间', startKey: 'receivedStart', endKey: 'receivedEnd' },
        ]}
        columns={[
          {
            key: 'no',
            title: '收款单号',
            fixed: true,
            sortable: true,
            cell: (row) => <Link href={href(`${A}/payInfo/detail`, { id: row.id })}>{row.no}</Link>,
          },
          { key: 'customerName', title: '客户' },
          { key: 'amount', title: '收款金额(元)', kind: 'money', sortable: true },
          { key: 'applied', title: '已核销(元)', kind: 'money' },
          { key: 'unapplied', title: '未核销(元)', kind: 'money', sortable: true },
          { key: 'payWay', title: '收款方式', cell: (row) => receiptWayName(row.payWay) },
          { key: 'payer', title: '付款方' },
          { key: 'receivedAt', title: '到账时间', kind: 'time', sortable: true },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={paidStates} /> },
          { key: 'bankFlowNo', title: '流水号', off: true },
          { key: 'creator', title: '登记人', off: true },
          { key: 'createdAt', title: '登记时间', off: true, kind: 'time', sortable: true },
        ]}
        buttons={(list) => [
          canPay && { label: '登记回款', tone: 'primary', href: `${A}/addPay` },
          canPay && { label: '匹配银行流水', onPress: () => setMatching({ done: list.reload }) },
          exportAction('receipt', list),
        ]}
        rowActions={(row) => [{ label: '查看', href: href(`${A}/payInfo/detail`, { id: row.id }) }]}
      />
      {matching && <BankDialog onClose={() => setMatching(undefined)} onDone={matching.done} />}
    </>
  );
}
