import { serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { castVote } from './vote.server';

serveOpen(calls.helpVote, (_, input, request) => castVote(input, request));
