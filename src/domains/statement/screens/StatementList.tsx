import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { FUND_CHECK } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Filter } from '~/ui/list/types';
import { statementList } from '../calls';
import { periodName, statementStates } from '../statement';
import type { StatementRow } from '../statement.schema';
import { statementColumns } from './statementColumns';

const MakeDialog = late(() => import('./MakeDialog'));
const MonthDialog = late(async () => ({ default: (await import('./MakeDialog')).MonthDialog }));
const StatementPrint = late(() => import('./StatementPrint'));
const actions = () => arriving(import('./statementActions'));
const page = '/portal/supplyChain/factory/finance/receivables/accountCheckDetail';

const filters: readonly Filter[] = [
  { kind: 'text', key: 'no', label: '对账单号' },
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'dates', key: 'period', label: '账期截止', startKey: 'periodStart', endKey: 'periodEnd', unit: 'day' },
  { kind: 'bool', key: 'disputed', label: '有待处理异议' },
];

interface Props {
  first: AnswerOf<typeof statementList>;
  query: Record<string, string>;
}

export default function StatementList({ first, query }: Props) {
  const canCheck = useCan(FUND_CHECK);
  const [open, setOpen] = useState<{ dialog: 'make' | 'month'; done: () => void }>();
  const [printing, setPrinting] = useState<string>();
  const after = async (work: Promise<boolean>, done: () => void) => (await work) && done();
  return (
    <>
      <ListPage<StatementRow>
        title="对账单"
        source={{ id: 'statement/accountCheckList', first, query, load: (q) => call(statementList, q as never) }}
        filters={filters}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(statementStates)] }}
        columns={[
          {
            key: 'periodEnd',
            title: '账期',
            fixed: true,
            sortable: true,
            cell: (row) => <Link href={href(page, { id: row.id })}>{periodName(row.periodStart, row.periodEnd)}</Link>,
          },
          { key: 'customerName', title: '客户' },
          ...statementColumns(statementStates),
        ]}
        buttons={(list) => [
          canCheck && { label: '按月生成', tone: 'primary', onPress: () => setOpen({ dialog: 'month', done: list.reload }) },
          canCheck && { label: '新建对账单', onPress: () => setOpen({ dialog: 'make', done: list.reload }) },
          exportAction('statement', list),
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(page, { id: row.id }) },
          canCheck && row.status === 'DRAFT' && { label: '发送', onPress: async () => after((await actions()).sendDialog([row]), list.reload) },
          canCheck && row.status === 'SENT' && { label: '催确认', onPress: async () => after((await actions()).urgeDialog([row]), list.reload) },
          canCheck && row.status === 'DISPUTED' && { label: '处理异议', href: `${href(page, { id: row.id })}#disputes` },
          { label: '打印', onPress: () => setPrinting(row.id) },
          canCheck &&
            ['SENT', 'DISPUTED'].includes(row.status) && {
              label: '撤回',
              tone: 'danger',
              onPress: async () => after((await actions()).withdrawDialog(row), list.reload),
            },
          canCheck && row.status === 'DRAFT' && { label: '删除', tone: 'danger', onPress: async () => after((await actions()).deleteDialog(row), list.reload) },
        ]}
        {...(canCheck
          ? {
              batch: (picked, list) => [
                {
                  label: '批量发送',
                  disabled: !picked.rows.length || picked.rows.some((row) => row.status !== 'DRAFT'),
                  reason: '只能选择草稿',
                  onPress: async () => after((await actions()).sendDialog(picked.rows), () => [picked.clear(), list.reload()]),
                },
                {
                  label: '批量催确认',
                  disabled: !picked.rows.length || picked.rows.some((row) => row.status !== 'SENT'),
                  reason: '只能选择待客户确认的对账单',
                  onPress: async () => after((await actions()).urgeDialog(picked.rows), () => [picked.clear(), list.reload()]),
                },
              ],
            }
          : {})}
      />
      {open?.dialog === 'make' && <MakeDialog onClose={() => setOpen(undefined)} />}
      {open?.dialog === 'month' && <MonthDialog onClose={() => setOpen(undefined)} onDone={open.done} />}
      {printing && <StatementPrint id={printing} onClose={() => setPrinting(undefined)} />}
    </>
  );
}
