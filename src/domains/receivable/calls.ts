import { z } from 'zod';
import { FUND_ENTER, FUND_MANAGE, FUND_WRITE_OFF } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields';
import { pageOf } from '~/shared/page';
import {
  DunningInput,
  DunningOtherInput,
  DunningPreview,
  DunningPreviewInput,
  DunningQuery,
  DunningResult,
  DunningRow,
  DunningTemplates,
  TemplateForm,
  TemplateRef,
} from './dunning';
import {
  ApplyInput,
  AutoDone,
  AutoInput,
  AutoPreview,
  AutoRun,
  Preview,
  PreviewInput,
  ReceiptDetail,
  ReceiptForm,
  ReceiptQuery,
  ReceiptRow,
  ReverseReceipt,
  TailInput,
  UnapplyInput,
} from './receipt';
import { BookQuery, BookRow, ReceivableDetail, SummaryQuery, SummaryRow } from './receivable';

const Ref = z.object({ id: Id });
const Saved = z.object({ id: Id, no: z.string(), version: z.number() });
const RECEIVABLE = '/saas-account/v1/account/receivable';
const RECEIPT = '/saas-account/v1/account/receipt';

export const receivableSummary = read(`${RECEIVABLE}/summary`, may(FUND_MANAGE), SummaryQuery, pageOf(SummaryRow), { title: '客户账龄' });
export const receivableBook = read(`${RECEIVABLE}/page`, may(FUND_MANAGE), BookQuery, pageOf(BookRow), { title: '应收单列表' });
export const receivableDetail = read(`${RECEIVABLE}/detail`, may(FUND_MANAGE), Ref, ReceivableDetail, { title: '应收单详情' });
export const writeOffTail = post(`${RECEIVABLE}/writeOffTail`, may(FUND_WRITE_OFF), TailInput, Ref, { title: '尾差核销' });
export const receiptList = read(`${RECEIPT}/page`, may(FUND_MANAGE), ReceiptQuery, pageOf(ReceiptRow), { title: '收款单列表' });
export const receiptDetail = read(`${RECEIPT}/detail`, may(FUND_MANAGE), Ref, ReceiptDetail, { title: '收款单详情' });
export const previewApply = read(`${RECEIPT}/preview`, may(FUND_MANAGE), PreviewInput, Preview, { title: '自动核销预览' });
export const registerReceipt = post(`${RECEIPT}/save`, may(FUND_ENTER), ReceiptForm, Saved, { title: '登记收款' });
export const applyReceipt = post(`${RECEIPT}/apply`, may(FUND_WRITE_OFF), ApplyInput, Saved, { title: '核销' });
export const autoApplyPreview = read(`${RECEIPT}/autoPreview`, may(FUND_WRITE_OFF), AutoInput, AutoPreview, { title: '批量自动核销预览' });
export const autoApply = post(`${RECEIPT}/autoApply`, may(FUND_WRITE_OFF), AutoRun, AutoDone, { title: '批量自动核销' });
export const unapplyReceipt = post(`${RECEIPT}/unapply`, may(FUND_WRITE_OFF), UnapplyInput, Saved, { title: '反核销' });
export const reverseReceipt = post(`${RECEIPT}/reverse`, may(FUND_WRITE_OFF), ReverseReceipt, Saved, { title: '冲销收款' });

const DUNNING = `${RECEIVABLE}/dunning`;
export const dunningPreview = read(`${DUNNING}/preview`, may(FUND_MANAGE), DunningPreviewInput, DunningPreview, { title: '催款对象预览' });
export const dunningSend = post(`${DUNNING}/send`, may(FUND_ENTER), DunningInput, DunningResult, { title: '发送催款提醒（可批量）' });
export const dunningOther = post(`${DUNNING}/other`, may(FUND_ENTER), DunningOtherInput, Ref, { title: '催款：短信、复制、电话、邀请' });
export const dunningList = read(`${DUNNING}/page`, may(FUND_MANAGE), DunningQuery, pageOf(DunningRow), { title: '催款记录' });
export const dunningTemplates = read(`${DUNNING}/template/list`, may(FUND_MANAGE), z.object({}), DunningTemplates, { title: '催款模板列表' });
export const dunningTemplateSave = post(`${DUNNING}/template/save`, may(FUND_ENTER), TemplateForm, Ref, { title: '保存催款模板' });
export const dunningTemplateRemove = post(`${DUNNING}/template/remove`, may(FUND_ENTER), TemplateRef, Ref, { title: '删除催款模板' });
