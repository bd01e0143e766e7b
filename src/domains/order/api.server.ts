import * as subjects from './subjects';
import './allocation/cut.server';
import type { Me } from '~/portal/me';
import { ORDER_ADD, ORDER_EDIT, ORDER_READERS } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve, serveOpen, serveOpenFile } from '~/server/serve.server';
import { approveOrder, batchAudit, rejectOrder } from './audit/audit.server';
import * as tasks from './audit/auditCalls';
import { answerOpinion, askOpinions, colleaguesFor, takeBackTask, transferAudit } from './audit/auditTask.server';
import * as calls from './calls';
import { amendOrders } from './change/amend.server';
import { decideChange, requestChange, withdrawChange } from './change/change.server';
import { cancelOrder, closeLines, requestCancel } from './change/close.server';
import * as dialogs from './dialogCalls';
import { entrySheetFor, readEntrySheet } from './lines/entrySheet.server';
import { frequentItems, keepFavourite } from './lines/frequentItems.server';
import { countOrders, pageOrders } from './views/list.server';
import './export/orderExport.server';
import './export/orderLineExport.server';
import { confirmPaid, dueOf } from './payment/paid.server';
import './import/orderImport.server';
import { fillShortages } from './allocation/shortage.server';
import { printCounts, recordPrint } from './export/print.server';
import { priceBackOf, writeBackPrices } from './lines/priceBack.server';
import { recentDeals } from './lines/recent.server';
import { copyOrder, deleteDraft, placeOrder, saveDraft, submitOrder, withdrawOrder } from './placing/place.server';
import { buyerOf, orderWarehouses, quoteLines } from './placing/quote.server';
import { findOrder, orderDetail, orderVersions, versionDiff } from './views/view.server';
import './audit/approvalCard.server';

for (const call of [calls.orderPage, calls.myOrderPage]) serve(call as typeof calls.orderPage, (tx, me, query) => pageOrders(tx, me, query));
for (const call of [calls.orderCounts, calls.myOrderCounts]) serve(call, async (tx, me) => ({ counts: await countOrders(tx, me) }));
for (const call of [calls.orderDetail, calls.myOrderDetail])
  serve(call as typeof calls.orderDetail, (tx, me, input, request) => orderDetail(tx, me, input, request.now));
for (const call of [calls.orderVersions, calls.myOrderVersions]) serve(call, (tx, me, input) => orderVersions(tx, me, input));
for (const call of [calls.versionDiff, calls.myVersionDiff]) serve(call, (tx, me, input) => versionDiff(tx, me, input));
for (const call of [calls.orderQuote, calls.myOrderQuote])
  serve(call as typeof calls.orderQuote, (tx, me, input, request) => quoteLines(tx, me, input, request.now));
for (const call of [calls.orderSave, calls.myOrderSave]) serve(call, (tx, me, input, request) => saveDraft(tx, me, input, request.now));
for (const call of [calls.orderPlace, calls.myOrderPlace]) serve(call, (tx, me, input, request) => placeOrder(tx, me, input, request.now));
for (const call of [calls.orderSubmit, calls.myOrderSubmit]) serve(call, (tx, me, input, request) => submitOrder(tx, me, input, request.now));
for (const call of [calls.orderWithdraw, calls.myOrderWithdraw]) serve(call, (tx, me, input, request) => withdrawOrder(tx, me, input, request.now));
for (const call of [calls.orderDelete, calls.myOrderDelete]) serve(call, (tx, me, input) => deleteDraft(tx, me, input));
for (const call of [calls.orderCopy, calls.myOrderCopy]) serve(call, (tx, me, input, request) => copyOrder(tx, me, input, request.now));
for (const call of [calls.orderCancel, calls.myOrderCancel]) serve(call, (tx, me, input, request) => cancelOrder(tx, me, input, request.now));
for (const call of [calls.orderChange, calls.myOrderChange]) serve(call, (tx, me, input, request) => requestChange(tx, me, input, request.now));
for (const call of [calls.orderWithdrawChange, calls.myWithdrawChange]) serve(call, (tx, me, input, request) => withdrawChange(tx, me, input, request.now));

serve(calls.orderBuyer, (tx, me, input, request) => buyerOf(tx, me, input, request.now));
serve(calls.myBuyer, (tx, me, _, request) => buyerOf(tx, me, { customerId: '' }, request.now));
serve(calls.orderFrequentItems, (tx, me, input, request) => frequentItems(tx, me, input, request.now));
serve(calls.myFrequentItems, (tx, me, _, request) => frequentItems(tx, me, { customerId: '' }, request.now));
serve(calls.orderRecentDeals, (tx, me, input) => recentDeals(tx, me, input));
serve(calls.myRecentDeals, (tx, me, input) => recentDeals(tx, me, { ...input, customerId: '' }));
serve(calls.myFavourite, (tx, me, input) => keepFavourite(tx, me, input));
serve(calls.orderWarehouses, (tx, me) => orderWarehouses(tx, me));
serve(calls.orderAudit, (tx, me, input, request) => approveOrder(tx, me, input, request.now));
serve(calls.orderReject, (tx, me, input, request) => rejectOrder(tx, me, input, request.now));
serve(calls.orderBatchAudit, (tx, me, input, request) => batchAudit(tx, me, input, request.now));
serve(tasks.auditColleagues, (tx, me, input) => colleaguesFor(tx, me, input));
serve(tasks.auditTransfer, (tx, me, input, request) => transferAudit(tx, me, input, request.now));
serve(tasks.auditAsk, (tx, me, input, request) => askOpinions(tx, me, input, request.now));
serve(tasks.auditAnswer, (tx, me, input, request) => answerOpinion(tx, me, input, request.now));
serve(tasks.auditTakeBack, (tx, me, input, request) => takeBackTask(tx, me, input, request.now));
serve(calls.orderAmend, (tx, me, input, request) => amendOrders(tx, me, input, request.now));
serve(calls.orderDue, (tx, me, input, request) => dueOf(tx, me, input, request.now));
serve(calls.orderConfirmPaid, (tx, me, input, request) => confirmPaid(tx, me, input, request.now));
serve(calls.orderDecideChange, (tx, me, input, request) => decideChange(tx, me, input, request.now));
serve(calls.orderClose, (tx, me, input, request) => closeLines(tx, me, input, request.now));
serve(dialogs.orderPriceBack, (tx, me, input, request) => priceBackOf(tx, me, input, request.now));
serve(dialogs.orderWritePrices, (tx, me, input, request) => writeBackPrices(tx, me, input, request.now));
serve(calls.myRequestCancel, (tx, me, input, request) => requestCancel(tx, me, input, request.now));
serveOpen(dialogs.entrySheetRead, async (me, { file }) => readEntrySheet(me as Me, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
serveOpenFile(dialogs.entrySheetGoods, (me, { customerId }) => entrySheetFor(me as Me, customerId));
serve(calls.printCounts, (tx, me, input) => printCounts(tx, me, input));
serve(calls.printRecord, (tx, me, input, request) => recordPrint(tx, me, input, request.now));
defineAttachments({
  subject: subjects.order,
  title: '订单',
  see: ORDER_READERS,
  edit: [ORDER_ADD, ORDER_EDIT],
  dealer: 'edit',
  find: findOrder,
});
addChore({ name: 'fill-shortages', title: '欠货订单补占库存', everySeconds: 60, run: (opened, _, stop) => fillShortages(opened, stop) });
