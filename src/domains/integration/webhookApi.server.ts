import { NOTICE, subscribe } from '~/server/outbox.server';
import { serve } from '~/server/serve.server';
import { approvalKinds } from './subscribable';
import { deleteEndpoint, listDeliveries, listEndpoints, pingEndpoint, replayDeliveries, rotateEndpoint, saveEndpoint, switchEndpoint } from './webhook.server';
import * as calls from './webhookCalls';
import { takeApprovalsForWebhooks, takeNoticesForWebhooks } from './webhookSend.server';

subscribe(NOTICE, { name: 'webhooks', title: '第三方应用推送', take: takeNoticesForWebhooks });
for (const kind of approvalKinds)
  subscribe(kind, { name: 'webhooks', title: '第三方应用推送', take: (tx, events, now) => takeApprovalsForWebhooks(tx, kind, events, now) });

serve(calls.webhookList, (tx, me, input) => listEndpoints(tx, me, input));
serve(calls.webhookSave, (tx, me, input) => saveEndpoint(tx, me, input));
serve(calls.webhookRotate, (tx, me, input) => rotateEndpoint(tx, me, input));
serve(calls.webhookSwitch, (tx, me, input) => switchEndpoint(tx, me, input));
serve(calls.webhookDelete, (tx, me, input) => deleteEndpoint(tx, me, input));
serve(calls.webhookPing, (tx, me, input, { now }) => pingEndpoint(tx, me, input, now));
serve(calls.webhookDeliveries, (tx, me, query) => listDeliveries(tx, me, query));
serve(calls.webhookReplay, (tx, me, input, { now }) => replayDeliveries(tx, me, input, now));
