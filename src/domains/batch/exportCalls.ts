import { z } from 'zod';
import { BASE_CONFIG, DATA_EXPORT_APPROVE, DATA_EXPORT_CENTER } from '~/portal/permissions';
import { dealerOr, get, may, person, post, read } from '~/shared/endpoint';
import { Id, OptionalText } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { ExportAsk, ExportJob, ExportQuery, ExportRules, ExportSize, ExportStart } from './exportJob.schema';

const base = '/saas-boss/dataExport';
const One = z.object({ id: Id });
/** Each type of export carries its own permission code; the functions check it, and that it is the person's own. */
export const exportSize = read(`${base}/size`, person, ExportAsk, ExportSize, { title: '导出条数与可选列' });
export const exportStart = post(`${base}/start`, person, ExportStart, ExportJob, { title: '申请导出' });
export const exportPage = read(`${base}/page`, dealerOr(DATA_EXPORT_CENTER), ExportQuery, pageOf(ExportJob), { title: '导出任务列表' });
export const exportDetail = read(`${base}/detail`, person, One, ExportJob, { title: '导出任务进度' });
export const exportCancel = post(`${base}/cancel`, person, One, ExportJob, { title: '取消导出' });
export const exportRetry = post(`${base}/retry`, person, One, ExportJob, { title: '重新导出' });
export const exportDecide = post(
  `${base}/decide`,
  may(DATA_EXPORT_APPROVE),
  One.extend({ pass: z.boolean('请选择同意或驳回'), note: OptionalText(200, '审批意见') }),
  ExportJob,
  { title: '审批导出' },
);
export const exportDownload = get(`${base}/download`, person, One, z.any(), { title: '下载导出文件' });
export const exportRulesRead = get(`${base}/rules`, may(BASE_CONFIG, DATA_EXPORT_CENTER), z.object({}), ExportRules.extend({ version: z.number() }), {
  title: '导出规则',
});
export const exportRulesSave = post(
  `${base}/rules/save`,
  may(BASE_CONFIG),
  ExportRules.extend({ version: z.number().int().min(0).max(2_147_483_647) }),
  ExportRules.extend({ version: z.number() }),
  { title: '修改导出规则' },
);
