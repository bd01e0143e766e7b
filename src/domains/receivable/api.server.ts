import { FUND_MANAGE } from '~/portal/permissions';
import { defineFileColumn } from '~/server/attachments.server';
import { serve } from '~/server/serve.server';
import { previewAutoApply, runAutoApply } from './autoApply.server';
import './openingReceivable.server';
import * as calls from './calls';
import * as receipt from './receipt.server';
import * as receipts from './receiptViews.server';
import { writeOffTail } from './receivable.server';
import './receivableExports.server';
import './merged.server';
import * as mine from './myCalls';
import { myFunds, pageMyDebts } from './myDebts.server';
import { pageMoved, pageSummary } from './receivableSummary.server';
import * as receivables from './receivableViews.server';

serve(calls.receivableSummary, (tx, me, query, request) => pageSummary(tx, me, query, request.now));
serve(calls.receivableMoved, (tx, me, query, request) => pageMoved(tx, me, query, request.now));
serve(calls.receivableBook, (tx, me, query, request) => receivables.pageBook(tx, me, query, request.now));
serve(calls.receivableDetail, (tx, me, input, request) => receivables.receivableDetail(tx, me, input, request.now));
serve(calls.writeOffTail, (tx, me, input, request) => writeOffTail(tx, me, input, request.now));
serve(calls.receiptList, (tx, me, query) => receipts.pageReceipts(tx, me, query));
serve(calls.receiptDetail, (tx, me, input) => receipts.receiptDetail(tx, me, input));
serve(calls.previewApply, (tx, me, input) => receipts.previewApply(tx, me, input));
serve(calls.registerReceipt, (tx, me, input, request) => receipt.registerReceipt(tx, me, input, request.now));
serve(calls.applyReceipt, (tx, me, input, request) => receipt.applyReceipt(tx, me, input, request.now));
serve(calls.autoApplyPreview, (tx, me, input) => previewAutoApply(tx, me, input));
serve(calls.autoApply, (tx, me, input, request) => runAutoApply(tx, me, input, request.now));
serve(calls.unapplyReceipt, (tx, me, input, request) => receipt.unapplyReceipt(tx, me, input, request.now));
serve(calls.reverseReceipt, (tx, me, input, request) => receipt.reverseReceipt(tx, me, input, request.now));

serve(mine.myFunds, (tx, me, _, request) => myFunds(tx, me, request.now));
serve(mine.myDebts, (tx, me, query, request) => pageMyDebts(tx, me, query, request.now));

defineFileColumn({ table: 'receipt', column: 'voucher', see: [FUND_MANAGE] });
