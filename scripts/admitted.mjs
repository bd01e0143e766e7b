const METHODS = ['GET', 'HEAD', 'POST'];
/** How long, and how much, the rest of a body that nobody reads is taken off the line so that its sender gets to the answer. */
const REST_MS = 2000;
const REST_BYTES = 16 * 1024 * 1024;

/**
 * The plain path of a request that the portal can answer; null when it was refused here: a method nobody serves, an address that is none.
 * The request's own address becomes the plain one, so that whoever routes it next sees what the routing here saw.
 */
export function admitted(request, response) {
  if (hasBody(request)) closeOpenly(request, response);
  if (!METHODS.includes(request.method)) return refuse(response, 405, '不支持该请求方式', { Allow: METHODS.join(', ') });
  const url = plainUrl(request.url ?? '/');
  if (!url) return refuse(response, 400, '请求地址不正确');
  request.url = url.pathname + url.search;
  return url.pathname;
}

/** Calls, health and metrics; everything else is a file or a page. */
export const isForCalls = (path) => /^\/(web\/|(healthz|readyz|metrics)$)/.test(path);

/** Dot segments resolved in every spelling; null when a part of the path is no text. */
function plainUrl(typed) {
  const full = typed.startsWith('/') ? `http://portal${typed}` : typed;
  if (!/^https?:\/\//i.test(full) || !URL.canParse(full)) return null;
  const url = new URL(full);
  try {
    return decodeURIComponent(url.pathname).includes('\0') ? null : url;
  } catch {
    return null;
  }
}

const hasBody = ({ headers }) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * An answer given while the body is still coming says that the connection ends, and ends it only when the rest has come:
 * closed at once, the line would be reset and the answer lost on its way.
 */
function closeOpenly(request, response) {
  const { writeHead, end } = response;
  response.writeHead = (...head) => {
    if (!request.complete) response.setHeader('Connection', 'close');
    return writeHead.apply(response, head);
  };
  response.end = (...last) => {
    if (request.complete) return end.apply(response, last);
    const [data] = last;
    if (typeof data === 'string' || data instanceof Uint8Array) response.write(data);
    else if (!response.headersSent) response.writeHead(response.statusCode);
    takeRest(request, () => end.call(response));
    return response;
  };
}

function takeRest(request, done) {
  let taken = 0;
  const finish = () => {
    clearTimeout(timer);
    for (const event of ['end', 'close', 'error']) request.off(event, finish);
    request.off('data', count);
    done();
  };
  const count = (part) => {
    taken += part.length;
    if (taken > REST_BYTES) finish();
  };
  const timer = setTimeout(finish, REST_MS);
  // Whoever began to read has stopped; its listeners would hold the stream back.
  request.removeAllListeners('data');
  for (const event of ['end', 'close', 'error']) request.on(event, finish);
  request.on('data', count).resume();
}

function refuse(response, status, message, headers = {}) {
  const body = JSON.stringify({ code: '100000006', message });
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(body);
  return null;
}
