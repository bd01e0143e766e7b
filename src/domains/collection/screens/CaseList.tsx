import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findSales } from '~/domains/customer/pickers/SalesPicker';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { URGE_LEAD, URGE_WORK } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { caseList } from '../calls';
import { caseStates, caseTones } from '../case';
import type { CaseRow } from '../case.schema';
import { pauseMany } from './caseDialogs';

const AssignDialog = late(() => import('./AssignDialog'));
const LettersDialog = late(() => import('./LettersDialog'));
const DunningDialog = late(() => import('./DunningDialog'));
const dialogs = { assign: AssignDialog, letters: LettersDialog };
const page = '/portal/receiveAdmin/collection/detail';
export const caseHref = (id: string): string => href(page, { id });

const columns: Column<CaseRow>[] = [
  { key: 'no', title: '案件号', fixed: true, sortable: true, cell: (row) => <Link href={caseHref(row.id)}>{row.no}</Link> },
  { key: 'customerName', title: '客户', width: 150, wrap: true },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={caseStates} tones={caseTones} /> },
  { key: 'overdueAmount', title: '逾期金额(元)', kind: 'money', sortable: true },
  { key: 'items', title: '笔数', align: 'right' },
  { key: 'overdueDays', title: '逾期(天)', brief: true, align: 'right' },
  { key: 'bucket', title: '账龄段', off: true },
  { key: 'openAmount', title: '未收金额(元)', kind: 'money', off: true },
  { key: 'disputedAmount', title: '争议金额(元)', kind: 'money', off: true },
  {
    key: 'strategyName',
    title: '策略',
    width: 130,
    wrap: true,
    cell: (row) => (row.strategyName ? `${row.strategyName}${row.stepNo ? `-第${row.stepNo}步` : ''}` : '- -'),
  },
  { key: 'ownerName', title: '催收员' },
  { key: 'lastContactOn', title: '上次联系', off: true, cell: (row) => row.lastContactOn ?? '- -' },
  { key: 'nextOn', title: '下一步', brief: true, cell: (row) => (row.paused ? '已暂停' : (row.nextOn ?? '- -')) },
  { key: 'followOn', title: '下次跟进', off: true, cell: (row) => row.followOn ?? '- -' },
  { key: 'promisedUntil', title: '承诺期', off: true, cell: (row) => row.promisedUntil ?? '- -' },
  { key: 'createdAt', title: '建案时间', kind: 'minute', sortable: true, off: true },
];

interface Props {
  first: AnswerOf<typeof caseList>;
  query: Record<string, string>;
  strategies: readonly { id: string; name: string }[];
}

/** 催收管理: every case, and what a team does with many at once. */
export default function CaseList({ first, query, strategies }: Props) {
  const [canWork, canLead] = [useCan(URGE_WORK), useCan(URGE_LEAD)];
  const [open, setOpen] = useState<{ what: keyof typeof dialogs | 'remind'; ids: string[]; list: ListHandle<CaseRow> }>();
  const Dialog = open && open.what !== 'remind' ? dialogs[open.what] : null;
  const done = () => {
    open?.list.picked.clear();
    open?.list.reload();
  };
  return (
    <>
      <ListPage<CaseRow>
        title="催收案件"
        source={{ id: 'collection/cases', first, query, load: (q) => call(caseList, q as never) }}
        filters={[
          { kind: 'text', key: 'no', label: '案件号' },
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
          { kind: 'pick', key: 'ownerId', label: '催收员', load: findSales, shown: query['ownerId'] ? first.pagedRecords[0]?.ownerName : undefined },
          { kind: 'select', key: 'strategyId', label: '策略', options: strategies.map(({ id, name }) => ({ value: id, label: name })) },
          { kind: 'numbers', key: 'overdue', label: '逾期金额', startKey: 'overdueStart', endKey: 'overdueEnd' },
          { kind: 'numbers', key: 'overdueDays', label: '逾期天数', startKey: 'overdueDaysMin', endKey: 'overdueDaysMax' },
          { kind: 'dates', key: 'follow', label: '下次跟进', startKey: 'followStart', endKey: 'followEnd', unit: 'day' },
          { kind: 'bool', key: 'promised', label: '有承诺' },
          { kind: 'bool', key: 'disputed', label: '有争议' },
          { kind: 'bool', key: 'broken', label: '有违约' },
          { kind: 'bool', key: 'closed', label: '含已结' },
        ]}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(caseStates)] }}
        columns={columns}
        buttons={(list) => [canWork && { label: '新建催收', tone: 'primary', href: '/portal/receiveAdmin/collection/create' }, exportAction('urge-case', list)]}
        {...(canLead || canWork
          ? {
              batch: (picked, list) => [
                canWork && { label: '发提醒', onPress: () => setOpen({ what: 'remind', ids: picked.rows.map((row) => row.customerId), list }) },
                canWork && { label: '发函', onPress: () => setOpen({ what: 'letters', ids: picked.keys, list }) },
                canLead && { label: '指派', onPress: () => setOpen({ what: 'assign', ids: picked.keys, list }) },
                canLead && { label: '暂停提醒', onPress: () => pauseMany(picked.keys, true, list.reload) },
                canLead && { label: '恢复提醒', onPress: () => pauseMany(picked.keys, false, list.reload) },
              ],
            }
          : {})}
        rowActions={(row) => [{ label: '跟进', href: caseHref(row.id) }]}
      />
      {open && Dialog && <Dialog ids={open.ids} onClose={() => setOpen(undefined)} onDone={done} />}
      {open?.what === 'remind' && <DunningDialog customerIds={open.ids} onClose={() => setOpen(undefined)} onDone={done} />}
    </>
  );
}
