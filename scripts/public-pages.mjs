import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** As src/portal/origin.ts writes them into prerendered pages. */
export const ORIGIN_MARK = 'https://public-origin.invalid';

const YEAR_MARK = '{{portal-year}}';
const yearInShanghai = () => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Shanghai' }).format(Date.now());

const types = { '.html': 'text/html; charset=utf-8', '.xml': 'application/xml; charset=utf-8', '.txt': 'text/plain; charset=utf-8' };
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Sites this process answers for at once; beyond it the oldest is filled in again. */
const MOST_KEPT = 500;

/**
 * Sends prerendered pages: the site's address and the year where they only have a mark, compressed once, kept in memory, asked for again by ETag.
 * The address is PUBLIC_ORIGIN, else the one the visitor used. Answers whether the path is such a page.
 */
export function publicPages({ folder, origin, trustProxy, headersOf }) {
  const policies = policiesOf(join(folder, '..', '_headers.json'));
  const texts = new Map(markedFiles(folder).map((file) => [pathOf(file), { text: readFileSync(join(folder, file), 'utf8'), type: types[extname(file)] }]));
  const kept = new Map();
  return (request, response) => {
    const path = (request.url ?? '').split(/[?#]/, 1)[0].replace(/\/(index\.html)?$/, '');
    const page = texts.get(path);
    if (!page || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const encoding = encodingOf(request.headers['accept-encoding'] ?? '');
    const site = origin ?? visitedOrigin(request, trustProxy);
    const year = yearInShanghai();
    const key = `${encoding} ${site} ${year} ${path}`;
    if (!kept.has(key)) {
      if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
      kept.set(key, filled(page, site, year, encoding));
    }
    kept.get(key).then(
      ({ bytes, etag }) => send(request, response, { bytes, etag, encoding, type: page.type, headers: headersOf(policies.get(path)) }),
      () => response.writeHead(500).end(),
    );
    return true;
  };
}

async function filled({ text }, site, year, encoding) {
  const whole = Buffer.from(text.replaceAll(ORIGIN_MARK, site).replaceAll(YEAR_MARK, year));
  const etag = `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}${encoding ? `-${encoding}` : ''}"`;
  const bytes =
    encoding === 'br'
      ? await brotli(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } })
      : encoding === 'gzip'
        ? await gzipped(whole, { level: 9 })
        : whole;
  return { bytes, etag };
}

function send(request, response, { bytes, etag, encoding, type, headers }) {
  const all = { ...headers, 'Content-Type': type, 'Cache-Control': 'public, max-age=0, must-revalidate', ETag: etag, Vary: 'Accept-Encoding' };
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, all).end();
  response.writeHead(200, { ...all, 'Content-Length': bytes.length, ...(encoding ? { 'Content-Encoding': encoding } : {}) });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

const encodingOf = (accepted) => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : '');

/** Only what can be a host's name: it goes into the page. */
function visitedOrigin(request, trustProxy) {
  const forwarded = trustProxy ? request.headers['x-forwarded-proto'] : undefined;
  const host = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/i.test(request.headers.host ?? '') ? request.headers.host : 'localhost';
  return `${forwarded === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`;
}

/** Prerendered pages, and whatever else names the site. */
export function markedFiles(folder, below = '') {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = join(below, name);
    if (statSync(join(folder, path)).isDirectory()) return markedFiles(folder, path);
    return types[extname(name)] && readFileSync(join(folder, path), 'utf8').includes(ORIGIN_MARK) ? [path] : [];
  });
}

const pathOf = (file) => `/${file.replaceAll('\\', '/')}`.replace(/\/index\.html$/, '');

/** The policy Astro worked out for each prerendered page, with the hashes of its inline scripts. */
function policiesOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return new Map();
  return new Map(JSON.parse(readFileSync(file, 'utf8')).map(({ pathname, headers }) => [pathname.replace(/\/$/, ''), headers[0]?.value]));
}
