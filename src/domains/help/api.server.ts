import { serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { guidelines } from './help.schema';
import { castVote } from './vote.server';

serveOpen(calls.helpVote, (_, input, request) => castVote(input, request));
serveOpen(calls.guidelineList, async () => guidelines());
