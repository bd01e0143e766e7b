import { useState } from 'react';
import { sizeText } from '~/domains/file/pickers/fileHref';
import { BASE_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Progress } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, ListTabs } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { DASHES } from '~/ui/values/format';
import { StatusTag } from '~/ui/values/StatusTag';
import { exportPage } from '../exportCalls';
import { exportStates, formats, isUnderWay } from '../exportJob';
import type { Query } from './BatchCentre';

import { exportActions } from './exportActions';
import { useRefresh } from './useRefresh';

/** Fetched when first opened: its form stays out of the list. */
const ExportRulesDialog = late(async () => ({ default: (await import('./ExportRulesDialog')).ExportRulesDialog }));

type Page = AnswerOf<typeof exportPage>;
export type Job = Page['pagedRecords'][number];

const columns: readonly Column<Job>[] = [
  { key: 'title', title: '任务', fixed: true, width: 200, wrap: true, always: true, cell: (job) => <Task job={job} /> },
  { key: 'format', title: '类型', cell: (job) => formats[job.format].split('（')[0] },
  { key: 'total', title: '条数', align: 'right', cell: (job) => <span className="figures">{job.written || job.total}</span> },
  { key: 'result', title: '成功/失败', align: 'right', cell: (job) => <Result job={job} /> },
  {
    key: 'status',
    title: '状态',
    cell: (job) => <StatusTag status={job.status} names={exportStates} tones={{ EXPIRED: 'neutral', CANCELLED: 'neutral', REFUSED: 'danger' }} />,
  },
  { key: 'progress', title: '进度', width: 140, cell: (job) => <Share job={job} /> },
  { key: 'requester', title: '申请人' },
  { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
  { key: 'approval', title: '审批', width: 160, wrap: true, cell: (job) => <Approval job={job} /> },
  { key: 'file', title: '文件(到期)', width: 220, wrap: true, cell: (job) => <File job={job} /> },
];

interface Props {
  first: Page | null;
  query: Query;
  tabs?: ListTabs;
  moved: (query: Query) => boolean;
}

export function ExportList({ first, query, tabs, moved }: Props) {
  const mayRule = useCan(BASE_CONFIG);
  const [ruling, setRuling] = useState(false);
  const { list: live, busy } = useRefresh();
  const load = async (next: Query): Promise<Page> => {
    if (moved(next)) return new Promise<never>(() => undefined);
    const page = await call(exportPage, next as never);
    busy.current = page.pagedRecords.some((job) => isUnderWay(job.status));
    return page;
  };
  return (
    <>
      <ListPage<Job>
        title="导出任务"
        source={{ id: 'batch/exports', first, query, load }}
        {...(tabs ? { tabs } : {})}
        filters={[
          { kind: 'text', key: 'title', label: '任务' },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(exportStates) },
          { kind: 'dates', key: 'created', label: '申请时间', startKey: 'createdStart', endKey: 'createdEnd' },
          { kind: 'text', key: 'requester', label: '申请人' },
        ]}
        columns={columns}
        buttons={(list) => {
          live.current = list;
          busy.current ||= first?.pagedRecords.some((job) => isUnderWay(job.status)) ?? false;
          return [mayRule && { label: '导出规则', onPress: () => setRuling(true) }];
        }}
        rowActions={exportActions}
      />
      {ruling && <ExportRulesDialog onClose={() => setRuling(false)} />}
    </>
  );
}

function Task({ job }: { job: Job }) {
  const conditions = job.conditions.map(({ name, value }) => `${name}：${value}`).join('；');
  return (
    <span className="flex flex-col">
      <span className="font-medium">导出{job.title}</span>
      {conditions && <span className="text-sm font-normal text-ink-3">{conditions}</span>}
      {job.reason && <span className="text-sm font-normal text-ink-3">原因：{job.reason}</span>}
    </span>
  );
}

function Result({ job }: { job: Job }) {
  if (job.status === 'DONE' || job.status === 'EXPIRED') return <span className="figures">{job.written} / 0</span>;
  return job.status === 'FAILED' ? <span className="figures text-danger">0 / {job.total}</span> : DASHES;
}

function Share({ job }: { job: Job }) {
  if (job.status === 'FAILED') return <span className="text-sm text-danger">{job.error}</span>;
  if (job.status === 'DONE' || job.status === 'EXPIRED') return <Progress value={1} max={1} tone="ok" label={`${job.title}已完成`} shown="100%" />;
  if (!isUnderWay(job.status)) return DASHES;
  const share = `${Math.floor((100 * job.done) / Math.max(job.total, 1))}%`;
  return <Progress value={job.done} max={Math.max(job.total, 1)} label={`${job.title}已完成${job.done}条`} shown={share} />;
}

function Approval({ job }: { job: Job }) {
  if (job.status === 'PENDING_APPROVAL') return <span className="text-warn">待其他人审批</span>;
  if (!job.approver) return <span className="text-ink-3">无需审批</span>;
  return (
    <span className="flex flex-col">
      <span>
        {job.approver}
        {job.status === 'REFUSED' ? '驳回' : '同意'}
      </span>
      {job.decisionNote && <span className="text-sm text-ink-3">{job.decisionNote}</span>}
    </span>
  );
}

function File({ job }: { job: Job }) {
  if (job.status !== 'DONE') return <>{DASHES}</>;
  return (
    <span className="flex flex-col">
      <span className="break-all">{job.fileName}</span>
      <span className="text-sm text-ink-3">
        {sizeText(job.fileSize)}，<DateTime value={job.expiresAt ?? ''} kind="minute" /> 到期
      </span>
    </span>
  );
}
