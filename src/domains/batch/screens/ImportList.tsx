import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, fileHref } from '~/shell/call';
import { PreviewCard } from '~/ui/import/PreviewCard';
import { confirm } from '~/ui/kit/confirm';
import { Drawer } from '~/ui/kit/Dialog';
import { Progress } from '~/ui/kit/Feedback';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import type { Actions } from '~/ui/kit/types';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, ListHandle, ListTabs } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { DASHES } from '~/ui/values/format';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import { importStates } from '../importJob';
import { previewOf } from '../pickers/BatchImport';
import type { Query } from './BatchCentre';

type Page = AnswerOf<typeof calls.importPage>;
type Job = Page['pagedRecords'][number];

const modes = { MERGE: '合并', REPLACE: '替换', INSERT: '仅新增' } as const;
const columns: readonly Column<Job>[] = [
  { key: 'title', title: '任务', fixed: true, width: 220, wrap: true, always: true, cell: (job) => <Task job={job} /> },
  { key: 'mode', title: '类型', cell: (job) => modes[job.mode] },
  { key: 'total', title: '条数', align: 'right', cell: (job) => <span className="figures">{job.total}</span> },
  { key: 'result', title: '成功/失败', align: 'right', cell: (job) => <Result job={job} /> },
  {
    key: 'status',
    title: '状态',
    cell: (job) => <StatusTag status={job.status} names={importStates} tones={{ UNDONE: 'neutral', EXPIRED: 'neutral', CANCELLED: 'neutral' }} />,
  },
  { key: 'progress', title: '进度', width: 140, cell: (job) => <Share job={job} /> },
  { key: 'creator', title: '申请人' },
  { key: 'createdAt', title: '上传时间', kind: 'minute' },
  { key: 'approval', title: '审批', cell: () => <span className="text-ink-3">无需审批</span> },
  { key: 'file', title: '错误文件(可撤销至)', width: 180, wrap: true, cell: (job) => <File job={job} /> },
];

interface Props {
  first: Page | null;
  query: Query;
  tabs?: ListTabs;
  moved: (query: Query) => boolean;
}

export function ImportList({ first, query, tabs, moved }: Props) {
  const [seen, setSeen] = useState<{ job: AnswerOf<typeof calls.importPreview>; list: ListHandle<Job> } | null>(null);
  return (
    <>
      <ListPage<Job>
        title="导入任务"
        source={{
          id: 'batch/imports',
          first,
          query,
          load: (next) => (moved(next) ? new Promise<never>(() => undefined) : call(calls.importPage, next as never)),
          rowKey: (job) => job.jobId,
        }}
        {...(tabs ? { tabs } : {})}
        filters={[
          { kind: 'text', key: 'fileName', label: '文件名' },
          { kind: 'select', key: 'status', label: '状态', options: optionsOf(importStates) },
        ]}
        columns={columns}
        rowActions={(job, list) => actionsOf(job, list, (preview) => setSeen({ job: preview, list }))}
      />
      {seen && (
        <Drawer open onClose={() => setSeen(null)} title={`导入${seen.job.title}`} width="lg">
          <div className="flex flex-col gap-3">
            <PreviewCard
              preview={previewOf(seen.job)}
              fileName={seen.job.fileName}
              onBack={() => setSeen(null)}
              onCommit={async (how) => {
                const done = await call(calls.importCommit, { jobId: seen.job.jobId, how: how === 'ALL' ? 'ALL' : 'GOOD_ONLY' });
                toast(done.note || `导入完成：新增${done.created}行，更新${done.updated}行`, 'ok');
                setSeen(null);
                seen.list.reload();
              }}
            />
          </div>
        </Drawer>
      )}
    </>
  );
}

function actionsOf(job: Job, list: ListHandle<Job>, show: (preview: AnswerOf<typeof calls.importPreview>) => void): Actions {
  const asked = async (title: string, ok: string, endpoint: typeof calls.importUndo) => {
    if (!(await confirm({ title, ok, cancel: '返回', tone: 'danger' }))) return;
    await call(endpoint, { jobId: job.jobId });
    toast(`已${ok}`, 'ok');
    list.reload();
  };
  const undoable = job.status === 'COMMITTED' && job.undoUntil !== null && Date.parse(job.undoUntil) > Date.now();
  return [
    job.status === 'PARSED' && { label: '继续导入', onPress: async () => show(await call(calls.importPreview, { jobId: job.jobId })) },
    job.bad > 0 && job.hasRows && { label: '下载错误文件', href: fileHref(calls.importErrorFile, { jobId: job.jobId }) },
    undoable && { label: '撤销', tone: 'danger', onPress: () => asked(`撤销导入“${job.fileName}”？`, '撤销导入', calls.importUndo) },
    job.status === 'PARSED' && { label: '取消', tone: 'danger', onPress: () => asked(`取消导入“${job.fileName}”？`, '取消导入', calls.importCancel) },
  ];
}

function Task({ job }: { job: Job }) {
  return (
    <span className="flex flex-col">
      <span className="font-medium">导入{job.title}</span>
      <span className="text-sm font-normal break-all text-ink-3">{job.fileName}</span>
    </span>
  );
}

function Result({ job }: { job: Job }) {
  return (
    <span className="figures">
      {job.good} / <span className={job.bad > 0 ? 'text-danger' : ''}>{job.bad}</span>
    </span>
  );
}

/** A commit is one transaction: nothing of it is in, or all. */
function Share({ job }: { job: Job }) {
  if (job.status === 'PARSED') return <span className="text-sm text-ink-2">已校验，待确认</span>;
  return job.status === 'COMMITTED' || job.status === 'UNDONE' ? <Progress value={1} max={1} tone="ok" label={`${job.fileName}已导入`} shown="100%" /> : DASHES;
}

function File({ job }: { job: Job }) {
  if (job.status === 'COMMITTED' && job.undoUntil) return <DateTime value={job.undoUntil} kind="minute" />;
  return <>{DASHES}</>;
}
