import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import { signOverdue } from './autoSign.server';
import * as calls from './calls';
import * as document from './delivery.server';
import * as views from './deliveryViews.server';
import { addTrace, savePackages } from './packages.server';
import { reverseDelivery, shipDelivery } from './ship.server';
import './shipImport.server';
import { signDelivery } from './sign.server';
import * as open from './toDeliver.server';

serve(calls.toDeliverList, (tx, me, query) => open.pageToDeliver(tx, me, query));
serve(calls.newDelivery, (tx, me, input) => open.newDelivery(tx, me, input));
serve(calls.editDelivery, (tx, me, input) => open.editDelivery(tx, me, input));
serve(calls.deliveryList, (tx, me, query) => views.pageDeliveries(tx, me, query));
serve(calls.deliveryDetail, (tx, me, input) => views.deliveryDetail(tx, me, input));
serve(calls.saveDelivery, (tx, me, input, request) => document.saveDelivery(tx, me, input, request.now));
serve(calls.shipDelivery, (tx, me, input, request) => shipDelivery(tx, me, input, request.now));
serve(calls.cancelDelivery, (tx, me, input, request) => document.cancelDelivery(tx, me, input, request.now));
serve(calls.reverseDelivery, (tx, me, input, request) => reverseDelivery(tx, me, input, request.now));
serve(calls.signForDealer, (tx, me, input, request) => signDelivery(tx, me, input, request.now));
serve(calls.savePackages, (tx, me, input, request) => savePackages(tx, me, input, request.now));
serve(calls.addTrace, (tx, me, input, request) => addTrace(tx, me, input, request.now));
serve(calls.orderLogistic, (tx, me, input) => views.logisticOf(tx, me, input));
serve(calls.myLogistic, (tx, me, input) => views.logisticOf(tx, me, input));
serve(calls.signMine, (tx, me, input, request) => signDelivery(tx, me, input, request.now));

addChore({ name: 'auto-sign', everySeconds: 600, run: signOverdue });
