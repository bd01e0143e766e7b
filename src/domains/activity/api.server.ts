import { addChore } from '~/server/jobs.server';
import { serve } from '~/server/serve.server';
import { activityOf, listActivities, usageOf } from './activity.server';
import './activityExport.server';
import { addQuota, closeActivity, deleteActivity, saveActivity } from './activitySave.server';
import './activitySource.server';
import * as calls from './calls';
import { listMyPrices } from './myPrices.server';
import { tellStarted } from './started.server';

serve(calls.activityList, (tx, me, input, { now }) => listActivities(tx, me, input, now));
serve(calls.activityDetail, (tx, me, input, { now }) => activityOf(tx, me, input, now));
serve(calls.activityUsage, usageOf);
serve(calls.activitySave, (tx, me, input, { now }) => saveActivity(tx, me, input, now));
serve(calls.activityClose, (tx, me, input, { now }) => closeActivity(tx, me, input, now));
serve(calls.activityAddQuota, (tx, me, input, { now }) => addQuota(tx, me, input, now));
serve(calls.activityDelete, (tx, me, input, { now }) => deleteActivity(tx, me, input, now));
serve(calls.myPrices, (tx, me, query, { now }) => listMyPrices(tx, me, query, now));
addChore({ name: 'tell-started-activities', title: '限时折扣开始通知', everySeconds: 300, run: tellStarted });
