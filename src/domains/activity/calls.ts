import { z } from 'zod';
import { PRICE_ACTIVITY, PRICE_MANAGE } from '~/portal/permissions';
import { dealer, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  ActivityDetail,
  ActivityInput,
  ActivityQuery,
  ActivityRow,
  AddQuota,
  CloseActivity,
  MyPriceQuery,
  MyPriceRow,
  Ref,
  UsagePage,
  UsageQuery,
} from './activity.schema';

const ORG = '/saas-marketing/org/activity';
const see = may(PRICE_MANAGE);
const keep = may(PRICE_ACTIVITY);
const Saved = z.object({ id: Id, no: z.string() });

export const activityList = read(`${ORG}/page`, see, ActivityQuery, pageOf(ActivityRow), { title: '限时折扣列表' });
export const activityDetail = read(`${ORG}/detail`, see, z.object({ id: Id }), ActivityDetail, { title: '限时折扣详情' });
export const activityUsage = read(`${ORG}/usage`, see, UsageQuery, UsagePage, { title: '限时折扣使用明细' });
export const activitySave = post(`${ORG}/save`, keep, ActivityInput, Saved, { title: '新建或编辑限时折扣' });
export const activityClose = post(`${ORG}/close`, keep, CloseActivity, Saved, { title: '关闭限时折扣' });
export const activityAddQuota = post(`${ORG}/addQuota`, keep, AddQuota, Saved, { title: '追加限时折扣的限量' });
export const activityDelete = post(`${ORG}/delete`, keep, Ref, Saved, { title: '删除未开始的限时折扣' });
export const myPrices = read('/saas-ofc/biz/price/page', dealer, MyPriceQuery, pageOf(MyPriceRow), { title: '我的价格与用量' });
