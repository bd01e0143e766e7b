import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { FUND_CONFIRM, FUND_ENTER } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tabs } from '~/ui/kit/Tabs';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { depositList } from '../calls';
import { depositStates } from '../deposit';
import type { DepositRow } from '../deposit.schema';
import { receiptWays } from '../receiptWay';

/** Fetched when first opened: the form kit and the other list stay out of this one. */
const BankLineList = late(async () => ({ default: (await import('./BankLineList')).BankLineList }));
const ConfirmDialog = late(async () => ({ default: (await import('./fundDialogs')).ConfirmDialog }));

const actions = () => arriving(import('./fundActions'));
const base = '/portal/supplyChain/factory/finance/accountManage';

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '入账单号' },
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'text', key: 'bankFlowNo', label: '银行流水号' },
  { kind: 'select', key: 'payWay', label: '付款方式', options: optionsOf(receiptWays) },
  { kind: 'dates', key: 'paid', label: '付款时间', startKey: 'paidStart', endKey: 'paidEnd' },
  { kind: 'dates', key: 'confirmed', label: '确认时间', startKey: 'confirmedStart', endKey: 'confirmedEnd' },
];
const columns: Column<DepositRow>[] = [
  { key: 'no', title: '入账单号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${base}/enterAccountDetail`, { id: row.id })}>{row.no}</Link> },
  { key: 'customerName', title: '客户' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={depositStates} /> },
  { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
  { key: 'payWay', title: '付款方式', cell: (row) => receiptWays[row.payWay] },
  { key: 'bankFlowNo', title: '银行流水号' },
  { key: 'payer', title: '付款人', off: true },
  { key: 'paidAt', title: '付款时间', kind: 'minute', sortable: true },
  { key: 'creator', title: '登记人', off: true },
  { key: 'confirmer', title: '确认人', off: true },
  { key: 'confirmedAt', title: '确认时间', kind: 'minute', off: true },
  { key: 'createdAt', title: '登记时间', kind: 'minute', sortable: true, off: true },
];
const waits = (row: DepositRow): boolean => row.status === 'PENDING' && !row.mine;

interface Props {
  first: AnswerOf<typeof depositList>;
  query: Record<string, string>;
}

export default function DepositList(props: Props) {
  return (
    <Tabs
      label="入账与银行流水"
      items={[
        { value: 'enters', label: '入账单', content: <Deposits {...props} /> },
        { value: 'bankLines', label: '银行流水', content: <BankLineList /> },
      ]}
    />
  );
}

function Deposits({ first, query }: Props) {
  const canDeposit = useCan(FUND_ENTER);
  const canConfirm = useCan(FUND_CONFIRM);
  const [asked, setAsked] = useState<{ rows: readonly DepositRow[]; done: () => void } | null>(null);
  return (
    <>
      <ListPage<DepositRow>
        title="入账单"
        source={{ id: 'finance/enterAccountList', first, query, load: (q) => call(depositList, q as never) }}
        filters={filters}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(depositStates).filter((one) => one.value !== 'DRAFT')] }}
        columns={columns}
        buttons={(list) => [canDeposit && { label: '新建入账单', tone: 'primary', href: `${base}/enterAccount` }, exportAction('fund-enter', list)]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${base}/enterAccountDetail`, { id: row.id }) },
          canConfirm && waits(row) && { label: '确认', onPress: () => setAsked({ rows: [row], done: list.reload }) },
          canConfirm && row.status === 'PENDING' && { label: '驳回', onPress: async () => (await (await actions()).rejectDialog(row)) && list.reload() },
          canConfirm &&
            row.status === 'CONFIRMED' &&
            !row.mine && { label: '冲销', onPress: async () => (await (await actions()).reverseDialog(row)) && list.reload() },
        ]}
        {...(canConfirm
          ? {
              batch: (picked, list) => [
                {
                  label: '批量确认',
                  disabled: !picked.rows.length || !picked.rows.every(waits),
                  reason: '只能选择他人登记的待确认入账单',
                  onPress: () => setAsked({ rows: picked.rows, done: () => [picked.clear(), list.reload()] }),
                },
              ],
            }
          : {})}
      />
      {asked && <ConfirmDialog of={asked.rows} onClose={() => setAsked(null)} onDone={() => asked.done()} />}
    </>
  );
}
