import { approvalWay } from '~/domains/workflow/pickers/approvalWay';
import { displayCount } from '~/shared/money';
import { call } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import type { Actions } from '~/ui/kit/types';
import type { ListHandle } from '~/ui/list/types';
import { exportCancel, exportDecide, exportRetry } from '../exportCalls';
import { downloadHref } from '../pickers/ExportProgress';
import type { Job } from './ExportList';

/** What this person may do with a task now; the server says so with each row. */
export function exportActions(job: Job, list: ListHandle<Job>): Actions {
  const done = (message: string) => {
    toast(message, 'ok');
    list.reload();
  };
  const decide = async (pass: boolean) => {
    const answer = await confirm({
      title: pass ? `同意${job.requester}导出${job.title}？` : `驳回${job.requester}的导出申请？`,
      body: `共${displayCount(job.total)}条${job.reason ? `，原因：${job.reason}` : ''}`,
      ...(pass ? { ok: '同意' } : { ok: '驳回', tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
    });
    if (!answer) return;
    await call(exportDecide, { id: job.id, pass, note: answer.reason });
    done(pass ? '已同意，开始生成文件' : '已驳回');
  };
  return [
    job.mayDownload && { label: '下载', href: downloadHref(job.id) },
    job.mayDecide && { label: '同意', onPress: () => decide(true) },
    job.mayDecide && { label: '驳回', tone: 'danger', onPress: () => decide(false) },
    ['PENDING_APPROVAL', 'REFUSED'].includes(job.status) && approvalWay('export', job.id),
    job.mayRetry && {
      label: '重新导出',
      onPress: () => call(exportRetry, { id: job.id }).then((again) => done(again.status === 'PENDING_APPROVAL' ? '已重新提交审批' : '已重新排队')),
    },
    job.mayCancel && {
      label: '取消',
      tone: 'danger',
      onPress: async () => {
        if (await confirm({ title: `取消导出${job.title}？`, ok: '取消导出', cancel: '返回', tone: 'danger' })) {
          await call(exportCancel, { id: job.id });
          done('已取消');
        }
      },
    },
  ];
}
