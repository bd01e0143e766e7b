import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { FUND_ENTER, FUND_WRITE_OFF, URGE_MANAGE, URGE_WORK } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { FigureButton } from '~/ui/values/FigureButton';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';

import { daysOf } from '../ageing';
import { receivableMoved, receivableSummary } from '../calls';
import { AgeBar } from '../pickers/AgeBar';
import { type MovedPart, movedParts } from '../receivable';
import type { RemindersSlot } from '../slots';

/** Fetched when first opened: the form kit stays out of the list. */
const ReceiptDialog = late(async () => ({ default: (await import('./ReceiptDialog')).ReceiptDialog }));
const OwedPostings = late(() => import('~/domains/finance/pickers/OwedPostings'));
const AutoApplyDialog = late(() => import('./AutoApplyDialog'));
const [reminders] = Object.values(import.meta.glob<RemindersSlot>('../../*/slots/reminders.tsx', { eager: true }));

type First = AnswerOf<typeof receivableSummary>;
type Row = First['pagedRecords'][number];
type Rows = ListHandle<Row>;
const BOOK = '/portal/supplyChain/factory/finance/receivables/receivablesBookList';

/** A figure that leads to the receivables it is made of. */
const Figure = ({ row, value, days }: { row: Row; value: string; days: Record<string, string> }) =>
  value === '0.00' ? (
    <Money value={value} />
  ) : (
    <Link href={href(BOOK, { customerId: row.customerId, ...days })}>
      <Money value={value} />
    </Link>
  );
const parts = Object.entries(movedParts) as [MovedPart, string][];
/** The asked period, where one is. */
const periodIn = ({ start, end }: Record<string, string>) => ({ ...(start ? { start } : {}), ...(end ? { end } : {}) });
const isLate = (row: Row): boolean => row.overdueDays > 0;
/** Columns of ages, as far as the tenant has them; the table shows the first and the last. */
const agesOf = (buckets: First['buckets']) =>
  buckets.map((bucket, at) => ({
    key: `age${at}`,
    title: bucket.from === 0 ? '未到期(元)' : `逾期${bucket.label}(元)`,
    kind: 'money' as const,
    off: at > 0 && at < buckets.length - 1,
    cell: (row: Row) => <Figure row={row} value={row.ages[at] ?? '0.00'} days={daysOf(bucket)} />,
  }));

export default function ReceivableSummary({ first, query }: { first: First; query: Record<string, string> }) {
  const canEnter = useCan(FUND_ENTER);
  const canWriteOff = useCan(FUND_WRITE_OFF);
  const [works, canSeeCase] = [useCan(URGE_WORK), useCan(URGE_MANAGE)];
  const canRemind = canEnter || works;
  const [applying, setApplying] = useState<{ customerIds: string[]; done: () => void }>();
  const [reminding, setReminding] = useState<{ customerIds: string[]; done: () => void }>();
  const [opened, setOpened] = useState<{ row: Row; part: MovedPart; period: Record<string, string> }>();
  const [receiving, setReceiving] = useState<{ customerId: string; customerName: string }>();
  return (
    <>
      <ListPage<Row>
        title="客户账龄"
        noun="应收款"
        source={{ id: 'finance/receivablesList', first, query, load: (q) => call(receivableSummary, q as never), rowKey: (row) => row.customerId }}
        filters={[
          { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
          { kind: 'dates', key: 'period', label: '账期', startKey: 'start', endKey: 'end', unit: 'day', hint: '不选时为本月1日至今天' },
          { kind: 'bool', key: 'overdue', label: '是否逾期' },
          { kind: 'pick', key: 'salesMemberId', label: '业务员', load: findSales },
        ]}
        columns={[
          { key: 'customerName', title: '客户', fixed: true, sortable: true, cell: linkOfCustomer },
          { key: 'customerCode', title: '客户编码', sortable: true, off: true },
          {
            key: 'overdue',
            title: '逾期总额(元)',
            kind: 'money',
            sortable: true,
            cell: (row) => <Figure row={row} value={row.overdue} days={{ overdueDaysMin: '1' }} />,
          },
          {
            key: 'overdueDays',
            title: '最长逾期(天)',
            align: 'right',
            sortable: true,
            cell: (row) => (row.overdueDays ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
          },
          ...agesOf(first.buckets),
          { key: 'ages', title: '账龄分布', width: 150, cell: (row) => <AgeBar ages={row.ages} buckets={first.buckets} /> },
          { key: 'open', title: '未收合计(元)', kind: 'money', sortable: true, cell: (row) => <Figure row={row} value={row.open} days={{}} /> },
          ...parts.map(([part, label]) => ({
            key: part,
            title: `${label}(元)`,
            kind: 'money' as const,
            off: true,
            cell: (row: Row, _: number, list?: Rows) => (
              <FigureButton value={row[part]} label={label} onOpen={() => setOpened({ row, part, period: periodIn(list?.query ?? query) })} />
            ),
          })),
          { key: 'salesName', title: '业务员', off: true },
        ]}
        buttons={(list) => [
          canEnter && { label: '登记收款', tone: 'primary', onPress: () => setReceiving({ customerId: '', customerName: '' }) },
          canWriteOff && { label: '自动核销', onPress: () => setApplying({ customerIds: [], done: list.reload }) },
          exportAction('receivable-summary', list),
        ]}
        rowActions={(row, list) => [
          canEnter && { label: '收款', onPress: () => setReceiving(row) },
          canRemind && isLate(row) && { label: '催款', onPress: () => setReminding({ customerIds: [row.customerId], done: list.reload }) },
          canSeeCase && reminders && isLate(row) && { label: '催收案件', href: reminders.caseHref(row.customerId) },
          canWriteOff && row.closing !== '0.00' && { label: '自动核销', onPress: () => setApplying({ customerIds: [row.customerId], done: list.reload }) },
        ]}
        {...(canRemind
          ? {
              batch: (picked, list) => [
                {
                  label: '催款提醒',
                  disabled: !picked.rows.some(isLate),
                  reason: '所选客户都没有逾期应收',
                  onPress: () =>
                    setReminding({ customerIds: picked.rows.filter(isLate).map((row) => row.customerId), done: () => [picked.clear(), list.reload()] }),
                },
              ],
            }
          : {})}
      />
      {applying && <AutoApplyDialog customerIds={applying.customerIds} onClose={() => setApplying(undefined)} onDone={applying.done} />}
      {reminding && reminders && <reminders.Remind customerIds={reminding.customerIds} onClose={() => setReminding(undefined)} onDone={reminding.done} />}
      {opened && (
        <OwedPostings
          id="finance/receivablesMoved"
          title={`${movedParts[opened.part]}的构成`}
          note={`${opened.row.customerName}，${movedParts[opened.part]}${formatMoney(opened.row[opened.part])}元`}
          caption={`${movedParts[opened.part]}的业务`}
          load={(paging) => call(receivableMoved, { ...opened.period, ...paging, customerId: opened.row.customerId, part: opened.part })}
          onClose={() => setOpened(undefined)}
        />
      )}
      {receiving && <ReceiptDialog customer={receiving} onClose={() => setReceiving(undefined)} />}
    </>
  );
}

const linkOfCustomer = (row: Row) => <Link href={href(BOOK, { customerId: row.customerId })}>{row.customerName}</Link>;
