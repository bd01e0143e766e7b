import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { ARM_MATCH, ARM_PAY, CREDIT_REPAY, FUND_MANAGE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { payList } from '../calls';
import { moneyKinds, moneyStates, moneyTones } from '../plan';
import { OwingCustomer } from './OwingCustomer';

const BankDialog = late(() => import('./BankDialog'));
const PayAutoDialog = late(() => import('./PayAutoDialog'));
const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));

type First = AnswerOf<typeof payList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';

export default function PayList({ first, query }: { first: First; query: Record<string, string> }) {
  const [canPay, canMatch] = [useCan(ARM_PAY), useCan(ARM_MATCH)];
  const [opened, setOpened] = useState<{ what: 'bank' | 'auto' | 'import'; done: () => void }>();
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage<Row>
        title="回款信息"
        source={{ id: 'receiveAdmin/payInfo', first, query, load: (q) => call(payList, q as never) }}
        filters={[
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
          { kind: 'text', key: 'no', label: '单号' },
          { kind: 'text', key: 'bankFlowNo', label: '流水号' },
          { kind: 'select', key: 'kind', label: '单据', options: optionsOf(moneyKinds) },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(moneyStates) },
          { kind: 'dates', key: 'received', label: '到账时间', startKey: 'receivedStart', endKey: 'receivedEnd' },
        ]}
        columns={[
          { key: 'no', title: '单号', fixed: true, sortable: true, cell: (row) => <Document row={row} /> },
          { key: 'kind', title: '单据', cell: (row) => moneyKinds[row.kind] },
          { key: 'customerName', title: '客户', cell: (row) => <OwingCustomer of={row} /> },
          { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
          { key: 'applied', title: '已核销(元)', kind: 'money' },
          { key: 'unapplied', title: '未核销(元)', kind: 'money' },
          { key: 'payWay', title: '收款方式' },
          { key: 'receivedAt', title: '到账时间', kind: 'time', sortable: true },
          { key: 'status', title: '状态', brief: true, cell: (row) => <StatusTag status={row.status} names={moneyStates} tones={moneyTones} /> },
          { key: 'payer', title: '付款方', off: true },
          { key: 'bankFlowNo', title: '流水号', off: true },
          { key: 'creator', title: '登记人', off: true },
          { key: 'createdAt', title: '登记时间', off: true, kind: 'time', sortable: true },
        ]}
        buttons={(list) => [
          canPay && { label: '登记回款', tone: 'primary', href: `${A}/addPay` },
          canPay && { label: '匹配银行流水', onPress: () => setOpened({ what: 'bank', done: list.reload }) },
          canMatch && { label: '自动核销', onPress: () => setOpened({ what: 'auto', done: list.reload }) },
          canPay && { label: '导入', onPress: () => setOpened({ what: 'import', done: list.reload }) },
          exportAction('ar-pay', list),
        ]}
      />
      {opened?.what === 'bank' && <BankDialog onClose={close} onDone={opened.done} />}
      {opened?.what === 'auto' && <PayAutoDialog customerIds={query['customerId'] ? [query['customerId']] : []} onClose={close} onDone={opened.done} />}
      {opened?.what === 'import' && (
        <ImportDrawer
          type="receivablePay"
          title="导入回款"
          onClose={() => {
            close();
            opened.done();
          }}
        />
      )}
    </>
  );
}

/** Each kind opens where it is kept, for whoever may go there. */
function Document({ row }: { row: Row }) {
  const [credit, funds] = [useCan(CREDIT_REPAY), useCan(FUND_MANAGE)];
  if (row.kind === 'RECEIPT') return <Link href={href(`${A}/payInfo/detail`, { id: row.id })}>{row.no}</Link>;
  if (row.kind === 'REPAYMENT' && credit) return <Link href={href('/portal/creditSystem/usePaySuccess', { id: row.id })}>{row.no}</Link>;
  if (row.kind === 'DEPOSIT' && funds)
    return <Link href={href('/portal/supplyChain/factory/finance/accountManage/enterAccountDetail', { id: row.id })}>{row.no}</Link>;
  return <>{row.no}</>;
}
