import { z } from 'zod';
import { OwedPostings } from '~/domains/finance/owedPosting.schema';
import { FUND_CHECK, FUND_CONFIRM, FUND_MANAGE } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import {
  AdjustDetail,
  AdjustInput,
  AdjustReject,
  ConfirmForInput,
  EditInput,
  LineQuery,
  Made,
  MakeInput,
  MakeMonthInput,
  OpeningQuery,
  Printed,
  PrintInput,
  Ref,
  Refs,
  ReplyInput,
  Saved,
  StatementLine,
  StatementOffice,
  StatementQuery,
  StatementRow,
  WithdrawInput,
} from './statement.schema';

const CHECK = '/saas-account/v1/account/check';
const One = z.object({ id: Id });

export const statementList = read(`${CHECK}/page`, may(FUND_MANAGE), StatementQuery, pageOf(StatementRow), { title: '对账单列表' });
export const statementDetail = read(`${CHECK}/detail`, may(FUND_MANAGE), One, StatementOffice, { title: '对账单详情' });
export const statementLines = read(`${CHECK}/lines`, may(FUND_MANAGE), LineQuery, pageOf(StatementLine), { title: '对账单明细' });
export const statementOpening = read(`${CHECK}/opening`, may(FUND_MANAGE), OpeningQuery, OwedPostings, { title: '对账单期初的构成' });
export const statementMake = post(`${CHECK}/save`, may(FUND_CHECK), MakeInput, One, { title: '新建一个客户的对账单' });
export const statementMakeMonth = post(`${CHECK}/saveMonth`, may(FUND_CHECK), MakeMonthInput, Made, { title: '按月批量生成对账单' });
export const statementEdit = post(`${CHECK}/edit`, may(FUND_CHECK), EditInput, Saved, { title: '编辑对账单草稿' });
export const statementRefresh = post(`${CHECK}/refresh`, may(FUND_CHECK), Ref, Saved, { title: '更新对账单草稿的明细' });
export const statementDelete = post(`${CHECK}/delete`, may(FUND_CHECK), Ref, One, { title: '删除对账单草稿' });
export const statementSend = post(`${CHECK}/send`, may(FUND_CHECK), Refs, RowResults, { title: '发送对账单（可批量）' });
export const statementUrge = post(`${CHECK}/urge`, may(FUND_CHECK), Refs, RowResults, { title: '催客户确认对账单（可批量）' });
export const statementWithdraw = post(`${CHECK}/withdraw`, may(FUND_CHECK), WithdrawInput, Saved, { title: '撤回对账单' });
export const statementConfirmFor = post(`${CHECK}/confirmFor`, may(FUND_CHECK), ConfirmForInput, Saved, { title: '代客户确认对账单' });
export const statementReply = post(`${CHECK}/reply`, may(FUND_CHECK), ReplyInput, Saved, { title: '答复对账单异议' });
export const statementAdjust = post(`${CHECK}/adjust`, may(FUND_CHECK), AdjustInput, One, { title: '登记应收调整' });
export const adjustDetail = read(`${CHECK}/adjust/detail`, may(FUND_MANAGE), One, AdjustDetail, { title: '应收调整单详情' });
export const adjustPass = post(`${CHECK}/adjust/pass`, may(FUND_CONFIRM), Ref, One, { title: '对账调整审批通过' });
export const adjustReject = post(`${CHECK}/adjust/reject`, may(FUND_CONFIRM), AdjustReject, One, { title: '驳回应收调整' });
export const adjustWithdraw = post(`${CHECK}/adjust/withdraw`, may(FUND_CHECK), Ref, One, { title: '撤回应收调整' });
export const statementPrint = post(`${CHECK}/print`, may(FUND_MANAGE), PrintInput, Printed, { title: '打印对账单（留痕）' });
