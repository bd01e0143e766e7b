import type { APIRoute } from 'astro';
import { allChapters, dayOf } from '~/domains/help/chapters';
import { ORIGIN_MARK } from '~/portal/origin';
import { screens } from '~/portal/screens';

export const prerender = true;

/** Public pages a stranger may find: not the forms one only comes to on purpose. */
const hidden = /\/(login|register|forgetPassword|404|test)/;

export const GET: APIRoute = async ({ url }) => {
  const origin = import.meta.env.DEV ? url.origin : ORIGIN_MARK;
  const chapters = (await allChapters()).map(({ path, questions }) => ({
    path,
    day: questions
      .map(({ data }) => dayOf(data.updated))
      .sort()
      .at(-1),
  }));
  const pages = screens.filter(({ who, path }) => who === 'public' && !hidden.test(path)).map(({ path }) => ({ path, day: undefined }));
  const lines = [...pages, ...chapters].map(({ path, day }) => `<url><loc>${origin}${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`,
    {
      headers: { 'Content-Type': 'application/xml; charset=utf-8' },
    },
  );
};
