import { z } from 'zod';
import { CREDIT_REPAY, CREDIT_REPAY_AUDIT, CREDIT_REPAY_ENTER } from '~/portal/permissions';
import { anyone, dealer, get, may, post, read } from '~/shared/endpoint';
import { Id, OptionalText, RowVersion } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import {
  Calendar,
  CalendarQuery,
  ChangeInput,
  ChangeTrial,
  ChangeTrialInput,
  DayItems,
  DayQuery,
  ItemDetail,
  ItemQuery,
  ItemRow,
  MyPaymentQuery,
  MyPlan,
  PaymentDetail,
  PaymentForm,
  PaymentQuery,
  PaymentRow,
  PaymentTrial,
  PaymentTrialInput,
  ReasonRef,
  ReversalInput,
  Saved,
} from './repayment.schema';

const PLAN = '/saas-credit/v1/credit/creditrepaymentplan';
const PAY = '/saas-credit/v1/credit/creditpayment';
/** Dealers reach these with the module of their orders; the steward is the factory's. */
const MY = '/saas-account/v1/account/my/repay';
const Ref = z.object({ id: Id });
const sees = may(CREDIT_REPAY, CREDIT_REPAY_ENTER, CREDIT_REPAY_AUDIT);
const enters = may(CREDIT_REPAY_ENTER);
const Decision = z.object({ id: Id, version: RowVersion, pass: z.boolean(), opinion: OptionalText(200, '意见') });

export const planList = read(`${PLAN}/list`, sees, ItemQuery, pageOf(ItemRow), { title: '还款计划列表' });
export const planDetail = read(`${PLAN}/get`, sees, Ref, ItemDetail, { title: '还款计划详情' });
export const calendar = read(`${PLAN}/calendar`, sees, CalendarQuery, Calendar, { title: '还款日历' });
export const calendarDay = read(`${PLAN}/calendarDay`, sees, DayQuery, DayItems, { title: '还款日历某日的还款计划' });
export const changeTry = read(`${PLAN}/changeTrial`, enters, ChangeTrialInput, ChangeTrial, { title: '还款周期变更试算' });
export const changeSubmit = post(`${PLAN}/changeSubmit`, enters, ChangeInput, Saved, { title: '申请变更还款周期' });
export const changeDecide = post(`${PLAN}/changeAudit`, may(CREDIT_REPAY_AUDIT), Decision, Ref, { title: '审批还款周期变更' });
export const changeCancel = post(`${PLAN}/changeCancel`, enters, ReasonRef, Ref, { title: '撤回还款周期变更' });

export const paymentList = read(`${PAY}/list`, sees, PaymentQuery, pageOf(PaymentRow), { title: '还款单列表' });
export const paymentDetail = read(`${PAY}/get`, sees, Ref, PaymentDetail, { title: '还款单详情' });
export const paymentTry = read(`${PAY}/trial`, enters, PaymentTrialInput, PaymentTrial, { title: '还款试算' });
export const paymentSubmit = post(`${PAY}/submit`, enters, PaymentForm, Saved, { title: '登记还款' });
export const paymentDecide = post(`${PAY}/audit`, may(CREDIT_REPAY_AUDIT), Decision, Ref, { title: '审批还款单' });
export const paymentCancel = post(`${PAY}/cancel`, enters, ReasonRef, Ref, { title: '撤回还款单' });
export const paymentReverse = post(`${PAY}/reverse`, enters, ReversalInput, Ref, { title: '申请冲销还款单' });

export const feedMake = post(`${PLAN}/icsMake`, may(CREDIT_REPAY), z.object({}), z.object({ path: z.string() }), {
  title: '生成还款日历订阅地址（旧地址作废）',
});
export const feedDrop = post(`${PLAN}/icsDrop`, may(CREDIT_REPAY), z.object({}), z.object({}), { title: '停用还款日历订阅' });
export const feedRead = get(`${PLAN}/ics`, anyone, z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{20,60}$/, '订阅地址不正确') }), z.any(), {
  title: '日历软件读取还款日历',
});

export const myPlan = read(`${MY}/plan`, dealer, z.object({}), MyPlan, { title: '我的还款计划' });
export const myPayments = read(`${MY}/list`, dealer, MyPaymentQuery, pageOf(PaymentRow), { title: '我登记的还款' });
export const myPaymentTry = read(`${MY}/trial`, dealer, PaymentTrialInput, PaymentTrial, { title: '我的还款试算' });
export const myPaymentSubmit = post(`${MY}/submit`, dealer, PaymentForm, Saved, { title: '登记我的付款' });
export const myPaymentCancel = post(`${MY}/cancel`, dealer, ReasonRef, Ref, { title: '撤回我登记的付款' });
