import { z } from 'zod';
import { BILLING_ADD, BILLING_AUDIT, BILLING_ISSUE, BILLING_MANAGE, BILLING_RED } from '~/portal/permissions';
import { dealer, may, post, read } from '~/shared/endpoint';
import { pageOf } from '~/shared/page.schema';
import { RowResults } from '~/shared/rowResults.schema';
import {
  BillingBatch,
  BillingDetail,
  BillingForm,
  BillingQuery,
  BillingReason,
  BillingRef,
  BillingRow,
  CandidateQuery,
  Candidates,
  EnterForm,
  MailForm,
  MyBillingDetail,
  MyBillingForm,
  MyBillingQuery,
  MyBillingRow,
  MyCandidateQuery,
  RedForm,
  Ref,
  Stepped,
} from './billing.schema';

const ORG = '/saas-ofc/org/billing';
const BIZ = '/saas-ofc/biz/billing';

export const billingList = read(`${ORG}/page`, may(BILLING_MANAGE), BillingQuery, pageOf(BillingRow), { title: '开票申请列表' });
export const billingDetail = read(`${ORG}/detail`, may(BILLING_MANAGE), Ref, BillingDetail, { title: '开票申请详情' });
export const billingCandidates = read(`${ORG}/candidates`, may(BILLING_ADD), CandidateQuery, Candidates, { title: '可开票明细' });
export const billingApply = post(`${ORG}/apply`, may(BILLING_ADD), BillingForm, Stepped, { title: '申请开票（代客）' });
export const billingAudit = post(`${ORG}/audit`, may(BILLING_AUDIT), BillingBatch, RowResults, { title: '审核通过开票申请（可批量）' });
export const billingReject = post(`${ORG}/reject`, may(BILLING_AUDIT), BillingReason, Stepped, { title: '驳回开票申请' });
export const billingVoid = post(`${ORG}/void`, may(BILLING_ADD, BILLING_ISSUE), BillingReason, Stepped, { title: '作废尚未开出的开票申请' });
export const billingIssue = post(`${ORG}/issue`, may(BILLING_ISSUE), BillingBatch, RowResults, { title: '提交开票平台（可批量，失败的为重试）' });
export const billingAsk = post(`${ORG}/ask`, may(BILLING_ISSUE), BillingRef, Stepped, { title: '再次查询开票结果' });
export const billingNotIssued = post(`${ORG}/notIssued`, may(BILLING_ISSUE), BillingReason, Stepped, { title: '核实平台未开出' });
export const billingEnter = post(`${ORG}/enter`, may(BILLING_ISSUE), EnterForm, Stepped, { title: '登记手工开出的发票' });
export const billingRed = post(`${ORG}/red`, may(BILLING_RED), RedForm, Stepped, { title: '申请红冲' });
export const billingMail = post(`${ORG}/mail`, may(BILLING_ISSUE), MailForm, Stepped, { title: '发送发票到邮箱' });
export const billingReveal = post(`${ORG}/reveal`, may(BILLING_ISSUE), Ref, z.object({ bankAccount: z.string() }), { title: '查看开票银行账号（留痕）' });

export const myBillingList = read(`${BIZ}/page`, dealer, MyBillingQuery, pageOf(MyBillingRow), { title: '我的开票申请' });
export const myBillingDetail = read(`${BIZ}/detail`, dealer, Ref, MyBillingDetail, { title: '我的开票申请详情' });
export const myCandidates = read(`${BIZ}/candidates`, dealer, MyCandidateQuery, Candidates, { title: '我的可开票明细' });
export const myBillingApply = post(`${BIZ}/apply`, dealer, MyBillingForm, Stepped, { title: '申请开票' });
export const myBillingCancel = post(`${BIZ}/cancel`, dealer, BillingRef, Stepped, { title: '撤回待审核的开票申请' });
