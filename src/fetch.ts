import { astro, FetchState } from 'astro/fetch';
import { Hono } from 'hono';
import { closeStreams } from '~/domains/message/streams.server';
import { boot, emptyDatabaseImage, isFirstStart, makeFirst, shutdown } from '~/server/boot.server';
import { compressed } from '~/server/compress.server';
import { config } from '~/server/config.server';
import { headersOf, securityHeaders } from '~/server/headers.server';
import { health } from '~/server/health.server';
import { giveBackMemory } from '~/server/heap.server';
import { sessionsForgotten } from '~/server/session.server';
import { web } from '~/server/web.server';

/** The request pipeline: health and metrics, then calls under /web, then pages. */
const portal = new Hono<{ Bindings: { peer?: string } }>();

portal.use('*', compressed);
portal.use('*', securityHeaders);
portal.route('/', health);
portal.use('*', async (_, next) => {
  await boot();
  await next();
});
portal.route('/web', web);
portal.all('*', (context) => {
  const state = new FetchState(context.req.raw);
  // The adapter's own setting does not reach a pipeline that is written by hand. Whole pages are what `compressed` needs, and cost a tenth less.
  state.streaming = false;
  return astro(state);
});

/** The production server starts, serves and stops the application through these. */
const first = { isFirstStart, makeFirst, emptyDatabaseImage };
Object.assign(globalThis, {
  portalServer: { fetch: portal.fetch, boot, ...first, closeStreams, shutdown, giveBackMemory, config, headersOf, sessionsForgotten },
});

export default { fetch: (request: Request) => portal.fetch(request) };
