import { useState } from 'react';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { CREDIT_APPLY, CREDIT_AUDIT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { specialDecide, specialList, specialWithdraw } from '../calls';
import { type Checkpoint, checkpoints, specialStates } from '../rule';

type Row = AnswerOf<typeof specialList>['pagedRecords'][number];
const SpecialDialog = late(() => import('./SpecialDialog'));

const filters: Filter[] = [
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'status', label: '状态', options: optionsOf(specialStates) },
  { kind: 'dates', key: 'created', label: '申请日期', startKey: 'startDate', endKey: 'endDate', unit: 'day' },
];
const columns: Column<Row>[] = [
  { key: 'no', title: '特批单号', fixed: true },
  { key: 'customerName', title: '客户' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={specialStates} /> },
  { key: 'amount', title: '特批金额(元)', kind: 'money' },
  { key: 'checkpoint', title: '检查点', cell: (row) => checkpoints[row.checkpoint as Checkpoint] },
  { key: 'ruleNames', title: '命中的规则' },
  { key: 'validUntil', title: '有效至', cell: (row) => row.validUntil ?? '- -' },
  { key: 'usedBy', title: '已用于', cell: (row) => row.usedBy || '- -' },
  { key: 'reason', title: '原因', off: true },
  { key: 'accountNo', title: '授信账户', off: true },
  { key: 'creator', title: '申请人', off: true },
  { key: 'decider', title: '审批人', off: true },
  { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
];

async function decide(row: Row, decision: 'PASS' | 'REJECT'): Promise<boolean> {
  const pass = decision === 'PASS';
  const agreed = await confirm({
    title: `${pass ? '通过' : '驳回'}特批单${row.no}？`,
    ...(pass ? { body: `客户${row.customerName}，命中：${row.ruleNames}` } : { tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
    ok: pass ? '通过' : '驳回',
  });
  if (!agreed) return false;
  await call(specialDecide, { id: row.id, version: row.version, decision, opinion: agreed.reason }, { key: newKey() });
  toast(pass ? '已通过' : '已驳回', 'ok');
  return true;
}

async function takeBack(row: Row): Promise<boolean> {
  if (!(await confirm({ title: `撤回特批单${row.no}？` }))) return false;
  await call(specialWithdraw, { id: row.id, version: row.version }, { key: newKey() });
  toast('已撤回', 'ok');
  return true;
}

/** Who asked to be let through, and what of it was used. */
export function Specials({ asked }: { asked: Record<string, string> }) {
  const mayAsk = useCan(CREDIT_APPLY);
  const mayDecide = useCan(CREDIT_AUDIT);
  const [asking, setAsking] = useState<(() => void) | null>(null);
  return (
    <>
      <ListPage<Row>
        title="特批"
        source={{ id: 'credit/specials', local: true, query: asked, load: (q) => call(specialList, q as never) }}
        filters={filters}
        columns={columns}
        buttons={(list) => [mayAsk && { label: '新建特批', tone: 'primary', onPress: () => setAsking(() => list.reload) }]}
        rowActions={(row, list) => [
          mayDecide && row.status === 'PENDING' && !row.mine && { label: '通过', onPress: async () => (await decide(row, 'PASS')) && list.reload() },
          mayDecide && row.status === 'PENDING' && !row.mine && { label: '驳回', onPress: async () => (await decide(row, 'REJECT')) && list.reload() },
          row.status === 'PENDING' && row.mine && { label: '撤回', onPress: async () => (await takeBack(row)) && list.reload() },
          approvalWay('credit_special', row.id),
        ]}
      />
      {asking && <SpecialDialog onClose={() => setAsking(null)} onDone={asking} />}
    </>
  );
}
