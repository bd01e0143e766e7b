import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import * as accounts from './accountViews.server';
import * as calls from './calls';
import './exports.server';
import * as form from './form.server';
import './funding.server';
import { joinByHand, listGroups, saveGroup } from './groupSave.server';
import './limitImport.server';
import * as manage from './manage.server';
import { expireHolds, turnAccounts } from './nightly.server';
import { noticeCredit } from './notice.server';
import * as orders from './orderViews.server';
import './proof.server';
import { listTypes, orderTypes, saveType } from './type.server';

serve(calls.accountList, (tx, me, query, { now }) => accounts.pageAccounts(tx, me, query, now));
serve(calls.accountDetail, (tx, me, input, { now }) => accounts.accountDetail(tx, me, input, now));
serve(calls.accountJournal, (tx, me, query) => accounts.journalRows(tx, me, query));
serve(calls.accountAsOf, (tx, me, input) => accounts.accountAsOf(tx, me, input));
serve(calls.accountFreeze, (tx, me, input, { now }) => manage.freezeByHand(tx, me, input, now));
serve(calls.accountFreezeAll, (tx, me, input, { now }) => manage.freezeSeveral(tx, me, input, now));
serve(calls.accountThaw, (tx, me, input, { now }) => manage.thawByHand(tx, me, input, now));
serve(calls.accountClose, (tx, me, input, { now }) => manage.closeByHand(tx, me, input, now));
serve(calls.accountEndLine, (tx, me, input, { now }) => manage.endLineByHand(tx, me, input, now));

serve(calls.creditOrderList, (tx, me, query, { now }) => orders.pageCreditOrders(tx, me, query, now));
serve(calls.creditOrderDetail, (tx, me, input, { now }) => orders.creditOrderDetail(tx, me, input, now));
serve(calls.usableAccounts, (tx, me, input, { now }) => orders.usableShown(tx, me, input, now));
serve(calls.creditOrderTrial, (tx, me, input, { now }) => form.tryUse(tx, me, input, now));
serve(calls.creditOrderCreate, (tx, me, input, { now }) => form.createUses(tx, me, input, now));
serve(calls.creditOrderDeliver, (tx, me, input, { now }) => form.deliverUse(tx, me, input, now));
serve(calls.creditOrderCancel, (tx, me, input, { now }) => form.cancelUse(tx, me, input, now));

serve(calls.creditTypes, (tx, me) => listTypes(tx, me));
serve(calls.creditTypeSave, (tx, me, input, { now }) => saveType(tx, me, input, now));
serve(calls.creditTypeOrder, (tx, me, input) => orderTypes(tx, me, input));
serve(calls.creditGroups, (tx, me) => listGroups(tx, me));
serve(calls.creditGroupSave, (tx, me, input, { now }) => saveGroup(tx, me, input, now));
serve(calls.accountJoin, (tx, me, input, { now }) => joinByHand(tx, me, input, now));
serve(calls.creditOfOrder, (tx, me, input, { now }) => orders.creditOfOrder(tx, me, input, now));
serve(calls.myCredit, (tx, me) => orders.myCredit(tx, me));
serve(calls.myCreditUses, (tx, me, query, { now }) => orders.pageMyUses(tx, me, query, now));

addChore({ name: 'credit-day', title: '授信额度与有效期按日变动', calendar: { at: '00:10', missed: 'LATEST' }, run: turnAccounts });
addChore({ name: 'credit-holds', title: '授信占用超时释放', calendar: { at: '00:40', missed: 'LATEST' }, run: expireHolds });
addChore({ name: 'credit-notice', title: '授信到期与占用释放提醒', calendar: { at: '09:10', missed: 'LATEST' }, run: noticeCredit });
