import { FUND_MANAGE } from '~/portal/permissions';
import { defineFileColumn } from '~/server/attachments.server';
import { serve } from '~/server/serve.server';
import * as bankLines from './bankLines.server';
import './customerBooks.server';
import './bankStatement.server';
import * as calls from './calls';
import './fundExports.server';
import * as enter from './enter.server';
import { enterDetail, listEnters } from './enterViews.server';
import * as accounts from './fundAccounts.server';
import * as holds from './holdViews.server';
import * as mine from './myCalls';
import { pageMyHolds, pageMyMoves } from './myFunds.server';

serve(calls.accountList, accounts.listAccounts);
serve(calls.accountDetail, (tx, me, input, { now }) => accounts.accountDetail(tx, me, input, now));
serve(calls.accountOpen, accounts.openAccounts);
serve(calls.accountSwitch, accounts.switchAccount);
serve(calls.accountLowBalance, accounts.setLowBalance);
serve(calls.accountMoves, accounts.listMoves);

serve(calls.holdList, holds.listHolds);
serve(calls.holdDetail, holds.holdDetail);
serve(calls.holdFreeze, (tx, me, input, { now }) => holds.freeze(tx, me, input, now));
serve(calls.holdRelease, holds.release);

serve(calls.enterList, listEnters);
serve(calls.enterDetail, enterDetail);
serve(calls.enterSave, (tx, me, input, { now }) => enter.saveEnter(tx, me, input, now));
serve(calls.enterConfirm, (tx, me, input, { now }) => enter.confirmEnter(tx, me, input, now));
serve(calls.enterReject, (tx, me, input, { now }) => enter.rejectEnter(tx, me, input, now));
serve(calls.enterReverse, (tx, me, input, { now }) => enter.reverseEnter(tx, me, input, now));

serve(calls.bankLineList, bankLines.listBankLines);
serve(calls.bankLineClaim, (tx, me, input, { now }) => bankLines.claimLines(tx, me, input, now));
serve(calls.bankLineIgnore, (tx, me, input, { now }) => bankLines.ignoreLines(tx, me, input, now));
serve(calls.bankLineRestore, (tx, me, input, { now }) => bankLines.restoreLines(tx, me, input, now));
serve(calls.bankLineEnter, (tx, me, input, { now }) => bankLines.enterLines(tx, me, input, now));

serve(mine.myMoves, pageMyMoves);
serve(mine.myHolds, pageMyHolds);

defineFileColumn({ table: 'enter_account', column: 'voucher', see: [FUND_MANAGE] });
