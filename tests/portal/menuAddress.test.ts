import type { APIContext } from 'astro';
import { describe, expect, it, vi } from 'vitest';

vi.mock('astro:middleware', () => ({ defineMiddleware: (middleware: unknown) => middleware }));
const { onRequest } = await import('~/middleware');

/** Asks for an address as somebody who is not logged in; what the middleware leads to. */
async function asked(path: string): Promise<{ status: number; to: string }> {
  const url = new URL(path, 'https://portal.example.com');
  let to = '';
  const context = {
    url,
    request: new Request(url),
    isPrerendered: false,
    clientAddress: '127.0.0.1',
    locals: {},
    redirect: (address: string) => {
      to = address;
      return new Response(null, { status: 302 });
    },
    rewrite: async (address: string) => {
      to = address;
      return new Response('');
    },
  } as unknown as APIContext;
  const answer = (await onRequest(context, async () => new Response(''))) as Response;
  return { status: answer.status, to };
}

describe('/portal/menu/{tag}', () => {
  it('leads to the page of a known tag', async () => {
    expect(await asked('/portal/menu/order_manage')).toEqual({ status: 302, to: '/portal/supplyChain/factory/order/list' });
    expect(await asked('/portal/menu/home/')).toEqual({ status: 302, to: '/portal/temphome' });
  });

  it('asks whoever is nobody yet to log in before it opens a group', async () => {
    expect(await asked('/portal/menu/stock_group')).toEqual({ status: 302, to: `/portal/login?redirect=${encodeURIComponent('/portal/menu/stock_group')}` });
  });

  it.each(['nobody', 'constructor', '%E8%AE%A2%E5%8D%95'])('answers 404 for %s, which nobody knows', async (tag) => {
    expect(await asked(`/portal/menu/${tag}`)).toEqual({ status: 404, to: '/portal/404' });
  });
});

describe('an address in other capitals', () => {
  it.each([
    ['/portal/Customer/LIST?pageNo=2', '/portal/customer/list?pageNo=2'],
    ['/portal/temphome/', ''],
    ['/portal/TEMPHOME/', '/portal/temphome'],
    ['/portal/creditsystem/quota/List/01A2-b', '/portal/creditSystem/quota/list/01A2-b'],
  ])('%s leads to the page’s own: %s', async (path, own) => {
    expect((await asked(path)).to).toBe(own);
  });
});
