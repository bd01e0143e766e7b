import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { BILLING_ADD, BILLING_AUDIT, BILLING_ISSUE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { invoiceKinds } from '../billing';
import type { BillingRow } from '../billing.schema';
import { billingList } from '../calls';
import { commonColumns, commonFilters, tabs } from './billingCells';

/** Fetched when first used. */
const BillingPrint = late(() => import('./BillingPrint'));
const EnterDialog = late(() => import('./EnterDialog'));
const actions = () => arriving(import('./actions'));
const base = '/portal/supplyChain/factory/billing';
const MOST_PRINTED = 50;

const filters: Filter[] = [
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'text', key: 'title', label: '开票抬头' },
  ...commonFilters,
  { kind: 'bool', key: 'redDue', label: '待红冲' },
];
const columns: Column<BillingRow>[] = [
  { key: 'no', title: '开票申请号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${base}/detail`, { id: row.id })}>{row.no}</Link> },
  ...(commonColumns as unknown as Column<BillingRow>[]).slice(0, 1),
  { key: 'customerName', title: '客户' },
  { key: 'title', title: '开票抬头', off: true },
  ...(commonColumns as unknown as Column<BillingRow>[]).slice(1),
  { key: 'redAmount', title: '已红冲(元)', kind: 'money', off: true },
  { key: 'creator', title: '申请人', off: true },
  { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
  { key: 'issuedAt', title: '开票时间', off: true, kind: 'minute', sortable: true },
];
const mayIssue = (row: BillingRow): boolean => (row.status === 'WAIT_ISSUE' || row.status === 'FAILED') && invoiceKinds[row.kind].startsWith('数电');
const waitsForNumbers = (row: BillingRow): boolean => row.status === 'WAIT_ISSUE' || row.status === 'FAILED';

export default function BillingList({ first, query }: { first: AnswerOf<typeof billingList>; query: Record<string, string> }) {
  const can = { add: useCan(BILLING_ADD), audit: useCan(BILLING_AUDIT), issue: useCan(BILLING_ISSUE) };
  const [printing, setPrinting] = useState<readonly string[]>();
  const [entering, setEntering] = useState<{ row: BillingRow; reload: () => void }>();
  return (
    <>
      <ListPage<BillingRow>
        title="开票管理"
        noun="开票申请"
        source={{ id: 'billing/list', first, query, load: (q) => call(billingList, q as never) }}
        filters={filters}
        tabs={tabs}
        columns={columns}
        buttons={(list) => [
          can.add && { label: '新建开票', tone: 'primary', href: `${base}/create` },
          can.issue && { label: '导入发票号码', href: `${base}/upload` },
          exportAction('billing', list),
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${base}/detail`, { id: row.id }) },
          row.status === 'PENDING_AUDIT' &&
            can.audit &&
            !row.mine && { label: '审核', onPress: async () => (await (await actions()).auditDialog([row])) && list.reload() },
          waitsForNumbers(row) && can.issue && { label: '登记发票', onPress: () => setEntering({ row, reload: list.reload }) },
          mayIssue(row) &&
            can.issue && {
              label: row.status === 'FAILED' ? '重试' : '提交平台',
              onPress: async () => (await (await actions()).issueDialog([row])) && list.reload(),
            },
          { label: '打印', onPress: () => setPrinting([row.id]) },
        ]}
        batch={(picked, list) => [
          can.audit && {
            label: '批量审核',
            disabled: !picked.rows.length || picked.rows.some((row) => row.status !== 'PENDING_AUDIT'),
            reason: '只能选择待审核的申请',
            onPress: async () => {
              if (!(await (await actions()).auditDialog(picked.rows))) return;
              picked.clear();
              list.reload();
            },
          },
          can.issue && {
            label: '批量提交平台',
            disabled: !picked.rows.length || !picked.rows.every(mayIssue),
            reason: '只能选择待开票或开票失败的数电发票申请',
            onPress: async () => {
              if (!(await (await actions()).issueDialog(picked.rows))) return;
              picked.clear();
              list.reload();
            },
          },
          {
            label: '批量打印',
            ...(picked.keys.length > MOST_PRINTED ? { disabled: true, reason: `一次最多打印${MOST_PRINTED}张` } : {}),
            onPress: () => setPrinting(picked.keys),
          },
        ]}
      />
      {printing && <BillingPrint ids={printing} onClose={() => setPrinting(undefined)} />}
      {entering && (
        <EnterDialog
          doc={entering.row}
          onClose={() => setEntering(undefined)}
          onDone={() => {
            setEntering(undefined);
            entering.reload();
          }}
        />
      )}
    </>
  );
}
