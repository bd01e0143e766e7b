import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { addChore } from '~/server/jobs.server';
import { forgetRows, keep } from '~/server/retention.server';
import { serve, serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { readConfig, saveConfig, testConfig } from './config.server';
import { decideLink, listLinks, listTargets } from './link.server';
import { startNightly } from './nightly.server';
import { CHORE, confirmRun, dropRun, getRun, listRows, listRuns, startRun } from './run.server';
import { workOff } from './sync.server';

serve(calls.configRead, (tx, me) => readConfig(tx, me));
serve(calls.configSave, (tx, me, input, { now }) => saveConfig(tx, me, input, now));
serveOpen(calls.configTest, (me, input) => testConfig(me as Me, input));
serve(calls.syncPreview, (tx, me, _, { now }) => startRun(tx, me, 'MANUAL', now));
serve(calls.syncApply, (tx, me, input) => confirmRun(tx, me, input));
serve(calls.syncDrop, (tx, me, input, { now }) => dropRun(tx, me, input, now));
serve(calls.runList, (tx, me, query) => listRuns(tx, me, query));
serve(calls.runGet, (tx, me, { id }) => getRun(tx, me, id));
serve(calls.rowList, (tx, me, query) => listRows(tx, me, query));
serve(calls.linkList, (tx, me, query) => listLinks(tx, me, query));
serve(calls.linkTargets, (tx, me, query) => listTargets(tx, me, query));
serve(calls.linkDecide, (tx, me, input, { now }) => decideLink(tx, me, input, now));

addChore({ name: CHORE, title: '执行钉钉同步', everySeconds: 10, run: (opened, _, stop) => workOff(opened, undefined, stop) });
addChore({ name: 'dingtalk-nightly', title: '每晚启动钉钉同步', calendar: { at: '01:30', missed: 'LATEST' }, run: startNightly });
keep({
  key: 'dingtalk_run',
  title: '钉钉同步记录',
  why: '核对部门与人员为何变化',
  days: 180,
  forget: (tx, before, most) => forgetRows(tx, 'dingtalk_run', sql<boolean>`ended_at < ${before}`, most),
});
