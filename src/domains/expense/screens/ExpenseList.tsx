import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { FUND_CONFIRM, FUND_EXPENSE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { expenseList } from '../calls';
import { expenseKinds, expenseStates, lotScopes } from '../expense';
import type { ExpenseRow } from '../expense.schema';

/** Fetched when first opened: the form kit stays out of the list. */
const ConfirmDialog = late(async () => ({ default: (await import('./expenseDialogs')).ConfirmDialog }));
const actions = () => arriving(import('./expenseActions'));
const base = '/portal/supplyChain/factory/finance/accountManage';

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '费用单号/依据单号' },
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'kind', label: '费用类型', options: optionsOf(expenseKinds) },
  { kind: 'dates', key: 'valid', label: '有效期至', startKey: 'validStart', endKey: 'validEnd' },
];
const columns: Column<ExpenseRow>[] = [
  {
    key: 'no',
    title: '费用单号',
    fixed: true,
    sortable: true,
    cell: (row) => <Link href={href(`${base}/expenseAccountDetail`, { id: row.id })}>{row.no}</Link>,
  },
  { key: 'customerName', title: '客户' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={expenseStates} /> },
  { key: 'kind', title: '费用类型', cell: (row) => expenseKinds[row.kind] },
  { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
  { key: 'remaining', title: '剩余(元)', kind: 'money' },
  { key: 'held', title: '其中冻结(元)', kind: 'money' },
  { key: 'validTo', title: '有效期至', sortable: true, cell: (row) => row.validTo ?? '长期' },
  { key: 'maxRatio', title: '抵扣比例', align: 'right', cell: (row) => `${row.maxRatio}%` },
  { key: 'scope', title: '适用商品', off: true, cell: (row) => lotScopes[row.scope] },
  { key: 'basisNo', title: '依据单号', off: true },
  { key: 'creator', title: '登记人', off: true },
  { key: 'confirmer', title: '确认人', off: true },
  { key: 'confirmedAt', title: '确认时间', kind: 'minute', off: true },
  { key: 'createdAt', title: '登记时间', off: true, kind: 'minute', sortable: true },
];
const waits = (row: ExpenseRow): boolean => row.status === 'PENDING' && !row.mine;

export default function ExpenseList({ first, query }: { first: AnswerOf<typeof expenseList>; query: Record<string, string> }) {
  const canEnter = useCan(FUND_EXPENSE);
  const canConfirm = useCan(FUND_CONFIRM);
  const [asked, setAsked] = useState<{ rows: readonly ExpenseRow[]; done: () => void } | null>(null);
  return (
    <>
      <ListPage<ExpenseRow>
        title="费用单"
        source={{ id: 'finance/expenseAccountList', first, query, load: (q) => call(expenseList, q as never) }}
        filters={filters}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(expenseStates).filter((one) => one.value !== 'DRAFT')] }}
        columns={columns}
        buttons={(list) => [canEnter && { label: '新建费用单', tone: 'primary', href: `${base}/expenseAccount` }, exportAction('fund-expense', list)]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${base}/expenseAccountDetail`, { id: row.id }) },
          canConfirm && waits(row) && { label: '确认', onPress: () => setAsked({ rows: [row], done: list.reload }) },
          canConfirm && row.status === 'PENDING' && { label: '驳回', onPress: async () => (await (await actions()).rejectDialog(row)) && list.reload() },
          canConfirm &&
            row.status === 'CONFIRMED' &&
            !row.mine &&
            row.remaining === row.amount && { label: '冲销', onPress: async () => (await (await actions()).reverseDialog(row)) && list.reload() },
        ]}
        {...(canConfirm
          ? {
              batch: (picked, list) => [
                {
                  label: '批量确认',
                  disabled: !picked.rows.length || !picked.rows.every(waits),
                  reason: '只能选择他人登记的待确认费用单',
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
