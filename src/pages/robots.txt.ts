import type { APIRoute } from 'astro';
import { ORIGIN_MARK } from '~/portal/origin';
import { screens } from '~/portal/screens';

export const prerender = true;

/** Everything behind the login is closed; the public pages are opened one by one, so a new screen is never found by accident. */
const open = [
  '/portal/introduce/',
  '/portal/help/',
  '/portal/legal/',
  ...screens.filter(({ who, path }) => who === 'public' && /temphome|register|verifyContract/.test(path)).map(({ path }) => path),
];

export const GET: APIRoute = ({ url }) => {
  const origin = import.meta.env.DEV ? url.origin : ORIGIN_MARK;
  const lines = [
    'User-agent: *',
    ...open.map((path) => `Allow: ${path}`),
    'Disallow: /portal/',
    'Disallow: /web/',
    'Disallow: /boss/',
    'Disallow: /test',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
