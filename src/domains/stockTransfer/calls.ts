import { z } from 'zod';
import { BatchSteps, DocReason, DocStep } from '~/domains/warehouse/stockDoc.schema';
import { STOCK_AUDIT, STOCK_MANAGE, STOCK_TRANSFER } from '~/portal/permissions';
import { get, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import { CloseShort, Receipt, TransferDetail, TransferForm, TransferQuery, TransferRow, TransferTarget } from './transfer.schema';

const TRANSFER = '/saas-ofc/org/stock/transfer';
const Ref = z.object({ id: Id });
const Saved = z.object({ id: Id, no: z.string(), version: z.number() });

export const transferList = read(`${TRANSFER}/page`, may(STOCK_MANAGE), TransferQuery, pageOf(TransferRow), { title: '调拨单列表' });
export const transferDetail = read(`${TRANSFER}/detail`, may(STOCK_MANAGE, STOCK_TRANSFER), Ref, TransferDetail, { title: '调拨单详情' });
export const transferTargets = get(`${TRANSFER}/targets`, may(STOCK_TRANSFER), z.object({}), z.object({ warehouses: z.array(TransferTarget) }), {
  title: '可调入的仓库',
});
export const transferSave = post(`${TRANSFER}/save`, may(STOCK_TRANSFER), TransferForm, Saved, { title: '新建或编辑调拨单' });
export const transferSubmit = post(`${TRANSFER}/submit`, may(STOCK_TRANSFER), DocStep, Saved, { title: '提交调拨单' });
export const transferDelete = post(`${TRANSFER}/delete`, may(STOCK_TRANSFER), DocStep, Ref, { title: '删除调拨单草稿' });
export const transferReturn = post(`${TRANSFER}/return`, may(STOCK_TRANSFER, STOCK_AUDIT), DocReason, Saved, { title: '退回调拨单为草稿' });
export const transferAudit = post(`${TRANSFER}/audit`, may(STOCK_AUDIT), BatchSteps, RowResults, { title: '审核并调出（可批量）' });
export const transferReceive = post(`${TRANSFER}/receive`, may(STOCK_TRANSFER), Receipt, Saved, { title: '调拨收货（可分次）' });
export const transferClose = post(`${TRANSFER}/close`, may(STOCK_TRANSFER), CloseShort, z.object({ id: Id, no: z.string() }), { title: '调拨短少结案' });
