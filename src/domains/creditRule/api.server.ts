import { serve } from '~/server/serve.server';
import * as calls from './calls';
import * as check from './check.server';
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
