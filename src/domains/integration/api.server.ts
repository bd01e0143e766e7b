import { serve, serveOpen } from '~/server/serve.server';
import { getApp, listApps } from './app.server';
import { listAppCalls } from './appLog.server';
import { createApp, deleteApp, switchApp, updateApp } from './appSave.server';
import { giveToken, rotateSecret } from './appSecret.server';
import * as calls from './calls';
import { appChoices } from './choices.server';

serve(calls.appList, (tx, me, query, { now }) => listApps(tx, me, query, now));
serve(calls.appGet, (tx, me, input, { now }) => getApp(tx, me, input.id, now));
serve(calls.appPermissions, (tx, me) => appChoices(tx, me));
serve(calls.appCreate, (tx, me, input, { now }) => createApp(tx, me, input, now));
serve(calls.appUpdate, (tx, me, input) => updateApp(tx, me, input));
serve(calls.appSwitch, (tx, me, input) => switchApp(tx, me, input));
serve(calls.appRotate, (tx, me, input, { now }) => rotateSecret(tx, me, input, now));
serve(calls.appDelete, (tx, me, input) => deleteApp(tx, me, input));
serve(calls.appLog, (tx, me, query) => listAppCalls(tx, me, query));
serveOpen(calls.appToken, (me, _, { now }) => giveToken(me, now));
