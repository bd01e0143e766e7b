import { previewAutoApply, runAutoApply } from '~/domains/receivable/autoApply.server';
import * as receipt from '~/domains/receivable/receipt.server';
import { receiptDetail } from '~/domains/receivable/receiptViews.server';
import { ARM_ADJUST, ARM_PLAN, ARM_PLAN_EDIT } from '~/portal/permissions';
import { defineAttachments, defineFileColumn } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import * as adjust from './adjust.server';
import * as adjusts from './adjustViews.server';
import * as subjects from './subjects';
import './approvalCard.server';
import { previewBank, runBank } from './bankMatch.server';
import * as calls from './calls';
import { readArConfig, saveArConfig } from './config.server';
import { customerDetail, listCustomers } from './customerViews.server';
import * as dispute from './dispute.server';
import './exports.server';
import { tellEverybody } from './notices.server';
import { listOver } from './openViews.server';
import { listOwed } from './owedViews.server';
import { previewPay, registerPay } from './pay.server';
import './payImport.server';
import { listMoney } from './payViews.server';
import './planImport.server';
import './planProof.server';
import { runEvents } from './planEvents.server';
import * as run from './planRun.server';
import { savePlan } from './planSave.server';
import { planChoices } from './planSource.server';
import { listPlans, planDetail } from './planViews.server';

serve(calls.planList, (tx, me, query, request) => listPlans(tx, me, query, request.now));
serve(calls.planDetail, (tx, me, input, request) => planDetail(tx, me, input, request.now));
serve(calls.planSave, (tx, me, input, request) => savePlan(tx, me, input, request.now));
serve(calls.planStart, (tx, me, input, request) => run.startPlan(tx, me, input, request.now));
serve(calls.planStop, (tx, me, input, request) => run.stopPlan(tx, me, input, request.now));
serve(calls.planChoices, (tx, me, input) => planChoices(tx, me, input));
serve(calls.itemHappen, (tx, me, input, request) => run.recordHappening(tx, me, input, request.now));

serve(calls.owedList, (tx, me, query, request) => listOwed(tx, me, query, request.now));
serve(calls.overList, (tx, me, query, request) => listOver(tx, me, query, request.now));
serve(calls.customerList, (tx, me, query, request) => listCustomers(tx, me, query, request.now));
serve(calls.customerDetail, (tx, me, input, request) => customerDetail(tx, me, input, request.now));

serve(calls.payList, (tx, me, query) => listMoney(tx, me, query));
serve(calls.payDetail, (tx, me, input) => receiptDetail(tx, me, input));
serve(calls.payPreview, (tx, me, input) => previewPay(tx, me, input));
serve(calls.paySave, (tx, me, input, request) => registerPay(tx, me, input, request.now));
serve(calls.payMatch, (tx, me, input, request) => receipt.applyReceipt(tx, me, input, request.now));
serve(calls.payUnmatch, (tx, me, input, request) => receipt.unapplyReceipt(tx, me, input, request.now));
serve(calls.payReverse, (tx, me, input, request) => receipt.reverseReceipt(tx, me, input, request.now));
serve(calls.payAutoPreview, (tx, me, input) => previewAutoApply(tx, me, input));
serve(calls.payAuto, (tx, me, input, request) => runAutoApply(tx, me, input, request.now));
serve(calls.bankPreview, (tx, me, input) => previewBank(tx, me, input));
serve(calls.bankRun, (tx, me, input, request) => runBank(tx, me, input, request.now));

serve(calls.adjustList, (tx, me, query) => adjusts.listAdjusts(tx, me, query));
serve(calls.adjustDetail, (tx, me, input) => adjusts.adjustDetail(tx, me, input));
serve(calls.adjustAsk, (tx, me, input, request) => adjust.askAdjust(tx, me, input, request.now));
serve(calls.adjustRestore, (tx, me, input, request) => adjust.askRestore(tx, me, input, request.now));
serve(calls.adjustPass, (tx, me, input, request) => adjust.passAdjust(tx, me, input, request.now));
serve(calls.adjustReject, (tx, me, input, request) => adjust.rejectAdjust(tx, me, input, request.now));
serve(calls.adjustWithdraw, (tx, me, input, request) => adjust.withdrawAdjust(tx, me, input, request.now));

serve(calls.disputeList, (tx, me, query) => adjusts.listDisputes(tx, me, query));
serve(calls.disputeDetail, (tx, me, input) => adjusts.disputeDetail(tx, me, input));
serve(calls.disputeOpen, (tx, me, input, request) => dispute.openDispute(tx, me, input, request.now));
serve(calls.disputeUphold, (tx, me, input, request) => dispute.upholdDispute(tx, me, input, request.now));
serve(calls.disputeDeny, (tx, me, input, request) => dispute.denyDispute(tx, me, input, request.now));
serve(calls.disputeWithdraw, (tx, me, input, request) => dispute.withdrawDispute(tx, me, input, request.now));

serve(calls.configRead, (tx, me, _, request) => readArConfig(tx, me, request.now));
serve(calls.configSave, (tx, me, input, request) => saveArConfig(tx, me, input, request.now));

addChore({ name: 'ar-notice', title: '应收到期与逾期提醒', everySeconds: 900, run: tellEverybody });
addChore({ name: 'ar-plan-events', title: '应收计划按事件到期', everySeconds: 60, run: runEvents });

defineFileColumn({ table: 'ar_adjust', column: 'voucher', see: [ARM_PLAN, ARM_ADJUST] });
defineFileColumn({ table: 'ar_dispute', column: 'voucher', see: [ARM_PLAN, ARM_ADJUST] });
defineAttachments({
  subject: subjects.plan,
  title: '应收计划',
  see: [ARM_PLAN],
  edit: [ARM_PLAN_EDIT],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('ar_plan').select(['no', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});
