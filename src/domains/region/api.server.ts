import { serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { areaTree } from './region.server';

serveOpen(calls.areaTree, async () => [...areaTree()]);
