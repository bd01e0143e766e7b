import { z } from 'zod';
import { SYSTEM_LOG } from '~/portal/permissions';
import { may, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { ApiEntry, ApiQuery, LoginEntry, LoginQuery, Operation, OperationDetail, OperationQuery } from './log.schema';

const base = '/saas-boss/systemLog';
const reader = may(SYSTEM_LOG);

export const operationList = read(`${base}/operation`, reader, OperationQuery, pageOf(Operation), { title: '操作日志' });
export const operationGet = read(
  `${base}/operation/get`,
  reader,
  z.object({ source: z.enum(['audit', 'order', 'delivery'], '没有这种日志'), id: Id }),
  OperationDetail,
  { title: '操作日志详情与校验' },
);
export const loginList = read(`${base}/login`, reader, LoginQuery, pageOf(LoginEntry), { title: '登录日志' });
export const apiList = read(`${base}/api`, reader, ApiQuery, pageOf(ApiEntry), { title: '接口日志' });
