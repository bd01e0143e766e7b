import { customerOf } from '~/domains/finance/myFunds.server';
import { CREDIT_REPAY } from '~/portal/permissions';
import { defineFileColumn } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve, serveOpenFile } from '~/server/serve.server';
import './approvalCard.server';
import { dayItems, readCalendar } from './calendar.server';
import * as calls from './calls';
import * as change from './change.server';
import { dropFeed, makeFeed, readFeed } from './feed.server';
import { itemDetail, listItems } from './itemViews.server';
import { myPlan } from './mine.server';
import { notify, rollOver } from './night.server';
import * as payment from './payment.server';
import { listPayments, paymentDetail } from './paymentViews.server';
import './plan.server';
import './repayExport.server';
import './repayProof.server';
import { tryPayment } from './trial.server';

serve(calls.planList, (tx, me, query, { now }) => listItems(tx, me, query, now));
serve(calls.planDetail, (tx, me, input, { now }) => itemDetail(tx, me, input, now));
serve(calls.calendar, (tx, me, query, { now }) => readCalendar(tx, me, query, now));
serve(calls.calendarDay, (tx, me, query, { now }) => dayItems(tx, me, query, now));
serve(calls.changeTry, (tx, me, input, { now }) => change.tryChange(tx, me, input, now));
serve(calls.changeSubmit, (tx, me, input, { now }) => change.askChange(tx, me, input, now));
serve(calls.changeDecide, (tx, me, input, { now }) => change.decideChange(tx, me, input, now));
serve(calls.changeCancel, (tx, me, input, { now }) => change.cancelChange(tx, me, input, now));

serve(calls.paymentList, (tx, me, query, { now }) => listPayments(tx, me, query, now));
serve(calls.paymentDetail, (tx, me, input, { now }) => paymentDetail(tx, me, input, now));
serve(calls.paymentTry, (tx, me, input, { now }) => tryPayment(tx, me, input, now));
serve(calls.paymentSubmit, (tx, me, input, { now }) => payment.registerPayment(tx, me, input, now));
serve(calls.paymentDecide, (tx, me, input, { now }) => payment.decidePayment(tx, me, input, now));
serve(calls.paymentCancel, (tx, me, input, { now }) => payment.cancelPayment(tx, me, input, now));
serve(calls.paymentReverse, (tx, me, input, { now }) => payment.askReversal(tx, me, input, now));

serve(calls.feedMake, (tx, me, _, { now }) => makeFeed(tx, me, now));
serve(calls.feedDrop, (tx, me) => dropFeed(tx, me));
serveOpenFile(calls.feedRead, (_, { key }, { now }) => readFeed(key, now));

serve(calls.myPlan, (tx, me, _, { now }) => myPlan(tx, me, now));
serve(calls.myPayments, (tx, me, query, { now }) => listPayments(tx, me, { ...query, customerId: customerOf(me) }, now));
serve(calls.myPaymentTry, (tx, me, input, { now }) => tryPayment(tx, me, input, now));
serve(calls.myPaymentSubmit, (tx, me, input, { now }) => payment.registerPayment(tx, me, input, now));
serve(calls.myPaymentCancel, (tx, me, input, { now }) => payment.cancelPayment(tx, me, input, now));

defineFileColumn({ table: 'repay_payment', column: 'voucher', see: [CREDIT_REPAY] });

addChore({ name: 'repay-rollover', title: '还款计划日切', calendar: { at: '00:10', missed: 'LATEST' }, run: rollOver });
addChore({ name: 'repay-notice', title: '还款到期与逾期提醒', calendar: { at: '09:05', missed: 'LATEST' }, run: notify });
