import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { receiptWayName, receiptWayOptions } from '~/domains/finance/pickers/receiptWays';
import { href } from '~/portal/href';
import { FUND_WRITE_OFF } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { receiptList } from '../calls';
import { receiptStates } from '../receipt';
import AutoApplyDialog from './AutoApplyDialog';
import { reverseReceiptDialog } from './receivableActions';
import { UnapplyDialog } from './UnapplyDialog';

type Row = AnswerOf<typeof receiptList>['pagedRecords'][number];
const R = '/portal/supplyChain/factory/finance/receivables';

/** Inside the book's second tab, so its state stays out of the address. */
export function ReceiptList({ query }: { query: Record<string, string> }) {
  const { customerId } = query;
  const canWriteOff = useCan(FUND_WRITE_OFF);
  const [undoing, setUndoing] = useState<{ id: string; reload: () => void }>();
  const [applying, setApplying] = useState<() => void>();
  return (
    <>
      <ListPage<Row>
        title="收款单"
        part={false}
        source={{ id: 'finance/receipts', query, local: true, load: (q) => call(receiptList, q as never) }}
        filters={[
          { kind: 'text', key: 'no', label: '收款单号' },
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
          { kind: 'text', key: 'bankFlowNo', label: '流水号' },
          { kind: 'select', key: 'payWay', label: '收款方式', options: receiptWayOptions },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(receiptStates).filter((one) => one.value !== 'DRAFT') },
          { kind: 'dates', key: 'received', label: '到账时间', startKey: 'receivedStart', endKey: 'receivedEnd' },
          { kind: 'dates', key: 'created', label: '登记时间', startKey: 'createdStart', endKey: 'createdEnd' },
        ]}
        buttons={(list) => [canWriteOff && { label: '自动核销', onPress: () => setApplying(() => list.reload) }, exportAction('receipt', list)]}
        columns={[
          { key: 'no', title: '收款单号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${R}/receiptDetail`, { id: row.id })}>{row.no}</Link> },
          { key: 'customerName', title: '客户' },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={receiptStates} /> },
          { key: 'amount', title: '收款金额(元)', kind: 'money', sortable: true },
          { key: 'applied', title: '已核销(元)', kind: 'money' },
          { key: 'unapplied', title: '未核销(元)', kind: 'money', sortable: true },
          { key: 'payWay', title: '收款方式', cell: (row) => receiptWayName(row.payWay) },
          { key: 'bankFlowNo', title: '流水号' },
          { key: 'payer', title: '付款人', off: true },
          { key: 'receivedAt', title: '到账时间', kind: 'minute', sortable: true },
          { key: 'creator', title: '登记人', off: true },
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${R}/receiptDetail`, { id: row.id }) },
          row.status === 'CONFIRMED' &&
            canWriteOff &&
            row.applied !== '0.00' && { label: '反核销', onPress: () => setUndoing({ id: row.id, reload: list.reload }) },
          row.status === 'CONFIRMED' &&
            canWriteOff &&
            row.applied === '0.00' && { label: '冲销', tone: 'danger', onPress: async () => (await reverseReceiptDialog(row)) && list.reload() },
        ]}
      />
      {undoing && <UnapplyDialog id={undoing.id} onClose={() => setUndoing(undefined)} onDone={undoing.reload} />}
      {applying && <AutoApplyDialog customerIds={customerId ? [customerId] : []} onClose={() => setApplying(undefined)} onDone={applying} />}
    </>
  );
}
