import './approvalCard.server';
import './countProof.server';
import './countSheets.server';
import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import * as count from './count.server';
import * as views from './countViews.server';
import { enterCounts } from './enter.server';
import * as review from './review.server';

serve(calls.countList, views.listCounts);
serve(calls.countDetail, views.countDetail);
serve(calls.countLines, views.countLines);
serve(calls.countScan, views.scanLine);
serve(calls.countSave, (tx, me, input, { now }) => count.saveCount(tx, me, input, now));
serve(calls.countStart, (tx, me, input, { now }) => count.startCount(tx, me, input, now));
serve(calls.countEnter, (tx, me, input, { now }) => enterCounts(tx, me, input, now));
serve(calls.countSubmit, (tx, me, input, { now }) => review.submitCount(tx, me, input, now));
serve(calls.countAgain, (tx, me, input, { now }) => review.countAgain(tx, me, input, now));
serve(calls.countPass, (tx, me, input, { now }) => review.passCounts(tx, me, input, now));
serve(calls.countCancel, (tx, me, input, { now }) => review.cancelCount(tx, me, input, now));

addChore({ name: 'expire-counts', title: '作废过期盘点单', everySeconds: 600, run: (opened, now, stop) => review.expireCounts(opened, now, stop) });
