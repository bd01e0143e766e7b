import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { withdrawalList } from '../calls';
import { withdrawalSources, withdrawalStates } from '../withdrawal';
import type { WithdrawalRow } from '../withdrawal.schema';

const page = '/portal/supplyChain/factory/finance/accountManage/refundDetail';
const columns: Column<WithdrawalRow>[] = [
  { key: 'no', title: '提现单号', fixed: true, sortable: true, cell: (row) => <Link href={href(page, { id: row.id })}>{row.no}</Link> },
  { key: 'customerName', title: '客户' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={withdrawalStates} /> },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'source', title: '来源', cell: (row) => withdrawalSources[row.source] },
  { key: 'payee', title: '收款户名' },
  { key: 'bankAccount', title: '银行账号' },
  { key: 'creator', title: '申请人' },
  { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
  { key: 'paidAt', title: '付款时间', kind: 'minute' },
];

/** Balances customers take out, of all accounts. */
export function WithdrawalList() {
  return (
    <ListPage<WithdrawalRow>
      title="提现单"
      source={{ id: 'finance/withdrawals', local: true, query: {}, load: (q) => call(withdrawalList, q as never) }}
      filters={[
        { kind: 'text', key: 'no', label: '提现单号' },
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
      ]}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(withdrawalStates)] }}
      columns={columns}
      buttons={(list) => [exportAction('withdrawal', list)]}
      rowActions={(row) => [{ label: '查看', href: href(page, { id: row.id }) }]}
    />
  );
}
