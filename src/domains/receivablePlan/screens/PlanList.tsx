import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { ARM_PLAN_EDIT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { planList } from '../calls';
import { isEditable, planSources, planStates } from '../plan';
import { OwingCustomer } from './OwingCustomer';

/** Fetched when first opened. */
const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));

type First = AnswerOf<typeof planList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';

export default function PlanList({ first, query }: { first: First; query: Record<string, string> }) {
  const canEdit = useCan(ARM_PLAN_EDIT);
  const [importing, setImporting] = useState<{ done: () => void } | null>(null);
  return (
    <>
      <ListPage<Row>
        title="应收计划"
        source={{ id: 'receiveAdmin/infoSearch', first, query, load: (q) => call(planList, q as never) }}
        filters={[
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
          { kind: 'text', key: 'no', label: '计划编号', placeholder: '计划编号或合同号' },
          { kind: 'text', key: 'title', label: '计划名称' },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(planStates) },
          { kind: 'select', key: 'source', label: '来源', options: optionsOf(planSources) },
          { kind: 'pick', key: 'ownerId', label: '负责人', load: findSales },
        ]}
        columns={[
          {
            key: 'no',
            title: '计划编号',
            fixed: true,
            sortable: true,
            cell: (row) => <Link href={href(`${A}/infoSearch/detail`, { id: row.id })}>{row.no}</Link>,
          },
          { key: 'title', title: '计划名称', wrap: true },
          { key: 'customerName', title: '客户', cell: (row) => <OwingCustomer of={row} /> },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={planStates} /> },
          { key: 'total', title: '计划总额(元)', kind: 'money', sortable: true },
          { key: 'paid', title: '已收(元)', kind: 'money', off: true },
          { key: 'open', title: '未收(元)', kind: 'money' },
          { key: 'overdue', title: '逾期(元)', kind: 'money' },
          { key: 'nextDue', title: '下次到期', kind: 'date' },
          { key: 'source', title: '来源', off: true, cell: (row) => planSources[row.source] },
          { key: 'contractNo', title: '合同号', off: true },
          { key: 'projectName', title: '项目', off: true },
          { key: 'raised', title: '已到应收(元)', off: true, kind: 'money' },
          { key: 'adjusted', title: '调整与退货(元)', off: true, kind: 'money' },
          { key: 'disputed', title: '争议(元)', off: true, kind: 'money' },
          { key: 'ownerName', title: '负责人', off: true },
          { key: 'createdAt', title: '新建时间', off: true, kind: 'time', sortable: true },
        ]}
        buttons={(list) => [
          canEdit && { label: '新建应收计划', tone: 'primary', href: `${A}/addPlain` },
          canEdit && { label: '导入', onPress: () => setImporting({ done: list.reload }) },
          exportAction('ar-plan', list),
        ]}
        rowActions={(row, list) => [
          (row.status !== 'DRAFT' || !canEdit) && { label: '查看', href: href(`${A}/infoSearch/detail`, { id: row.id }) },
          isEditable(row.status) && canEdit && { label: '编辑', href: href(`${A}/plainForm`, { id: row.id }) },
          row.status === 'DRAFT' &&
            canEdit && { label: '开始执行', onPress: async () => (await (await arriving(import('./planActions'))).startDialog(row)) && list.reload() },
        ]}
      />
      {importing && (
        <ImportDrawer
          type="receivablePlan"
          title="导入应收计划"
          onClose={() => {
            setImporting(null);
            importing.done();
          }}
        />
      )}
    </>
  );
}
