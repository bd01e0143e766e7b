import { z } from 'zod';
import { OwedPostings } from '~/domains/finance/owedPosting.schema';
import { FUND_ENTER, FUND_MANAGE, FUND_WRITE_OFF } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
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
} from './receipt.schema';
import { BookQuery, BookRow, MovedQuery, ReceivableDetail, SummaryPage, SummaryQuery } from './receivable.schema';

const Ref = z.object({ id: Id });
const Saved = z.object({ id: Id, no: z.string(), version: z.number() });
const RECEIVABLE = '/saas-account/v1/account/receivable';
const RECEIPT = '/saas-account/v1/account/receipt';

export const receivableSummary = read(`${RECEIVABLE}/summary`, may(FUND_MANAGE), SummaryQuery, SummaryPage, { title: '客户账龄' });
export const receivableMoved = read(`${RECEIVABLE}/moved`, may(FUND_MANAGE), MovedQuery, OwedPostings, { title: '客户账龄期间金额的构成' });
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
