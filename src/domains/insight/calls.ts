import { z } from 'zod';
import { FUND_MANAGE, STOCK_MANAGE } from '~/portal/permissions';
import { factory, get, may, person, post } from '~/shared/endpoint';
import { Guide, Home, Identities, ProofBoard, Workbench } from './insight.schema';

const Nothing = z.object({});

export const home = get('/partner/business/home', person, Nothing, Home, { title: '首页：应用、待办、快捷入口与最新消息' });
export const workbench = get('/partner/business/workbench', factory, Nothing, Workbench, { title: '工作台：待办与今日、本月金额' });
export const proofs = get('/partner/business/workbench/proof', may(FUND_MANAGE, STOCK_MANAGE), Nothing, ProofBoard, { title: '每日账目核对的结果' });
export const guide = get('/partner/business/guide', factory, Nothing, Guide, { title: '使用引导的完成情况' });
export const guideClose = post('/partner/business/guide/close', factory, z.object({ closed: z.boolean('请说明是否收起') }), Nothing, {
  title: '收起或恢复首页的使用引导',
});
export const identities = get('/partner/user/identities', person, Nothing, Identities, { title: '当前账号的厂家与经销商身份' });
