import { pageReceipts, receiptDetail } from '~/domains/receivable/receiptViews.server';
import { ARM_ADJUST, ARM_PLAN, ARM_PLAN_EDIT } from '~/portal/permissions';
import { defineAttachments, defineFileColumn } from '~/server/attachments.server';
import { serve } from '~/server/serve.server';
import * as adjust from './adjust.server';
import * as adjusts from './adjustViews.server';
import './approvalCard.server';
import { previewBank, runBank } from './bankMatch.server';
import * as calls from './calls';
import { readArConfig, saveArConfig } from './config.server';
import { customerDetail, listCustomers } from './customerViews.server';
import * as dispute from './dispute.server';
import './exports.server';
import { listOver } from './openViews.server';
import { listOwed } from './owedViews.server';
import { previewPay, registerPay } from './pay.server';
import './planImport.server';
import './planProof.server';
import * as save from './planSave.server';
import { planChoices } from './planSource.server';
import { listPlans, planDetail } from './planViews.server';

serve(calls.planList, (tx, me, query, request) => listPlans(tx, me, query, request.now));
serve(calls.planDetail, (tx, me, input, request) => planDetail(tx, me, input, request.now));
serve(calls.planSave, (tx, me, input, request) => save.savePlan(tx, me, input, request.now));
serve(calls.planStart, (tx, me, input, request) => save.startPlan(tx, me, input, request.now));
serve(calls.planStop, (tx, me, input, request) => save.stopPlan(tx, me, input, request.now));
serve(calls.planChoices, (tx, me, input) => planChoices(tx, me, input));
serve(calls.itemHappen, (tx, me, input, request) => save.recordHappening(tx, me, input, request.now));

serve(calls.owedList, (tx, me, query, request) => listOwed(tx, me, query, request.now));
serve(calls.overList, (tx, me, query, request) => listOver(tx, me, query, request.now));
serve(calls.customerList, (tx, me, query, request) => listCustomers(tx, me, query, request.now));
serve(calls.customerDetail, (tx, me, input, request) => customerDetail(tx, me, input, request.now));

serve(calls.payList, (tx, me, query) => pageReceipts(tx, me, query));
serve(calls.payDetail, (tx, me, input) => receiptDetail(tx, me, input));
serve(calls.payPreview, (tx, me, input) => previewPay(tx, me, input));
serve(calls.paySave, (tx, me, input, request) => registerPay(tx, me, input, request.now));
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

serve(calls.configRead, (tx, me) => readArConfig(tx, me));
serve(calls.configSave, (tx, me, input, request) => saveArConfig(tx, me, input, request.now));

defineFileColumn({ table: 'ar_adjust', column: 'voucher', see: [ARM_PLAN, ARM_ADJUST] });
defineFileColumn({ table: 'ar_dispute', column: 'voucher', see: [ARM_PLAN, ARM_ADJUST] });
defineAttachments({
  type: 'ar_plan',
  title: '应收计划',
  see: [ARM_PLAN],
  edit: [ARM_PLAN_EDIT],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('ar_plan').select(['no', 'customer_id']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});
