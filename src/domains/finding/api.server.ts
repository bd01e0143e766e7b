import { serve } from '~/server/serve.server';
import * as calls from './calls';
import { findThings } from './finding.server';
import { pagesOf } from './pages.server';

serve(calls.find, (tx, me, input, { now }) => findThings(tx, me, input.word, now));
serve(calls.findPages, async (_tx, me) => ({ pages: pagesOf(me) }));
