import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { hideableFields } from '~/portal/authority';
import { definedExport } from '~/server/export.server';
import { displayCount } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { conditionsOf, exportRules } from './exportJob.server';

defineTaskCard('export', async (tx, me, id) => {
  const job = await tx.selectFrom('export_job').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!job) return notFound('该导出任务');
  const definition = definedExport(job.type);
  const { keepDays } = await exportRules(tx, me);
  const all = job.columns.length === 0 || definition?.importable === true;
  const columns = (definition?.columns ?? []).filter(({ key }) => all || job.columns.includes(key)).map(({ title }) => title);
  return {
    facts: [
      { key: 'title', label: '导出内容', text: job.title, tone: 'strong' },
      { key: 'rows', label: '申请时行数', text: `${displayCount(job.total)}行`, tone: 'strong' },
      { key: 'reason', label: '用途', text: job.reason || '未填写', tone: job.reason ? '' : 'warn' },
      { key: 'requester', label: '申请人', text: `${job.requester}${job.requester_customer ? '（经销商）' : ''}` },
      { key: 'format', label: '格式', text: job.format },
      { key: 'keepDays', label: '有效期', text: `生成后${keepDays}天` },
      { key: 'fields', label: `字段（${columns.length}列）`, text: columns.join('、') },
      ...conditionsOf(definition, job.query as Record<string, unknown>).map(({ name, value }) => ({ key: `condition.${name}`, label: name, text: value })),
      { key: 'mask', label: '脱敏', text: `申请人无权查看的列不会写入文件；其角色隐藏的${Object.values(hideableFields).join('、')}按页面脱敏` },
    ],
    warnings: [job.requester_customer !== null && '由经销商申请，文件将离开本公司'],
  };
});
