import { z } from 'zod';
import { CHORE_MANAGE } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { ChoreRun, Chores } from './chore.schema';

const base = '/saas-boss/chore';
const operates = may(CHORE_MANAGE);
const Name = z.string('请选择任务').min(1, '请选择任务').max(60, '任务名称过长');
const Done = z.object({});

export const choreAccess = read(`${base}/access`, operates, z.object({}), z.object({ operator: z.boolean() }), { title: '是否可查看后台任务（平台运营）' });
export const choreList = read(`${base}/list`, operates, z.object({}), Chores, { title: '后台任务与未送达的事件（平台运营）' });
export const choreRuns = read(`${base}/runs`, operates, z.object({ name: Name }), z.object({ runs: z.array(ChoreRun) }), {
  title: '后台任务的运行记录（平台运营）',
});
export const choreRunNow = post(`${base}/run`, operates, z.object({ name: Name }), Done, { title: '立即运行后台任务（平台运营）' });
export const eventsRetry = post(`${base}/retryEvents`, operates, z.object({ kind: Name }), z.object({ events: z.number() }), {
  title: '立即重试未送达的事件（平台运营）',
});
