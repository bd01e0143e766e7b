import type { ApprovalForm } from '~/domains/workflow/approval.server';

export const CENTER = '/portal/dataCenter/exportList';

type Job = { title: string; total: number; reason: string };
/** What approval processes read of an export. */
export const exportForm: ApprovalForm<Job> = {
  fields: [
    { key: 'rows', label: '导出行数', type: 'NUMBER' },
    { key: 'content', label: '导出内容', type: 'TEXT' },
    { key: 'reason', label: '导出原因', type: 'TEXT' },
  ],
  values: (_tx, _me, job) => ({ rows: String(job.total), content: job.title, reason: job.reason }),
  summary: (job) => [
    { label: '导出内容', value: job.title },
    { label: '行数', value: String(job.total) },
    { label: '原因', value: job.reason },
  ],
  route: () => CENTER,
};
