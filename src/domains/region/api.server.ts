import { serveOpen } from '~/server/serve.server';
import * as calls from './calls';
import { countries } from './country.server';
import { areaTree } from './region.server';

serveOpen(calls.areaTree, async () => [...areaTree()]);
serveOpen(calls.countryList, async () => [...countries()]);
