import { FUND_CHECK, FUND_MANAGE } from '~/portal/permissions';
import { defineAttachments, defineFileColumn } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import * as adjust from './adjust.server';
import * as subjects from './subjects';
import './adjustCard.server';
import * as answer from './answer.server';
import * as calls from './calls';
import * as draft from './draft.server';
import './exports.server';
import { openingLines, printStatement, statementLines } from './lines.server';
import { makeMonthly } from './monthly.server';
import * as mine from './myCalls';
import './statementProof.server';
import * as send from './send.server';
import * as views from './views.server';

serve(calls.statementList, (tx, me, query) => views.listStatements(tx, me, query));
serve(calls.statementDetail, (tx, me, input, request) => views.statementOffice(tx, me, input, request.now));
serve(calls.statementLines, (tx, me, query) => statementLines(tx, me, query));
serve(calls.statementOpening, (tx, me, query) => openingLines(tx, me, query));
serve(calls.statementMake, (tx, me, input, request) => draft.makeStatement(tx, me, input, request.now));
serve(calls.statementMakeMonth, (tx, me, input, request) => draft.makeMonth(tx, me, { ...input, monthly: false }, request.now));
serve(calls.statementEdit, (tx, me, input) => draft.editDraft(tx, me, input));
serve(calls.statementRefresh, (tx, me, input) => draft.refreshDraft(tx, me, input));
serve(calls.statementDelete, (tx, me, input) => draft.deleteDraft(tx, me, input));
serve(calls.statementSend, (tx, me, input, request) => send.sendStatements(tx, me, input, request.now));
serve(calls.statementUrge, (tx, me, input, request) => send.urgeStatements(tx, me, input, request.now));
serve(calls.statementWithdraw, (tx, me, input, request) => send.withdrawStatement(tx, me, input, request.now));
serve(calls.statementConfirmFor, (tx, me, input, request) => answer.confirmFor(tx, me, input, request));
serve(calls.statementReply, (tx, me, input, request) => answer.replyDispute(tx, me, input, request.now));
serve(calls.statementAdjust, (tx, me, input, request) => adjust.makeAdjust(tx, me, input, request.now));
serve(calls.adjustDetail, (tx, me, input) => views.adjustDetail(tx, me, input));
serve(calls.adjustPass, (tx, me, input, request) => adjust.passAdjust(tx, me, input, request.now));
serve(calls.adjustReject, (tx, me, input, request) => adjust.rejectAdjust(tx, me, input, request.now));
serve(calls.adjustWithdraw, (tx, me, input, request) => adjust.withdrawAdjust(tx, me, input, request.now));
serve(calls.statementPrint, (tx, me, input, request) => printStatement(tx, me, input, request.now));

serve(mine.myStatements, (tx, me, query) => views.listStatements(tx, me, query));
serve(mine.myStatement, (tx, me, { id }, request) => views.statementHead(tx, me, id, request.now));
serve(mine.myStatementLines, (tx, me, query) => statementLines(tx, me, query));
serve(mine.myConfirm, (tx, me, input, request) => answer.confirmMine(tx, me, input, request));
serve(mine.myDispute, (tx, me, input, request) => answer.disputeMine(tx, me, input, request.now));
serve(mine.myTakeBack, (tx, me, input, request) => answer.takeBackMine(tx, me, input, request.now));
serve(mine.myPrint, (tx, me, input, request) => printStatement(tx, me, input, request.now));

defineFileColumn({ table: 'statement', column: 'confirm_files', see: [FUND_MANAGE] });
defineAttachments({
  subject: subjects.statement,
  title: '对账单',
  see: [FUND_MANAGE],
  edit: [FUND_CHECK],
  dealer: 'edit',
  find: async (tx, me, id) => {
    const row = await tx
      .selectFrom('statement')
      .select(['no', 'debtor_id', 'status'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && (me.customerId === null || row.status !== 'DRAFT') ? { no: row.no ?? '', customerId: row.debtor_id } : null;
  },
});
addChore({ name: 'statement-drafts', title: '生成月度对账单', calendar: { at: '03:10', missed: 'LATEST' }, run: makeMonthly });
