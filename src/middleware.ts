import { defineMiddleware } from 'astro:middleware';
import type { APIContext, MiddlewareNext } from 'astro';
import { appAt } from '~/portal/apps';
import { guard } from '~/portal/guard';
import type { Me } from '~/portal/me';
import { firstOf, homeOf, openerOf } from '~/portal/menu';
import { pathOfTag } from '~/portal/menuTags';
import { HOME } from '~/portal/publicPages';
import { type Screen, screenOf, spelt } from '~/portal/screens';
import { logFailure, visitorOf } from '~/server/context.server';
import { isDatabaseUnavailable } from '~/server/db/errors.server';
import { refusalWithout } from '~/server/hidden.server';
import { pages } from '~/server/metrics.server';
import { withMe } from '~/server/rendering.server';
import { unavailablePage } from '~/server/unavailable.server';
import { BAD_INPUT, NO_PERMISSION, NOT_FOUND, Refusal, SESSION_INVALID } from '~/shared/refusal';

/** The page, or what stands in for it while the database does not answer. */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  try {
    return await guarded(context, next);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return unavailablePage(logFailure(error, context.url.pathname, context.request.headers.get('traceparent') ?? undefined));
  }
});

/** The sentence, and the pages to go on from that this person may open. */
function refusalShown(me: Me | null, screen: Screen | undefined, error: Refusal) {
  const { message, data } = refusalWithout(me, error);
  const list = screenOf(screen?.parent ?? '');
  const ways = [...(data.ways ?? []), ...(list ? [{ title: list.title, href: list.path }] : [])];
  return { message, ways: ways.filter((way) => guard(me, screenOf(way.href.replace(/\?.*/, ''))) === 'open') };
}

/** Session, guard, then the page; a refusal thrown by a page's data becomes the page that says so. */
const guarded = async (context: APIContext, next: MiddlewareNext): Promise<Response> => {
  if (import.meta.env.DEV && /^\/(api\/)?keystatic(\/|$)/.test(context.url.pathname)) return next();
  const started = performance.now();
  const { url, locals } = context;
  locals.visitor ??= await visitorOf(context.request, context.clientAddress);
  const { me } = locals.visitor;
  locals.screen = screenOf(url.pathname);
  const login = () => context.redirect(`/portal/login?redirect=${encodeURIComponent(url.pathname + url.search)}`);
  const instead = (path: string, status: number) =>
    withMe(me, async () => {
      const page = await context.rewrite(path);
      return new Response(await page.text(), { status, headers: page.headers });
    });
  if (url.pathname === '/') return context.redirect(me ? homeOf(me) : '/portal/login');
  if (/^\/portal\/?$/.test(url.pathname)) return context.redirect(me ? homeOf(me) : HOME);
  if (url.pathname === '/login') return context.redirect(`/portal/login${url.search}`);
  const app = appAt(url.pathname);
  const open = (first: (person: Me) => string | undefined) => {
    if (!me) return login();
    const path = first(me);
    return path ? context.redirect(path) : instead('/portal/refused', 403);
  };
  if (app) return open((person) => firstOf(person, app));
  const tagged = /^\/portal\/menu\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  if (tagged !== undefined) {
    const path = pathOfTag(tagged);
    if (path) return context.redirect(path);
    const opener = openerOf(tagged);
    return opener ? open(opener) : instead('/portal/404', 404);
  }
  if (url.pathname === '/portal/refused') return withMe(me, () => next());
  const own = locals.screen && spelt(locals.screen, url.pathname);
  if (own && own !== url.pathname.replace(/\/+$/, '')) return context.redirect(own + url.search);
  const verdict = guard(me, locals.screen);
  if (verdict === 'missing') return url.pathname === '/portal/404' ? next() : instead('/portal/404', 404);
  if (verdict === 'login') return login();
  if (verdict === 'forbidden') return instead('/portal/refused', 403);
  if (locals.screen?.path === '/portal/login' && me) return context.redirect(homeOf(me));
  try {
    return await withMe(me, async () => {
      const page = await next();
      pages.observe({ path: locals.screen?.path ?? '', status: String(page.status) }, (performance.now() - started) / 1000);
      return page;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === SESSION_INVALID) return login();
    // An id that cannot be one is as missing as one that is not there.
    if (error.code === NOT_FOUND || error.code === BAD_INPUT) return instead('/portal/404', 404);
    if (error.code === NO_PERMISSION) return instead('/portal/refused', 403);
    locals.refusal = refusalShown(me, locals.screen, error);
    return instead('/portal/refused', 422);
  }
};
