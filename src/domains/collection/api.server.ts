import { URGE_MANAGE, URGE_WORK } from '~/portal/permissions';
import { defineAttachments } from '~/server/attachments.server';
import { addChore } from '~/server/jobs.server';
import { serve, serveFile } from '~/server/serve.server';
import * as calls from './calls';
import * as actions from './caseActions.server';
import { createCase } from './caseCreate.server';
import { caseExists, getCase, listCases } from './caseViews.server';
import { phoneOf } from './phone.server';
import * as subjects from './subjects';
import './caseProof.server';
import './debtChange.server';
import { dispatchAll } from './dispatch.server';
import * as dunning from './dunning.server';
import { remindOtherwise } from './dunningWays.server';
import './exports.server';
import * as letters from './letter.server';
import './promiseContract.server';
import * as templates from './letterTemplate.server';
import { listPromises } from './promiseViews.server';
import { getReplay, startReplay } from './replay.server';
import { decideReturn, saveReturn, withdrawReturn } from './returns.server';
import { getReturn, listReturns, returnOptions } from './returnViews.server';
import * as strategies from './strategySave.server';
import { workspace } from './workspace.server';

serve(calls.urgeWorkspace, (tx, me, query, { now }) => workspace(tx, me, query, now));
serve(calls.caseList, (tx, me, query, { now }) => listCases(tx, me, query, now) as never);
serve(calls.caseGet, (tx, me, input, { now }) => getCase(tx, me, input, now));
serve(calls.caseCreate, (tx, me, input, { now }) => createCase(tx, me, input, now));
serve(calls.caseAssign, (tx, me, input, { now }) => actions.assignCases(tx, me, input, now));
serve(calls.casePause, (tx, me, input, { now }) => actions.pauseCases(tx, me, input, now));
serve(calls.caseMove, (tx, me, input, { now }) => actions.moveCase(tx, me, input, now));
serve(calls.caseChoose, (tx, me, input, { now }) => actions.chooseStrategy(tx, me, input, now));
serve(calls.recordAdd, (tx, me, input, { now }) => actions.addRecord(tx, me, input, now));
serve(calls.promiseList, (tx, me, query) => listPromises(tx, me, query) as never);
serve(calls.casePhone, (tx, me, input) => phoneOf(tx, me, input));
serve(calls.promiseAdd, (tx, me, input, { now }) => actions.addPromise(tx, me, input, now));
serve(calls.promiseCancel, (tx, me, input, { now }) => actions.cancelPromise(tx, me, input, now));

serve(calls.letterTemplates, (tx, me) => templates.letterTemplates(tx, me));
serve(calls.letterTemplateSave, (tx, me, input, { now }) => templates.saveLetterTemplate(tx, me, input, now));
serve(calls.letterPreview, (tx, me, input, { now }) => letters.previewLetter(tx, me, input, now));
serve(calls.letterMake, (tx, me, input, { now }) => letters.makeLetter(tx, me, input, now));
serve(calls.letterMakeMany, (tx, me, input, { now }) => letters.makeLetters(tx, me, input, now));
serve(calls.letterTemplateSwitch, (tx, me, input, { now }) => templates.switchLetterTemplate(tx, me, input, now));
serve(calls.myLetters, (tx, me) => letters.myLetters(tx, me));
serveFile(calls.myLetterFile, (tx, me, input) => letters.letterFile(tx, me, input));
serveFile(calls.letterFile, (tx, me, input) => letters.letterFile(tx, me, input));

serve(calls.returnList, (tx, me, query) => listReturns(tx, me, query));
serve(calls.returnGet, (tx, me, input) => getReturn(tx, me, input));
serve(calls.returnOptions, (tx, me, input, { now }) => returnOptions(tx, me, input, now));
serve(calls.returnSave, (tx, me, input, { now }) => saveReturn(tx, me, input, now));
serve(calls.returnWithdraw, (tx, me, input, { now }) => withdrawReturn(tx, me, input, now));
serve(calls.returnDecide, (tx, me, input, { now }) => decideReturn(tx, me, input, now));

serve(calls.strategyHome, (tx, me) => strategies.strategyHome(tx, me));
serve(calls.strategySave, (tx, me, input, { now }) => strategies.saveStrategy(tx, me, input, now));
serve(calls.strategyPublish, (tx, me, input, { now }) => strategies.publishStrategy(tx, me, input, now));
serve(calls.strategySwitch, (tx, me, input, { now }) => strategies.switchStrategy(tx, me, input, now));
serve(calls.replayStart, (tx, me, input, { now }) => startReplay(tx, me, input, now));
serve(calls.replayGet, (tx, me, input) => getReplay(tx, me, input));

serve(calls.dunningPreview, (tx, me, input, request) => dunning.previewDunning(tx, me, input, request.now));
serve(calls.dunningSend, (tx, me, input, request) => dunning.remind(tx, me, input, request.now));
serve(calls.dunningOther, (tx, me, input, request) => remindOtherwise(tx, me, input, request.now));
serve(calls.dunningList, (tx, me, query) => dunning.listDunning(tx, me, query));
serve(calls.dunningTemplates, (tx, me) => dunning.listTemplates(tx, me));
serve(calls.dunningTemplateSave, (tx, me, input) => dunning.saveTemplate(tx, me, input));
serve(calls.dunningTemplateRemove, (tx, me, input) => dunning.removeTemplate(tx, me, input));

addChore({ name: 'urge-dispatch', title: '催收派发', everySeconds: 600, run: dispatchAll });

defineAttachments({
  subject: subjects.urgeCase,
  title: '催收案件',
  see: [URGE_MANAGE],
  edit: [URGE_WORK],
  dealer: 'none',
  most: 50,
  find: async (tx, me, id) => {
    const row = await caseExists(tx, me, id);
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});
