import { FUND_MANAGE } from '~/portal/permissions';
import { defineFileColumn } from '~/server/attachments.server';
import { serve } from '~/server/serve.server';
import * as bankLines from './bankLines.server';
import './customerBooks.server';
import './bankStatement.server';
import * as calls from './calls';
import './fundExports.server';
import * as deposit from './deposit.server';
import { depositDetail, listDeposits } from './depositViews.server';
import * as accounts from './fundAccounts.server';
import { readFundConfig, saveFundConfig } from './fundConfig.server';
import * as holds from './holdViews.server';
import * as mine from './myCalls';
import { pageMyHolds, pageMyMovements } from './myFunds.server';
import { listPayments, paymentDetail } from './paymentViews.server';
import * as refunds from './refundViews.server';
import * as withdrawals from './withdrawal.server';
import './approvalCard.server';

serve(calls.accountList, accounts.listAccounts);
serve(calls.accountDetail, (tx, me, input, { now }) => accounts.accountDetail(tx, me, input, now));
serve(calls.accountOpen, accounts.openAccounts);
serve(calls.accountSwitch, accounts.switchAccount);
serve(calls.accountLowBalance, accounts.setLowBalance);
serve(calls.accountMovements, accounts.listMovements);

serve(calls.holdList, holds.listHolds);
serve(calls.holdDetail, holds.holdDetail);
serve(calls.holdFreeze, (tx, me, input, { now }) => holds.freeze(tx, me, input, now));
serve(calls.holdRelease, holds.release);

serve(calls.depositList, listDeposits);
serve(calls.depositDetail, depositDetail);
serve(calls.depositSave, (tx, me, input, { now }) => deposit.saveDeposit(tx, me, input, now));
serve(calls.depositConfirm, (tx, me, input, { now }) => deposit.confirmDeposit(tx, me, input, now));
serve(calls.depositReject, (tx, me, input, { now }) => deposit.rejectDeposit(tx, me, input, now));
serve(calls.depositReverse, (tx, me, input, { now }) => deposit.reverseDeposit(tx, me, input, now));

serve(calls.bankLineList, bankLines.listBankLines);
serve(calls.bankLineClaim, (tx, me, input, { now }) => bankLines.claimLines(tx, me, input, now));
serve(calls.bankLineIgnore, (tx, me, input, { now }) => bankLines.ignoreLines(tx, me, input, now));
serve(calls.bankLineRestore, (tx, me, input, { now }) => bankLines.restoreLines(tx, me, input, now));
serve(calls.bankLineDeposit, (tx, me, input, { now }) => bankLines.depositLines(tx, me, input, now));

serve(calls.withdrawalList, refunds.listWithdrawals);
serve(calls.withdrawalAsk, (tx, me, input, { now }) => withdrawals.askWithdrawal(tx, me, input, now));
serve(calls.withdrawalDecide, (tx, me, input, { now }) => withdrawals.decideWithdrawal(tx, me, input, now));
serve(calls.withdrawalPay, (tx, me, input, { now }) => withdrawals.payWithdrawal(tx, me, input, now));
serve(calls.withdrawalCancel, (tx, me, input, { now }) => withdrawals.cancelWithdrawal(tx, me, input, now));
serve(calls.refundList, refunds.listRefunds);
serve(calls.refundDetail, refunds.refundDetail);
serve(calls.paymentList, listPayments);
serve(calls.paymentDetail, paymentDetail);
serve(mine.myWithdrawals, refunds.listMyWithdrawals);
serve(mine.myWithdrawalAsk, (tx, me, input, { now }) => withdrawals.askWithdrawal(tx, me, input, now));
serve(mine.myWithdrawalCancel, (tx, me, input, { now }) => withdrawals.cancelWithdrawal(tx, me, input, now));

serve(calls.fundConfigRead, readFundConfig);
serve(calls.fundConfigSave, saveFundConfig);

serve(mine.myMovements, pageMyMovements);
serve(mine.myHolds, pageMyHolds);

defineFileColumn({ table: 'enter_account', column: 'voucher', see: [FUND_MANAGE] });
