import { z } from 'zod';
import { PRICE_CUSTOMER, PRICE_CUSTOMER_AUDIT, PRICE_IMPORT, PRICE_MANAGE } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { ChangeDecision, ChangeDetail, ChangeLine, ChangeLineQuery, ChangeQuery, ChangeRef, ChangeRow } from './priceChange.schema';

const ORG = '/saas-ofc/org/price/customer/change';
const see = may(PRICE_MANAGE);
const Saved = z.object({ id: Id });

export const priceChangeList = read(`${ORG}/page`, see, ChangeQuery, pageOf(ChangeRow), { title: '客户价变更列表' });
export const priceChangeDetail = read(`${ORG}/detail`, see, z.object({ id: Id }), ChangeDetail, { title: '客户价变更详情' });
export const priceChangeLines = read(`${ORG}/lines`, see, ChangeLineQuery, pageOf(ChangeLine), { title: '客户价变更明细' });
export const priceChangeDecide = post(`${ORG}/decide`, may(PRICE_CUSTOMER_AUDIT), ChangeDecision, Saved, { title: '审批客户价变更' });
export const priceChangeWithdraw = post(`${ORG}/withdraw`, may(PRICE_CUSTOMER, PRICE_IMPORT), ChangeRef, Saved, { title: '撤回客户价变更' });
