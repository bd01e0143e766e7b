import type { Me } from '~/portal/me';
import { serveOpen } from '~/server/serve.server';
import * as chore from './chore.server';
import * as calls from './choreCalls';

serveOpen(calls.choreAccess, (me) => chore.choreAccess(me as Me));
serveOpen(calls.choreList, (me, _, { now }) => chore.listChores(me as Me, now));
serveOpen(calls.choreRuns, (me, { name }, { now }) => chore.listRuns(me as Me, name, now));
serveOpen(calls.choreRunNow, (me, { name }, { now }) => chore.runChore(me as Me, name, now));
serveOpen(calls.eventsRetry, (me, { kind }, { now }) => chore.retryStuck(me as Me, kind, now));
