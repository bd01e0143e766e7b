import { z } from 'zod';
import { factory, get, person, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { BatchCounts } from './exportJob.schema';
import { CommitHow, ImportForm, ImportJob, ImportMode, ImportPreview, ImportQuery, ImportType } from './importJob.schema';

/** In the frame of every page, so it stands where the shell may look (docs/decisions/005). */
export const batchCounts = get('/saas-boss/dataExport/counts', person, z.object({}), BatchCounts, { title: '批量中心任务数' });

const base = '/saas-boss/excel/import';
/** Each type of import carries its own permission code; the functions check it. */
export const importTemplate = get(`${base}/template`, factory, z.object({ type: ImportType }), z.any(), { title: '下载导入模板' });
export const importForm = read(`${base}/form`, factory, z.object({ type: ImportType }), ImportForm, { title: '导入的列与填写说明' });
export const importUpload = post(
  `${base}/upload`,
  factory,
  z.object({ type: ImportType, mode: ImportMode.optional(), file: z.file('请选择要导入的文件') }),
  ImportPreview,
  { title: '上传并校验导入文件', body: 'form' },
);
export const importPreview = read(`${base}/preview`, factory, z.object({ jobId: Id }), ImportPreview, { title: '导入预览' });
export const importCommit = post(`${base}/commit`, factory, z.object({ jobId: Id, how: CommitHow }), ImportPreview, { title: '提交导入' });
export const importErrorFile = get(`${base}/errorFile`, factory, z.object({ jobId: Id }), z.any(), { title: '下载导入错误文件' });
export const importUndo = post(`${base}/undo`, factory, z.object({ jobId: Id }), ImportPreview, { title: '撤销导入' });
export const importCancel = post(`${base}/cancel`, factory, z.object({ jobId: Id }), ImportPreview, { title: '取消导入' });
export const importPage = read(`${base}/page`, factory, ImportQuery, pageOf(ImportJob), { title: '导入批次列表' });
