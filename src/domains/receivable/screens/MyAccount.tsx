import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailPage } from '~/ui/detail/DetailPage';
import { type SlotTab, slotTabs } from '~/ui/detail/slots';
import { Card } from '~/ui/kit/Card';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tabs } from '~/ui/kit/Tabs';
import { useTab } from '~/ui/kit/useTab';
import { ListPage } from '~/ui/list/ListPage';
import { FigureButton } from '~/ui/values/FigureButton';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { myDebts, type myFunds } from '../myCalls';
import { debtSources, debtStates } from '../myDebt';
import type { MyDebt } from '../myDebts.schema';

const MyMovements = late(() => import('~/domains/finance/pickers/MyMovements'));
const MyHolds = late(() => import('~/domains/finance/pickers/MyHolds'));
const MyLots = late(() => import('~/domains/expense/pickers/MyLots'));
const MyWithdrawals = late(() => import('~/domains/finance/pickers/MyWithdrawals'));

/** What other domains add to it: limits of credit, plans of repayment. */
const slots = import.meta.glob<{ tabs: readonly SlotTab<null>[] }>('../../*/slots/myAccount.tsx', { eager: true });

const ORDER = '/portal/supplyChain/dealer/order/detail';

interface Props {
  funds: AnswerOf<typeof myFunds>;
  debts: AnswerOf<typeof myDebts>;
  query: Record<string, string>;
}

/** What the dealer has at this factory, what is held for orders, and what is to be paid by when. */
export default function MyAccount({ funds, debts, query }: Props) {
  const overdueFirst = Boolean(query['overdueDaysMin']);
  const [overdue, setOverdue] = useState(overdueFirst);
  const items = [
    { value: 'debts', label: '应付货款', content: <Debts key={String(overdue)} overdue={overdue} first={overdue === overdueFirst ? debts : undefined} /> },
    ...slotTabs(slots, null, []),
    { value: 'moves', label: '资金流水', content: <MyMovements /> },
    { value: 'holds', label: '冻结明细', content: <MyHolds /> },
    { value: 'expense', label: '费用', content: <MyLots /> },
    { value: 'withdrawals', label: '提现', content: <MyWithdrawals available={funds.available} /> },
  ];
  const [shown, setShown] = useTab(
    items.map(({ value }) => value),
    query['tab'],
  );
  const showDebts = (only: { overdue: boolean }) => {
    setOverdue(only.overdue);
    setShown('debts');
  };
  return (
    <DetailPage
      title="我的账户"
      facts={[
        { label: '账户余额(元)', value: <FigureButton value={funds.balance} label="账户余额" onOpen={() => setShown('moves')} /> },
        { label: '订单冻结(元)', value: <FigureButton value={funds.held} label="订单冻结" onOpen={() => setShown('holds')} /> },
        { label: '可用余额(元)', value: <Money value={funds.available} /> },
        { label: '应付未付(元)', value: <FigureButton value={funds.openReceivable} label="应付未付" onOpen={() => showDebts({ overdue: false })} /> },
        {
          label: '其中逾期(元)',
          value: <FigureButton value={funds.overdue} label="逾期" bad={funds.overdueDays > 0} onOpen={() => showDebts({ overdue: true })} />,
        },
        funds.overdueDays > 0 ? { label: '最长逾期', value: `${funds.overdueDays}天` } : funds.nextDue !== '' && { label: '最近应付日', value: funds.nextDue },
      ]}
    >
      <Card>
        <Tabs label="我的账户" value={shown} onChange={setShown} items={items} />
      </Card>
    </DetailPage>
  );
}

const Debts = ({ first, overdue }: { first: Props['debts'] | undefined; overdue: boolean }) => (
  <ListPage<MyDebt>
    title="应付货款"
    source={{ id: 'finance/myDebts', local: true, first, query: overdue ? { overdueDaysMin: '1' } : {}, load: (q) => call(myDebts, q as never) }}
    filters={[
      { kind: 'select', key: 'status', label: '状态', options: optionsOf(debtStates) },
      { kind: 'select', key: 'overdueDaysMin', label: '逾期', options: [{ value: '1', label: '已逾期' }] },
      { kind: 'dates', key: 'due', label: '应付日', startKey: 'dueStart', endKey: 'dueEnd', unit: 'day' },
      { kind: 'text', key: 'sourceNo', label: '发货单或订单' },
    ]}
    buttons={(list) => [exportAction('my-debt', list)]}
    columns={[
      { key: 'no', title: '单号', fixed: true },
      {
        key: 'status',
        title: '状态',
        cell: (row) => <StatusTag status={row.status} names={debtStates} tones={{ OPEN: 'warn', PART: 'warn', SETTLED: 'ok', REVERSED: 'neutral' }} />,
      },
      { key: 'dueDate', title: '应付日', kind: 'date', sortable: true },
      {
        key: 'overdueDays',
        title: '逾期天数',
        align: 'right',
        cell: (row) => (row.overdueDays > 0 ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
      },
      { key: 'open', title: '未付(元)', kind: 'money', sortable: true },
      { key: 'amount', title: '货款(元)', kind: 'money', sortable: true },
      { key: 'settled', title: '已付(元)', kind: 'money' },
      { key: 'returned', title: '退货冲减(元)', off: true, kind: 'money' },
      { key: 'source', title: '来源', cell: (row) => debtSources[row.source] },
      {
        key: 'orderNo',
        title: '订单',
        cell: (row) => (row.orderId ? <Link href={href(ORDER, { id: row.orderId })}>{row.orderNo}</Link> : row.sourceNo || '- -'),
      },
      { key: 'deliveryNo', title: '发货单号' },
      { key: 'bizDate', title: '日期', kind: 'date', sortable: true },
    ]}
  />
);
