import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { ARM_ADJUST, ARM_PAY } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { owedList } from '../calls';
import { natures, openSources, owedStates } from '../plan';
import { OwingCustomer } from './OwingCustomer';

/** Fetched when first opened. */
const AdjustDialog = late(() => import('./AdjustDialog'));
const DisputeDialog = late(() => import('./DisputeDialog'));

type First = AnswerOf<typeof owedList>;
type Row = First['pagedRecords'][number];
const A = '/portal/receiveAdmin';
/** Its entries and what settled it stand with the books, for whoever may open them. */
const RECEIVABLE = '/portal/supplyChain/factory/finance/receivables/receivablesDetail';

export default function OwedList({ first, query }: { first: First; query: Record<string, string> }) {
  const [canAdjust, canPay] = [useCan(ARM_ADJUST), useCan(ARM_PAY)];
  const [opened, setOpened] = useState<{ what: 'adjust' | 'dispute'; row: Row }>();
  const close = () => setOpened(undefined);
  return (
    <>
      <ListPage<Row>
        title="应收信息"
        source={{ id: 'receiveAdmin/receiveInfo', first, query, load: (q) => call(owedList, q as never) }}
        filters={[
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
          { kind: 'text', key: 'no', label: '应收单号' },
          { kind: 'text', key: 'sourceNo', label: '来源单号', placeholder: '发货单、订单、计划或原单号' },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(owedStates) },
          { kind: 'select', key: 'nature', label: '款项性质', options: optionsOf(natures) },
          { kind: 'pick', key: 'salesMemberId', label: '业务员', load: findSales },
          { kind: 'dates', key: 'biz', label: '业务日期', startKey: 'bizStart', endKey: 'bizEnd', unit: 'day' },
          { kind: 'dates', key: 'due', label: '到期日', startKey: 'dueStart', endKey: 'dueEnd', unit: 'day' },
          { kind: 'select', key: 'disputed', label: '争议', options: [{ value: 'true', label: '有争议' }] },
        ]}
        columns={[
          { key: 'no', title: '应收单号', fixed: true, sortable: true, cell: (row) => <Link href={href(RECEIVABLE, { id: row.id })}>{row.no}</Link> },
          { key: 'customerName', title: '客户', cell: (row) => <OwingCustomer of={row} /> },
          { key: 'nature', title: '款项性质', cell: (row) => natures[row.nature] },
          {
            key: 'planNo',
            title: '应收计划',
            off: true,
            cell: (row) => (row.planId ? <Link href={href(`${A}/infoSearch/detail`, { id: row.planId })}>{row.planNo}</Link> : '- -'),
          },
          { key: 'dueDate', title: '到期日', kind: 'date', sortable: true },
          { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
          { key: 'settled', title: '已收(元)', off: true, kind: 'money' },
          { key: 'open', title: '未收(元)', brief: true, kind: 'money', sortable: true },
          {
            key: 'overdueDays',
            title: '逾期天数',
            align: 'right',
            cell: (row) => (row.overdueDays > 0 ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
          },
          { key: 'status', title: '状态', brief: true, cell: (row) => <StatusTag status={row.status} names={owedStates} /> },
          { key: 'source', title: '来源', off: true, cell: (row) => openSources[row.source] },
          { key: 'sourceNo', title: '来源单号', off: true },
          { key: 'orderNo', title: '订单编号', off: true },
          { key: 'adjusted', title: '调整与退货(元)', off: true, kind: 'money' },
          { key: 'disputed', title: '争议(元)', off: true, kind: 'money' },
          { key: 'bizDate', title: '日期', off: true, kind: 'date', sortable: true },
          { key: 'salesName', title: '业务员', off: true },
        ]}
        buttons={(list) => [canPay && { label: '登记回款', tone: 'primary', href: `${A}/addPay` }, exportAction('ar-item', list)]}
        rowActions={(row) => [
          Number(row.open) > 0 &&
            canPay &&
            !row.onCredit && { label: '登记回款', href: href(`${A}/addPay`, { customerId: row.customerId, customerName: row.customerName }) },
          Number(row.open) > 0 && canAdjust && !row.onCredit && { label: '调整', onPress: () => setOpened({ what: 'adjust', row }) },
          Number(row.open) > 0 && canAdjust && { label: '争议', onPress: () => setOpened({ what: 'dispute', row }) },
        ]}
      />
      {opened?.what === 'adjust' && <AdjustDialog debt={opened.row} onClose={close} />}
      {opened?.what === 'dispute' && <DisputeDialog debt={opened.row} onClose={close} />}
    </>
  );
}
