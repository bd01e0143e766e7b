import { z } from 'zod';
import { ApplyInput, AutoDone, AutoInput, AutoPreview, AutoRun, ReceiptDetail, ReverseReceipt, UnapplyInput } from '~/domains/receivable/receipt.schema';
import { ARM_ADJUST, ARM_ADJUST_AUDIT, ARM_CONFIG, ARM_MATCH, ARM_PAY, ARM_PLAN, ARM_PLAN_EDIT } from '~/portal/permissions';
import { may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import * as adjust from './adjust.schema';
import { ArConfigInput, ArConfigRead } from './config.schema';
import * as open from './open.schema';
import * as pay from './pay.schema';
import * as plan from './plan.schema';

const A = '/saas-arm/org';
const PLAN = `${A}/saArmReceivablePlan`;
const ITEM = `${A}/saArmReceivablePlanItem`;
const PAY = `${A}/saArmRepaymentItem`;
const ADJUST = `${A}/saArmAdjust`;
const DISPUTE = `${A}/saArmDispute`;
const CONFIG = `${A}/systemConfiguration`;
const One = z.object({ id: Id });

export const planList = read(`${PLAN}/list`, may(ARM_PLAN), plan.PlanQuery, pageOf(plan.PlanRow), { title: '应收计划列表' });
export const planDetail = read(`${PLAN}/get`, may(ARM_PLAN), One, plan.PlanDetail, { title: '应收计划详情' });
export const planSave = post(`${PLAN}/save`, may(ARM_PLAN_EDIT), plan.PlanInput, plan.Saved, { title: '保存应收计划' });
export const planStart = post(`${PLAN}/start`, may(ARM_PLAN_EDIT), plan.PlanRef, plan.Saved, { title: '开始执行应收计划' });
export const planStop = post(`${PLAN}/void`, may(ARM_ADJUST_AUDIT), plan.StopInput, plan.Stopped, { title: '中止应收计划' });
export const planChoices = read(`${PLAN}/choices`, may(ARM_PLAN_EDIT), plan.ChoicesInput, plan.Choices, { title: '可建应收计划的订单与用信单' });
export const itemHappen = post(`${ITEM}/happen`, may(ARM_PLAN_EDIT), plan.HappenInput, plan.Saved, { title: '登记款项触发' });

export const owedList = read(`${ITEM}/list`, may(ARM_PLAN), open.OwedQuery, pageOf(open.OwedRow), { title: '应收信息列表' });
export const overList = read(`${ITEM}/overdue`, may(ARM_PLAN), open.OverQuery, pageOf(open.OverRow), { title: '逾期信息列表' });
export const customerList = read(`${ITEM}/customers`, may(ARM_PLAN), open.CustomerQuery, open.CustomerPage, { title: '应收客户列表' });
export const customerDetail = read(`${ITEM}/customer`, may(ARM_PLAN), One, open.CustomerDetail, { title: '应收客户详情' });

export const payList = read(`${PAY}/list`, may(ARM_PLAN), pay.MoneyQuery, pageOf(pay.MoneyRow), { title: '回款信息列表' });
export const payDetail = read(`${PAY}/get`, may(ARM_PLAN), One, ReceiptDetail, { title: '回款详情' });
export const payPreview = read(`${PAY}/preview`, may(ARM_PAY), pay.PayPreviewInput, pay.PayPreview, { title: '回款核销试算' });
export const paySave = post(`${PAY}/save`, may(ARM_PAY), pay.PayInput, pay.Paid, { title: '登记回款' });
export const payMatch = post(`${PAY}/match`, may(ARM_MATCH), ApplyInput, plan.Saved, { title: '核销回款' });
export const payUnmatch = post(`${PAY}/unmatch`, may(ARM_MATCH), UnapplyInput, plan.Saved, { title: '反核销回款' });
export const payReverse = post(`${PAY}/reverse`, may(ARM_MATCH), ReverseReceipt, plan.Saved, { title: '冲销回款' });
export const payAutoPreview = read(`${PAY}/autoPreview`, may(ARM_MATCH), AutoInput, AutoPreview, { title: '回款自动核销预览' });
export const payAuto = post(`${PAY}/autoMatch`, may(ARM_MATCH), AutoRun, AutoDone, { title: '回款自动核销' });
export const bankPreview = read(`${PAY}/bankPreview`, may(ARM_PAY), pay.BankRun, pay.BankPreview, { title: '银行流水自动匹配预览' });
export const bankRun = post(`${PAY}/bankMatch`, may(ARM_PAY), pay.BankRun, pay.BankDone, { title: '银行流水自动匹配' });

export const adjustList = read(`${ADJUST}/list`, may(ARM_PLAN), adjust.AdjustQuery, pageOf(adjust.AdjustRow), { title: '应收调整列表' });
export const adjustDetail = read(`${ADJUST}/get`, may(ARM_PLAN), One, adjust.AdjustDetail, { title: '应收调整详情' });
export const adjustAsk = post(`${ADJUST}/submit`, may(ARM_ADJUST), adjust.AdjustInput, adjust.Made, { title: '申请应收调整' });
export const adjustRestore = post(`${ADJUST}/restore`, may(ARM_ADJUST), adjust.RestoreInput, adjust.Made, { title: '申请恢复应收调整' });
export const adjustPass = post(`${ADJUST}/pass`, may(ARM_ADJUST_AUDIT), adjust.AdjustRef, One, { title: '应收调整审批通过' });
export const adjustReject = post(`${ADJUST}/reject`, may(ARM_ADJUST_AUDIT), adjust.AdjustReason, One, { title: '驳回应收调整' });
export const adjustWithdraw = post(`${ADJUST}/withdraw`, may(ARM_ADJUST), adjust.AdjustRef, One, { title: '撤回应收调整' });

export const disputeList = read(`${DISPUTE}/list`, may(ARM_PLAN), adjust.DisputeQuery, pageOf(adjust.DisputeRow), { title: '应收争议列表' });
export const disputeDetail = read(`${DISPUTE}/get`, may(ARM_PLAN), One, adjust.DisputeDetail, { title: '应收争议详情' });
export const disputeOpen = post(`${DISPUTE}/save`, may(ARM_ADJUST), adjust.DisputeInput, adjust.Made, { title: '登记应收争议' });
export const disputeUphold = post(`${DISPUTE}/uphold`, may(ARM_ADJUST), adjust.UpholdInput, adjust.Made, { title: '判定争议成立' });
export const disputeDeny = post(`${DISPUTE}/deny`, may(ARM_ADJUST), adjust.AnswerInput, adjust.Made, { title: '判定争议不成立' });
export const disputeWithdraw = post(`${DISPUTE}/withdraw`, may(ARM_ADJUST), adjust.AnswerInput, adjust.Made, { title: '撤销应收争议' });

export const configRead = read(`${CONFIG}/get`, may(ARM_CONFIG), z.object({}), ArConfigRead, { title: '应收设置' });
export const configSave = post(`${CONFIG}/save`, may(ARM_CONFIG), ArConfigInput, ArConfigRead, { title: '保存应收设置' });
