import { z } from 'zod';
import { PRICE_MANAGE, PRICE_PROJECT, PRICE_PROJECT_AUDIT } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import { Decision, Disable, Extend, Reasoned, Ref, SheetDetail, SheetInput, SheetQuery, SheetRow, UseQuery, UseRow } from './projectPrice.schema';

const ORG = '/saas-ofc/org/price/project';
const see = may(PRICE_MANAGE);
const keep = may(PRICE_PROJECT);
const Saved = z.object({ id: Id, no: z.string(), version: z.number() });

export const projectPriceList = read(`${ORG}/page`, see, SheetQuery, pageOf(SheetRow), { title: '工程价列表' });
export const projectPriceDetail = read(`${ORG}/detail`, see, z.object({ id: Id }), SheetDetail, { title: '工程价详情' });
export const projectPriceUses = read(`${ORG}/usage`, see, UseQuery, pageOf(UseRow), { title: '工程价使用记录' });
export const projectPriceSave = post(`${ORG}/save`, keep, SheetInput, Saved, { title: '新建、编辑或变更工程价' });
export const projectPriceSubmit = post(`${ORG}/submit`, keep, Ref, Saved, { title: '提交工程价审批' });
export const projectPriceWithdraw = post(`${ORG}/withdraw`, keep, Reasoned, Saved, { title: '撤回工程价审批' });
export const projectPriceDecide = post(`${ORG}/decide`, may(PRICE_PROJECT_AUDIT), Decision, Saved, { title: '审批工程价' });
export const projectPriceDisable = post(`${ORG}/disable`, keep, Disable, RowResults, { title: '停用工程价' });
export const projectPriceExtend = post(`${ORG}/extend`, keep, Extend, RowResults, { title: '批量延期工程价（提交审批）' });
export const projectPriceDelete = post(`${ORG}/delete`, keep, Ref, Saved, { title: '删除工程价草稿' });
