import { addChore } from '~/server/jobs.server';
import { sendOutgoing } from '~/server/outgoing/outgoing.server';
import { serve } from '~/server/serve.server';
import * as calls from './calls';
import { deliverNotices } from './deliver.server';
import { countUnread, listMessages, markRead } from './message.server';

serve(calls.messageList, (tx, me, query) => listMessages(tx, me, query));
serve(calls.unreadCount, (tx, me) => countUnread(tx, me));
serve(calls.messageRead, (tx, me, { id }, { now }) => markRead(tx, me, [id], now));
serve(calls.messageReadMany, (tx, me, { ids }, { now }) => markRead(tx, me, ids.split(','), now));
serve(calls.messageReadAll, (tx, me, _, { now }) => markRead(tx, me, null, now));

addChore({ name: 'deliver-notices', everySeconds: 2, run: deliverNotices });
addChore({ name: 'send-outgoing', everySeconds: 2, run: sendOutgoing });
