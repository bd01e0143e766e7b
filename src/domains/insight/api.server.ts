import type { Me } from '~/portal/me';
import { addChore } from '~/server/jobs.server';
import { serve, serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { closeGuide, guideOf } from './guide.server';
import { homeOf, identitiesOf, workbenchOf } from './insight.server';
import { proofBoard, proveBooks } from './proof.server';

serve(calls.home, (tx, me) => homeOf(tx, me));
serve(calls.workbench, (tx, me, _, { now }) => workbenchOf(tx, me, now));
serve(calls.proofs, (tx, me) => proofBoard(tx, me));
serve(calls.guide, (tx, me) => guideOf(tx, me));
serve(calls.guideClose, (tx, me, input) => closeGuide(tx, me, input));
serveOpen(calls.identities, (me) => identitiesOf(me as Me));
addChore({ name: 'prove-books', title: '每日账目核对', calendar: { at: '02:00', missed: 'LATEST' }, run: proveBooks });
