import { useEffect, useRef, useState } from 'react';
import { sizeText } from '~/domains/file/pickers/fileHref';
import type { AnswerOf } from '~/shared/endpoint';
import { displayCount } from '~/shared/money';
import { call, fileHref, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import DialogPanel from '~/ui/kit/DialogPanel';
import { Alert, Progress } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { toast } from '~/ui/kit/toast';
import { exportCancel, exportDetail, exportDownload, exportRetry, type exportStart } from '../exportCalls';
import { isUnderWay } from '../exportJob';

type Job = AnswerOf<typeof exportStart>;
const LOOK_MS = 700;
export const exportCenter = '/portal/dataCenter/exportList';
export const downloadHref = (id: string): string => fileHref(exportDownload, { id });

/** Follows one export to its end and hands the file over; closing the dialog leaves it to the batch centre. */
export function ExportProgress({ first, onClose }: { first: Job; onClose: () => void }) {
  const [job, setJob] = useState(first);
  const [lost, setLost] = useState('');
  const fetched = useRef(false);
  const underWay = isUnderWay(job.status);
  useEffect(() => {
    if (!underWay) return;
    const timer = setTimeout(() => call(exportDetail, { id: job.id }).then(setJob, (error: unknown) => setLost(messageOf(error))), LOOK_MS);
    return () => clearTimeout(timer);
  }, [job, underWay]);
  useEffect(() => {
    if (job.status !== 'DONE' || fetched.current) return;
    fetched.current = true;
    location.assign(downloadHref(job.id));
  }, [job]);
  const leave = () => {
    if (underWay) toast('导出在后台继续，完成后会收到消息', 'info');
    onClose();
  };
  return (
    <DialogPanel open onClose={leave} title={`导出${job.title}`} width="sm" footer={<Buttons job={job} onJob={setJob} onClose={leave} />}>
      <div className="flex flex-col gap-3" aria-live="polite">
        {underWay && (
          <Progress
            value={job.done}
            max={Math.max(job.total, 1)}
            label={job.status === 'QUEUED' ? '排队中' : `已生成${displayCount(job.done)}/${displayCount(job.total)}条`}
          />
        )}
        {underWay && (
          <p className="text-sm text-ink-2">{job.status === 'QUEUED' ? '排队中…' : `已读取 ${displayCount(job.done)} / ${displayCount(job.total)} 条`}</p>
        )}
        {job.status === 'PENDING_APPROVAL' && <Alert tone="info">已提交审批，同意后自动生成，完成时会收到消息</Alert>}
        {job.status === 'DONE' && <Alert tone="ok" title="文件已生成">{`${job.fileName}（${displayCount(job.written)}条，${sizeText(job.fileSize)}）`}</Alert>}
        {job.status === 'FAILED' && (
          <Alert tone="danger" title="导出失败">
            {job.error}
          </Alert>
        )}
        {job.status === 'CANCELLED' && <Alert tone="warn">导出已取消</Alert>}
        {lost && underWay && <Alert tone="warn">{lost}</Alert>}
        <p className="text-sm text-ink-3">
          全部任务见{' '}
          <Link href={exportCenter} className="underline">
            批量中心
          </Link>
        </p>
      </div>
    </DialogPanel>
  );
}

function Buttons({ job, onJob, onClose }: { job: Job; onJob: (job: Job) => void; onClose: () => void }) {
  const underWay = isUnderWay(job.status);
  return (
    <>
      {job.mayCancel && <Button onPress={async () => onJob(await call(exportCancel, { id: job.id }))}>取消导出</Button>}
      {job.mayRetry && <Button onPress={async () => onJob(await call(exportRetry, { id: job.id }))}>重试</Button>}
      <Button {...(job.status === 'DONE' ? {} : { tone: 'primary' as const })} onClick={onClose}>
        {underWay ? '后台继续' : '关闭'}
      </Button>
      {job.status === 'DONE' && (
        <Button tone="primary" href={downloadHref(job.id)}>
          下载
        </Button>
      )}
    </>
  );
}
