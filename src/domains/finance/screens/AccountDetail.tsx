import { useState } from 'react';
import { href } from '~/portal/href';
import { FUND_ENTER, FUND_EXPENSE, FUND_HOLD } from '~/portal/permissions';
import type { PortalPath } from '~/portal/screens';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan, useMe } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { slotTabs } from '~/ui/detail/slots';
import { Card } from '~/ui/kit/Card';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tabs } from '~/ui/kit/Tabs';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { FigureButton } from '~/ui/values/FigureButton';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { type accountDetail, accountMovements, depositList, holdList } from '../calls';
import { depositStates } from '../deposit';
import type { DepositRow } from '../deposit.schema';
import { accountStates, holdReasons, holdStates, postingKinds } from '../fund';
import type { FundMovement, HoldRow } from '../fund.schema';
import type { AccountTab } from '../slots';
import { Payments, Refunds } from './AccountTabs';
import { FreezeDialog } from './fundDialogs';
import { movementFilters } from './movementFilters';

/** Fetched when first opened. */
const WithdrawDialog = late(async () => ({ default: (await import('./withdrawalDialogs')).WithdrawDialog }));

type Account = AnswerOf<typeof accountDetail>;
const F = '/portal/supplyChain/factory';
const base = `${F}/finance/accountManage`;
const sources: Record<string, PortalPath> = {
  ENTER: `${base}/enterAccountDetail`,
  DELIVERY: `${F}/deliver/detail`,
  RECEIPT: `${F}/finance/receivables/receiptDetail`,
};

const movements: Column<FundMovement>[] = [
  { key: 'at', title: '时间', kind: 'time', sortable: true },
  { key: 'kind', title: '类型', cell: (row) => postingKinds[row.kind] ?? row.kind },
  {
    key: 'bizNo',
    title: '单号',
    cell: (row) => (sources[row.bizType] ? <Link href={href(sources[row.bizType] as PortalPath, { id: row.bizId })}>{row.bizNo}</Link> : row.bizNo),
  },
  { key: 'income', title: '收入(元)', align: 'right', cell: (row) => <Money value={row.income === '0.00' ? undefined : row.income} /> },
  { key: 'expense', title: '支出(元)', align: 'right', cell: (row) => <Money value={row.expense === '0.00' ? undefined : row.expense} /> },
  { key: 'balance', title: '余额(元)', kind: 'money' },
  { key: 'memo', title: '摘要', wrap: true },
  { key: 'actor', title: '操作人' },
];
const holds: Column<HoldRow>[] = [
  { key: 'no', title: '冻结单号', cell: (row) => <Link href={href(`${base}/frozenDetail`, { id: row.id })}>{row.no}</Link> },
  { key: 'bizType', title: '类型', cell: (row) => holdReasons[row.bizType] },
  {
    key: 'bizNo',
    title: '关联单号',
    cell: (row) => (row.bizType === 'ORDER' ? <Link href={href(`${F}/order/detail`, { id: row.bizId })}>{row.bizNo}</Link> : row.reason || '- -'),
  },
  { key: 'amount', title: '冻结金额(元)', kind: 'money', sortable: true },
  { key: 'captured', title: '已扣(元)', kind: 'money' },
  { key: 'released', title: '已解(元)', kind: 'money' },
  { key: 'open', title: '剩余(元)', kind: 'money' },
  { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={holdStates} /> },
  { key: 'createdAt', title: '冻结时间', kind: 'minute', sortable: true },
];
const deposits: Column<DepositRow>[] = [
  { key: 'no', title: '入账单号', cell: (row) => <Link href={href(`${base}/enterAccountDetail`, { id: row.id })}>{row.no}</Link> },
  { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
  { key: 'bankFlowNo', title: '银行流水号' },
  { key: 'payer', title: '付款人' },
  { key: 'paidAt', title: '付款时间', kind: 'minute', sortable: true },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={depositStates} /> },
  { key: 'confirmer', title: '确认人' },
];

/** What other domains know of a customer's account. */
const slots = import.meta.glob<{ tabs: readonly AccountTab[] }>('../../*/slots/accountDetail.tsx', { eager: true });

export default function AccountDetail({ first, tab = '' }: { first: Account; tab?: string | undefined }) {
  const canDeposit = useCan(FUND_ENTER);
  const canHold = useCan(FUND_HOLD);
  const canExpense = useCan(FUND_EXPENSE);
  const permissions = useMe()?.permissions ?? [];
  const [freezing, setFreezing] = useState(false);
  const [withdrawing, setWithdrawing] = useState(false);
  const [shown, setShown] = useState(tab || 'moves');
  const active = first.status === 'ACTIVE';
  return (
    <DetailPage
      title={first.customerName}
      no={first.customerCode}
      status={<StatusTag status={first.status} names={accountStates} />}
      facts={[
        { label: '资金余额(元)', value: <FigureButton value={first.posted} label="资金余额" onOpen={() => setShown('moves')} /> },
        { label: '冻结(元)', value: <FigureButton value={first.held} label="冻结" onOpen={() => setShown('holds')} /> },
        { label: '可用(元)', value: <Money value={first.available} /> },
        { label: '费用余额(元)', value: <FigureButton value={first.expensePosted} label="费用余额" onOpen={() => setShown('expense')} /> },
        { label: '其中费用冻结(元)', value: <FigureButton value={first.expenseHeld} label="费用冻结" onOpen={() => setShown('expense')} /> },
        { label: '应收未收(元)', value: <Owed of={first.customerId} value={first.openReceivable} /> },
        { label: '其中逾期(元)', value: <Owed of={first.customerId} value={first.overdue} days={{ overdueDaysMin: '1' }} /> },
      ]}
      actions={[
        canDeposit &&
          active && { label: '入账', tone: 'primary', href: href(`${base}/enterAccount`, { customerId: first.customerId, customerName: first.customerName }) },
        canExpense && { label: '新建费用单', href: href(`${base}/expenseAccount`, { customerId: first.customerId, customerName: first.customerName }) },
        canDeposit && active && { label: '提现', onPress: () => setWithdrawing(true) },
        canHold && active && { label: '手工冻结', onPress: () => setFreezing(true) },
      ]}
      backHref={`${base}/accountList`}
    >
      <Card>
        <Tabs
          value={shown}
          onChange={setShown}
          items={[
            { value: 'moves', label: '流水', content: <Movements id={first.id} /> },
            { value: 'holds', label: '冻结', content: <Holds id={first.id} canHold={canHold} /> },
            { value: 'enters', label: '入账', content: <Deposits id={first.id} /> },
            ...slotTabs(slots, first, permissions),
            { value: 'payments', label: '支付', content: <Payments id={first.id} /> },
            { value: 'refunds', label: '退款', content: <Refunds id={first.id} /> },
          ]}
        />
      </Card>
      {withdrawing && <WithdrawDialog of={first} onClose={() => setWithdrawing(false)} onDone={() => location.reload()} />}
      <FreezeDialog of={freezing ? first : null} onClose={() => setFreezing(false)} onDone={() => location.reload()} />
    </DetailPage>
  );
}

/** Leads to the receivables it is made of. */
const Owed = ({ of, value, days = {} }: { of: string; value: string; days?: Record<string, string> }) => (
  <Link href={href('/portal/supplyChain/factory/finance/receivables/receivablesBookList', { customerId: of, ...days })}>
    <Money value={value} />
  </Link>
);

const Movements = ({ id }: { id: string }) => (
  <ListPage<FundMovement>
    title="流水"
    source={{ id: 'finance/accountMoves', local: true, load: (q) => call(accountMovements, { ...q, accountId: id } as never) }}
    filters={movementFilters}
    columns={movements}
  />
);

const Holds = ({ id, canHold }: { id: string; canHold: boolean }) => (
  <ListPage<HoldRow>
    title="冻结"
    source={{ id: 'finance/accountHolds', local: true, load: (q) => call(holdList, { ...q, accountId: id } as never) }}
    filters={[
      { kind: 'select', key: 'state', label: '状态', options: optionsOf(holdStates) },
      { kind: 'text', key: 'no', label: '单号' },
    ]}
    columns={holds}
    rowActions={(row) => {
      const page = href(`${base}/frozenDetail`, { id: row.id });
      const manual = row.bizType === 'MANUAL' && (row.state === 'ACTIVE' || row.state === 'PART');
      return [{ label: '查看', href: page }, canHold && manual && { label: '解冻', href: page }];
    }}
  />
);

const Deposits = ({ id }: { id: string }) => (
  <ListPage<DepositRow>
    title="入账"
    source={{ id: 'finance/accountEnters', local: true, load: (q) => call(depositList, { ...q, accountId: id } as never) }}
    filters={[{ kind: 'select', key: 'status', label: '状态', options: optionsOf(depositStates) }]}
    columns={deposits}
  />
);
