import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import * as check from './check.server';
import * as risk from './risk.server';
import * as actions from './riskActions.server';
import { runRisk } from './riskRun.server';
import * as rules from './rules.server';
import * as special from './special.server';

serve(calls.ruleList, (tx, me, _, { now }) => rules.ruleHome(tx, me, now));
serve(calls.ruleVersions, (tx, me, input, { now }) => rules.ruleHistory(tx, me, input, now));
serve(calls.ruleSave, (tx, me, input, { now }) => rules.saveRule(tx, me, input, now));
serve(calls.ruleSwitch, (tx, me, input, { now }) => rules.switchRule(tx, me, input, now));
serve(calls.ruleDryRun, (tx, me, input, { now }) => check.dryRun(tx, me, input, now));
serve(calls.creditRuleCheck, (tx, me, input, { now }) => check.ruleCheck(tx, me, input, now));
serve(calls.creditAccountOptions, special.accountOptions);
serve(calls.specialList, special.listSpecials);
serve(calls.specialAsk, (tx, me, input, { now }) => special.askSpecial(tx, me, input, now));
serve(calls.specialWithdraw, (tx, me, input, { now }) => special.withdrawSpecial(tx, me, input, now));
serve(calls.specialDecide, (tx, me, input, { now }) => special.decideSpecial(tx, me, input, now));
serve(calls.riskConfig, (tx, me) => risk.riskHome(tx, me));
serve(calls.riskSave, (tx, me, input, { now }) => risk.saveRisk(tx, me, input, now));
serve(calls.riskActions, actions.listActions);
serve(calls.riskLift, (tx, me, input, { now }) => actions.liftAction(tx, me, input, now));
serve(calls.riskWatch, (tx, me, input, { now }) => actions.watchCustomer(tx, me, input, now));

addChore({ name: 'credit-risk', title: '赊销风控动作', calendar: { at: '00:40', missed: 'LATEST' }, run: runRisk });
