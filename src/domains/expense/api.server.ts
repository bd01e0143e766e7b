import { FUND_MANAGE } from '~/portal/permissions';
import { defineFileColumn } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import './approvalCard.server';
import * as calls from './calls';
import * as entry from './entry.server';
import { expireLots, warnOfExpiry } from './expiry.server';
import './expenseExport.server';
import { pageMyLots, quoteExpense } from './quote.server';
import { expenseDetail, findGoods, listExpenses } from './views.server';

serve(calls.expenseList, listExpenses);
serve(calls.expenseDetail, (tx, me, input, { now }) => expenseDetail(tx, me, input, now));
serve(calls.expenseSave, (tx, me, input, { now }) => entry.saveExpense(tx, me, input, now));
serve(calls.expenseConfirm, (tx, me, input, { now }) => entry.confirmExpense(tx, me, input, now));
serve(calls.expenseReject, (tx, me, input, { now }) => entry.rejectExpense(tx, me, input, now));
serve(calls.expenseReverse, (tx, me, input, { now }) => entry.reverseExpense(tx, me, input, now));
serve(calls.expenseGoods, findGoods);
serve(calls.expenseQuote, (tx, me, input, { now }) => quoteExpense(tx, me, input, now));
serve(calls.myLots, (tx, me, input, { now }) => pageMyLots(tx, me, input, now));

defineFileColumn({ table: 'expense_entry', column: 'voucher', see: [FUND_MANAGE] });

addChore({ name: 'expense-expiry', title: '到期费用作废', calendar: { at: '00:20', missed: 'LATEST' }, run: expireLots });
addChore({ name: 'expense-notice', title: '费用到期提醒', calendar: { at: '09:00', missed: 'LATEST' }, run: warnOfExpiry });
