import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { FUND_ENTER, FUND_WRITE_OFF } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tabs } from '~/ui/kit/Tabs';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { receivableBook } from '../calls';
import { receivableSources, receivableStates } from '../receivable';
import type { RemindersSlot } from '../slots';

/** Fetched when first opened: the form kit and the other tabs stay out of the list. */
const ReceiptList = late(async () => ({ default: (await import('./ReceiptList')).ReceiptList }));
const [reminders] = Object.values(import.meta.glob<RemindersSlot>('../../*/slots/reminders.tsx', { eager: true }));
const ReceiptDialog = late(async () => ({ default: (await import('./ReceiptDialog')).ReceiptDialog }));
const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));

type First = AnswerOf<typeof receivableBook>;
type Row = First['pagedRecords'][number];
const F = '/portal/supplyChain/factory';
const R = `${F}/finance/receivables`;
const states = optionsOf(receivableStates);

export default function ReceivableBook({ first, query }: { first: First; query: Record<string, string> }) {
  const [tab, setTab] = useState(query['tab'] === 'receipts' ? 'receipts' : 'book');
  return (
    <Tabs
      value={tab}
      onChange={setTab}
      label="应收与收款"
      items={[
        { value: 'book', label: '应收单', content: <Book first={first} query={query} /> },
        { value: 'receipts', label: '收款单', content: <ReceiptList query={receiptsIn(query)} /> },
        ...(reminders ? [{ value: 'dunning', label: '催款记录', content: <reminders.Told customerId={query['customerId']} /> }] : []),
      ]}
    />
  );
}

/** What the address asks of the receipts; without their tab it is about the book. */
function receiptsIn(query: Record<string, string>): Record<string, string> {
  const about = query['tab'] === 'receipts' ? ['customerId', 'status', 'createdStart', 'createdEnd'] : ['customerId'];
  return Object.fromEntries(about.flatMap((key) => (query[key] ? [[key, query[key]]] : [])));
}

function Book({ first, query }: { first: First; query: Record<string, string> }) {
  const [canEnter, canWriteOff] = [useCan(FUND_ENTER), useCan(FUND_WRITE_OFF)];
  const [importing, setImporting] = useState<{ done: () => void } | null>(null);
  const [receiving, setReceiving] = useState<{ customerId: string; customerName: string }>();
  return (
    <>
      <ListPage<Row>
        title="应收单"
        source={{ id: 'finance/receivablesBookList', first, query, load: (q) => call(receivableBook, q as never) }}
        filters={[
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
          { kind: 'text', key: 'no', label: '应收单号' },
          { kind: 'text', key: 'sourceNo', label: '来源单号', placeholder: '发货单、订单或原单号' },
          { kind: 'select', key: 'status', label: '状态', options: states },
          { kind: 'pick', key: 'salesMemberId', label: '业务员', load: findSales },
          { kind: 'dates', key: 'biz', label: '账期', startKey: 'bizStart', endKey: 'bizEnd', unit: 'day' },
          { kind: 'dates', key: 'due', label: '到期日', startKey: 'dueStart', endKey: 'dueEnd', unit: 'day' },
          { kind: 'numbers', key: 'overdueDays', label: '逾期天数', startKey: 'overdueDaysMin', endKey: 'overdueDaysMax' },
        ]}
        columns={[
          {
            key: 'no',
            title: '应收单号',
            fixed: true,
            sortable: true,
            cell: (row) => <Link href={href(`${R}/receivablesDetail`, { id: row.id })}>{row.no}</Link>,
          },
          { key: 'customerName', title: '客户' },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={receivableStates} /> },
          { key: 'dueDate', title: '到期日', kind: 'date', sortable: true },
          { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
          { key: 'settled', title: '已核销(元)', off: true, kind: 'money' },
          { key: 'returned', title: '退货冲减(元)', off: true, kind: 'money' },
          { key: 'refunded', title: '已退款(元)', off: true, kind: 'money' },
          { key: 'open', title: '未收(元)', kind: 'money', sortable: true },
          ...(query['overdueDaysMin'] || query['overdueDaysMax'] ? [{ key: 'inAge', title: '其中该账龄(元)', kind: 'money' as const }] : []),
          { key: 'overdue', title: '逾期(元)', off: true, kind: 'money' },
          {
            key: 'overdueDays',
            title: '逾期天数',
            align: 'right',
            cell: (row) => (row.overdueDays > 0 ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
          },
          { key: 'bizDate', title: '日期', off: true, kind: 'date', sortable: true },
          { key: 'source', title: '来源', off: true, cell: (row) => receivableSources[row.source] },
          {
            key: 'deliveryNo',
            title: '来源单',
            cell: (row) => (row.deliveryId ? <Link href={href(`${F}/deliver/detail`, { id: row.deliveryId })}>{row.deliveryNo}</Link> : row.sourceNo || '- -'),
          },
          { key: 'orderNo', title: '订单编号', off: true },
          { key: 'salesName', title: '业务员', off: true },
        ]}
        buttons={(list) => [
          canEnter && {
            label: '登记收款',
            tone: 'primary',
            onPress: () => setReceiving({ customerId: query['customerId'] ?? '', customerName: first.pagedRecords[0]?.customerName ?? '' }),
          },
          canEnter && { label: '期初导入', onPress: () => setImporting({ done: list.reload }) },
          exportAction('receivable', list),
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${R}/receivablesDetail`, { id: row.id }) },
          Number(row.open) > 0 && canEnter && { label: '收款核销', onPress: () => setReceiving(row) },
          row.status === 'PART' &&
            canWriteOff && { label: '尾差核销', onPress: async () => (await (await arriving(import('./receivableActions'))).tailDialog(row)) && list.reload() },
        ]}
      />
      {importing && (
        <ImportDrawer
          type="openingReceivable"
          title="导入期初应收"
          onClose={() => {
            setImporting(null);
            importing.done();
          }}
        />
      )}
      {receiving && <ReceiptDialog customer={receiving} onClose={() => setReceiving(undefined)} />}
    </>
  );
}
