import type { Me } from '~/portal/me';
import { BILLING_ADD, BILLING_ISSUE, BILLING_MANAGE, BILLING_RED } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { serve } from '~/server/serve.server';
import { notFound } from '~/shared/refusal';
import { applyBilling } from './apply.server';
import * as audit from './approval.server';
import * as subjects from './subjects';
import './approvalCard.server';
import './asking.server';
import { billingDetail, myBillingDetail } from './billingDetail.server';
import './billingProof.server';
import './billingSheets.server';
import { listBillings } from './billingViews.server';
import * as calls from './calls';
import { candidatesOf } from './candidates.server';
import { enterInvoices } from './enter.server';
import { askAgain, confirmNotIssued, issueBillings } from './issue.server';
import { mailBilling, revealAccount } from './mail.server';
import { redBilling } from './red.server';

/** The invoices' own files: the customer downloads them. */
defineAttachments({
  subject: subjects.billing,
  title: '开票申请',
  see: [BILLING_MANAGE],
  edit: [BILLING_ADD, BILLING_ISSUE, BILLING_RED],
  dealer: 'see',
  find: async (tx, me, id) => {
    const row = await tx
      .selectFrom('billing')
      .select(['no', 'customer_id'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .$if(me.customerId !== null, (own) => own.where('customer_id', '=', me.customerId as string))
      .executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});

serve(calls.billingList, listBillings);
serve(calls.billingDetail, billingDetail);
serve(calls.billingCandidates, candidatesOf);
serve(calls.billingApply, (tx, me, input, { now }) => applyBilling(tx, me, input, now));
serve(calls.billingAudit, (tx, me, input, { now }) => audit.auditBillings(tx, me, input, now));
serve(calls.billingReject, (tx, me, input, { now }) => audit.rejectBilling(tx, me, input, now));
serve(calls.billingVoid, (tx, me, input, { now }) => audit.voidBilling(tx, me, input, now));
serve(calls.billingIssue, (tx, me, input, { now }) => issueBillings(tx, me, input, now));
serve(calls.billingAsk, (tx, me, input, { now }) => askAgain(tx, me, input, now));
serve(calls.billingNotIssued, (tx, me, input, { now }) => confirmNotIssued(tx, me, input, now));
serve(calls.billingEnter, (tx, me, input, { now }) => enterInvoices(tx, me, input, now));
serve(calls.billingRed, (tx, me, input, { now }) => redBilling(tx, me, input, now));
serve(calls.billingMail, (tx, me, input, { now }) => mailBilling(tx, me, input, now));
serve(calls.billingReveal, revealAccount);

const mine = (me: Me): string => me.customerId ?? notFound('该客户');
serve(calls.myBillingList, listBillings);
serve(calls.myBillingDetail, myBillingDetail);
serve(calls.myCandidates, (tx, me, input) => candidatesOf(tx, me, { ...input, customerId: mine(me) }));
serve(calls.myBillingApply, (tx, me, input, { now }) => applyBilling(tx, me, { ...input, customerId: mine(me) }, now));
serve(calls.myBillingCancel, (tx, me, input, { now }) => audit.cancelMine(tx, me, input, now));
