import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const shared = globalThis as { portalMetrics?: { registry: Registry; calls: Histogram<'path' | 'code'>; pages: Histogram<'path' | 'status'> } };
function make() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
  return {
    registry,
    calls: new Histogram({ name: 'portal_call_seconds', help: 'Time to answer a call', labelNames: ['path', 'code'] as const, buckets, registers: [registry] }),
    pages: new Histogram({
      name: 'portal_page_seconds',
      help: 'Time to render a page',
      labelNames: ['path', 'status'] as const,
      buckets,
      registers: [registry],
    }),
  };
}
shared.portalMetrics ??= make();
export const { registry, calls, pages } = shared.portalMetrics;
