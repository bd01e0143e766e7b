import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { config } from '~/server/config.server';

const SECRET = 'platform-secret';
/** What the platform does with the next request, before it answers as its contract says. */
export type Fault = 'LOSE_REQUEST' | 'LOSE_ANSWER' | 'SERVER_ERROR' | 'GARBAGE' | 'LATE' | 'REFUSE' | 'INVALID' | 'WRONG_AMOUNT' | 'CONFLICT' | 'KILL';
interface Order {
  requestNo: string;
  amount: string;
  tax: string;
  direction: string;
  original?: { invoiceNo: string; reason: string };
}

/** A platform that speaks docs/invoice-platform.md: it issues once a request number, whatever happens to its answers. */
export async function invoicePlatform() {
  const issued = new Map<string, { invoiceNo: string; order: Order }>();
  const refused = new Set<string>();
  const waiting = new Map<string, Order>();
  const asked: string[] = [];
  const faults: Fault[] = [];
  let serial = 0;
  const invoiceOf = (order: Order) => {
    const kept = issued.get(order.requestNo) ?? { invoiceNo: `2699${String(++serial).padStart(16, '0')}`, order };
    issued.set(order.requestNo, kept);
    return kept;
  };
  const file = { name: '电子发票.pdf', contentBase64: Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n').toString('base64') };
  const answerOf = (requestNo: string, change: object = {}) => {
    const found = issued.get(requestNo);
    if (found)
      return {
        code: '0',
        data: { state: 'ISSUED', invoiceNo: found.invoiceNo, issuedOn: '2026-06-15', amount: found.order.amount, tax: found.order.tax, file, ...change },
      };
    if (refused.has(requestNo)) return { code: '0', data: { state: 'REFUSED', reason: '购买方税号未登记' } };
    return waiting.has(requestNo) ? { code: '0', data: { state: 'ACCEPTED' } } : undefined;
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const path = request.url ?? '/';
      const signature = createHmac('sha256', SECRET).update(`${request.headers['x-timestamp']}.${request.method}.${path}.${body}`).digest('hex');
      const send = (status: number, json: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
      if (signature !== request.headers['x-signature'] || request.headers['x-app-id'] !== 'app') {
        send(401, { message: '签名不正确' });
        return;
      }
      asked.push(`${request.method} ${path}`);
      const fault = faults.shift();
      const order: Order =
        request.method === 'POST' ? JSON.parse(body) : { requestNo: decodeURIComponent(path.split('/').at(-1) as string), amount: '', tax: '', direction: '' };
      act(fault, order, { response, send, post: request.method === 'POST' });
    });
  });
  interface Reply {
    response: ServerResponse;
    send: (status: number, json: unknown) => unknown;
    post: boolean;
  }
  function act(fault: Fault | undefined, order: Order, { response, send, post }: Reply): unknown {
    const { requestNo } = order;
    if (fault === 'LOSE_REQUEST') return response.destroy();
    if (fault === 'SERVER_ERROR') return send(503, { message: '系统维护' });
    if (fault === 'INVALID') return send(422, { message: '税收分类编码不存在' });
    if (post && fault === 'LATE') {
      waiting.set(requestNo, order);
      return send(200, answerOf(requestNo));
    }
    if (post && fault === 'REFUSE') refused.add(requestNo);
    else if (post && !refused.has(requestNo)) invoiceOf(order);
    if (fault === 'LOSE_ANSWER') return response.destroy();
    if (fault === 'GARBAGE') return response.end('<html>ok</html>');
    if (fault === 'CONFLICT') return send(409, { message: '请求号重复' });
    if (fault === 'KILL') return undefined;
    const answer = answerOf(requestNo, fault === 'WRONG_AMOUNT' ? { amount: '1.00' } : {});
    return answer ? send(200, answer) : send(404, { message: '没有该请求' });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issued,
    asked,
    faults,
    /** A late answer comes. */
    finish: (requestNo: string) => invoiceOf(waiting.get(requestNo) as Order),
    forget: () => void [issued.clear(), refused.clear(), waiting.clear(), asked.splice(0), faults.splice(0)],
    use: (change: object = {}) =>
      Object.assign(config(), { INVOICE_URL: url, INVOICE_APP_ID: 'app', INVOICE_SECRET: SECRET, INVOICE_INSIDE: true, INVOICE_TIMEOUT_MS: 300, ...change }),
  };
}
