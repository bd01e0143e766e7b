import './approvalCard.server';
import './transferExport.server';
import './transferProof.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import * as receive from './receive.server';
import * as transfer from './transfer.server';
import * as views from './transferViews.server';

serve(calls.transferList, views.listTransfers);
serve(calls.transferDetail, views.transferDetail);
serve(calls.transferTargets, (tx, me) => views.transferTargets(tx, me));
serve(calls.transferSave, (tx, me, input, { now }) => transfer.saveTransfer(tx, me, input, now));
serve(calls.transferSubmit, (tx, me, input, { now }) => transfer.submitTransfer(tx, me, input, now));
serve(calls.transferDelete, (tx, me, input, { now }) => transfer.deleteTransfer(tx, me, input, now));
serve(calls.transferReturn, (tx, me, input, { now }) => transfer.returnTransfer(tx, me, input, now));
serve(calls.transferAudit, (tx, me, input, { now }) => transfer.auditTransfers(tx, me, input, now));
serve(calls.transferReceive, (tx, me, input, { now }) => receive.receiveTransfer(tx, me, input, now));
serve(calls.transferClose, (tx, me, input, { now }) => receive.closeShort(tx, me, input, now));
