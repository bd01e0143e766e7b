import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { FUND_ENTER } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { bankLineStates, matchBases } from '../bankLine';
import type { BankLineRow } from '../bankLine.schema';
import { bankLineList } from '../calls';
import { depositLinesDialog, ignoreLinesDialog, restoreLine } from './bankLineActions';

/** Fetched when first opened: the import and form kits stay out of the list. */
const ImportDrawer = late(() => import('~/domains/batch/pickers/ImportDrawer'));
const ClaimDialog = late(() => import('./ClaimDialog'));

const base = '/portal/supplyChain/factory/finance/accountManage';
const filters: Filter[] = [
  { kind: 'text', key: 'payer', label: '付款人' },
  { kind: 'text', key: 'flowNo', label: '流水号' },
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'basis', label: '匹配依据', options: optionsOf(matchBases) },
  { kind: 'dates', key: 'traded', label: '交易时间', startKey: 'tradedStart', endKey: 'tradedEnd' },
];

const basisTone = (row: BankLineRow) => (row.score >= 90 ? 'ok' : row.basis === 'NONE' ? 'neutral' : 'warn');
const columns: Column<BankLineRow>[] = [
  { key: 'tradedAt', title: '交易时间', kind: 'time', fixed: true, sortable: true },
  { key: 'amount', title: '金额(元)', kind: 'money', sortable: true, cell: (row) => <Money value={row.amount} signed={row.amount.startsWith('-')} /> },
  { key: 'payer', title: '付款人', sortable: true },
  { key: 'payerTail', title: '付款账号', cell: (row) => (row.payerTail ? `尾号${row.payerTail}` : '- -') },
  { key: 'summary', title: '摘要' },
  { key: 'flowNo', title: '流水号' },
  { key: 'customerName', title: '匹配客户', cell: (row) => row.customerName || '- -' },
  {
    key: 'score',
    title: '匹配依据',
    sortable: true,
    hint: '账号或户名一致的可以直接生成入账单，其余须先认领',
    cell: (row) => (
      <Tag tone={basisTone(row)}>{row.amount.startsWith('-') ? '红字冲正' : `${matchBases[row.basis]}${row.basis === 'LIKELY' ? ` ${row.score}%` : ''}`}</Tag>
    ),
  },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={bankLineStates} /> },
  {
    key: 'enterNo',
    title: '入账单',
    cell: (row) =>
      row.enterId ? (
        <Link href={href(`${base}/enterAccountDetail`, { id: row.enterId })}>{row.enterNo}</Link>
      ) : row.receiptId ? (
        <Link href={href('/portal/supplyChain/factory/finance/receivables/receiptDetail', { id: row.receiptId })}>{row.receiptNo}</Link>
      ) : (
        row.reason || '- -'
      ),
  },
  { key: 'handler', title: '处理人', off: true },
  { key: 'createdAt', title: '导入时间', kind: 'minute', off: true },
];

/** Inside the fund entries' second tab, so its state stays out of the address. */
export function BankLineList() {
  const canDeposit = useCan(FUND_ENTER);
  const [importing, setImporting] = useState<{ done: () => void } | null>(null);
  const [claiming, setClaiming] = useState<{ rows: readonly BankLineRow[]; done: () => void } | null>(null);
  return (
    <>
      <ListPage<BankLineRow>
        title="银行流水"
        part={false}
        source={{ id: 'finance/bankLines', query: {}, local: true, load: (q) => call(bankLineList, q as never) }}
        filters={filters}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(bankLineStates)] }}
        columns={columns}
        buttons={(list) => [
          canDeposit && { label: '导入银行流水', tone: 'primary', onPress: () => setImporting({ done: list.reload }) },
          exportAction('bank-line', list),
        ]}
        rowActions={(row, list) => [
          canDeposit && row.ready && { label: '生成入账单', onPress: async () => (await depositLinesDialog([row])) && list.reload() },
          canDeposit &&
            row.status === 'OPEN' &&
            !row.amount.startsWith('-') && { label: '认领', onPress: () => setClaiming({ rows: [row], done: list.reload }) },
          canDeposit && row.status === 'OPEN' && { label: '忽略', onPress: async () => (await ignoreLinesDialog([row])) && list.reload() },
          canDeposit && row.status === 'IGNORED' && { label: '恢复', onPress: async () => (await restoreLine(row)) && list.reload() },
        ]}
        {...(canDeposit
          ? {
              batch: (picked, list) => {
                const done = () => [picked.clear(), list.reload()];
                const open = picked.rows.every((row) => row.status === 'OPEN');
                return [
                  {
                    label: '批量生成入账单',
                    disabled: !picked.rows.every((row) => row.ready),
                    reason: '只能选择已确定客户的待认领流水',
                    onPress: async () => (await depositLinesDialog(picked.rows)) && done(),
                  },
                  { label: '批量认领', disabled: !open, reason: '只能选择待认领的流水', onPress: () => setClaiming({ rows: picked.rows, done }) },
                  { label: '批量忽略', disabled: !open, reason: '只能选择待认领的流水', onPress: async () => (await ignoreLinesDialog(picked.rows)) && done() },
                ];
              },
            }
          : {})}
      />
      {importing && (
        <ImportDrawer
          type="bankLine"
          title="导入银行流水"
          onClose={() => {
            setImporting(null);
            importing.done();
          }}
        />
      )}
      {claiming && <ClaimDialog rows={claiming.rows} onClose={() => setClaiming(null)} onDone={claiming.done} />}
    </>
  );
}
