import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { FUND_ENTER, FUND_HOLD } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tabs } from '~/ui/kit/Tabs';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { accountList } from '../calls';
import { accountStates, accountTypes } from '../fund';
import type { AccountRow } from '../fund.schema';

/** Fetched when first used. */
const actions = () => arriving(import('./fundActions'));

/** Fetched when first opened: the form kit stays out of the list. */
const FreezeDialog = late(async () => ({ default: (await import('./fundDialogs')).FreezeDialog }));
const LowBalanceDialog = late(async () => ({ default: (await import('./fundDialogs')).LowBalanceDialog }));
const OpenDialog = late(async () => ({ default: (await import('./fundDialogs')).OpenDialog }));

const WithdrawalList = late(async () => ({ default: (await import('./WithdrawalList')).WithdrawalList }));

const base = '/portal/supplyChain/factory/finance/accountManage';

const filters: Filter[] = [
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'type', label: '账户类型', options: optionsOf(accountTypes) },
  { kind: 'select', key: 'status', label: '状态', options: optionsOf(accountStates) },
  { kind: 'numbers', key: 'balance', label: '余额区间', startKey: 'balanceStart', endKey: 'balanceEnd' },
  { kind: 'bool', key: 'low', label: '低于提醒余额' },
];

/** An amount that leads to the rows of the account it is made of. */
const inAccount = (tab: string, key: 'posted' | 'held' | 'expensePosted' | 'expenseHeld') => (row: AccountRow) => (
  <Link href={href(`${base}/accountDetail`, { id: row.id, tab })}>
    <Money value={row[key]} />
  </Link>
);

const columns: Column<AccountRow>[] = [
  {
    key: 'customerName',
    title: '客户',
    fixed: true,
    sortable: true,
    cell: (row) => <Link href={href(`${base}/accountDetail`, { id: row.id })}>{row.customerName}</Link>,
  },
  { key: 'customerCode', title: '客户编码', sortable: true },
  { key: 'posted', title: '资金余额(元)', kind: 'money', sortable: true, cell: inAccount('moves', 'posted') },
  { key: 'held', title: '冻结(元)', kind: 'money', sortable: true, cell: inAccount('holds', 'held') },
  {
    key: 'available',
    title: '可用(元)',
    align: 'right',
    sortable: true,
    cell: (row) => (
      <span className="inline-flex items-center gap-1.5">
        {row.low && <Tag tone="danger">低</Tag>}
        <Money value={row.available} strong />
      </span>
    ),
  },
  { key: 'expensePosted', title: '费用余额(元)', kind: 'money', cell: inAccount('expense', 'expensePosted') },
  { key: 'expenseHeld', title: '费用冻结(元)', kind: 'money', cell: inAccount('expense', 'expenseHeld') },
  { key: 'lowBalance', title: '提醒余额(元)', kind: 'money', off: true },
  { key: 'changedAt', title: '最近变动', kind: 'minute', sortable: true },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={accountStates} /> },
];

interface Props {
  first: AnswerOf<typeof accountList>;
  query: Record<string, string>;
}

export default function AccountList({ tab = '', ...props }: Props & { tab?: string | undefined }) {
  const [shown, setShown] = useState(tab === 'withdrawals' ? tab : 'accounts');
  return (
    <Tabs
      label="账户与提现"
      value={shown}
      onChange={setShown}
      items={[
        { value: 'accounts', label: '客户账户', content: <Accounts {...props} /> },
        { value: 'withdrawals', label: '提现', content: <WithdrawalList /> },
      ]}
    />
  );
}

function Accounts({ first, query }: Props) {
  const canDeposit = useCan(FUND_ENTER);
  const canHold = useCan(FUND_HOLD);
  const [asked, setAsked] = useState<{ what: 'freeze' | 'low'; row: AccountRow; reload: () => void } | null>(null);
  const [opening, setOpening] = useState<(() => void) | null>(null);
  const rowOf = (what: 'freeze' | 'low') => (asked?.what === what ? asked.row : null);
  const close = () => setAsked(null);
  return (
    <>
      <ListPage<AccountRow>
        title="客户账户"
        source={{ id: 'finance/accountList', first, query, load: (q) => call(accountList, q as never) }}
        filters={filters}
        columns={columns}
        buttons={(list) => [
          canDeposit && { label: '入账', tone: 'primary', href: `${base}/enterAccount` },
          canDeposit && { label: '开户', onPress: () => setOpening(() => list.reload) },
          canDeposit && { label: '批量开户', onPress: async () => (await (await actions()).openAll()) && list.reload() },
          exportAction('fund-account', list),
        ]}
        rowActions={(row, list) => [
          { label: '流水', href: href(`${base}/accountDetail`, { id: row.id }) },
          canDeposit &&
            row.status === 'ACTIVE' && { label: '入账', href: href(`${base}/enterAccount`, { customerId: row.customerId, customerName: row.customerName }) },
          canHold && row.status === 'ACTIVE' && { label: '手工冻结', onPress: () => setAsked({ what: 'freeze', row, reload: list.reload }) },
          canHold && /[1-9]/.test(row.held) && { label: '解冻', href: href(`${base}/accountDetail`, { id: row.id, tab: 'holds' }) },
          canDeposit && { label: '余额提醒', onPress: () => setAsked({ what: 'low', row, reload: list.reload }) },
          canHold && { label: row.status === 'ACTIVE' ? '停用' : '启用', onPress: async () => (await (await actions()).switchDialog(row)) && list.reload() },
        ]}
      />
      {asked && <FreezeDialog of={rowOf('freeze')} onClose={close} onDone={() => asked.reload()} />}
      {asked && <LowBalanceDialog of={rowOf('low')} onClose={close} onDone={() => asked.reload()} />}
      {opening && <OpenDialog of onClose={() => setOpening(null)} onDone={() => opening()} />}
    </>
  );
}
