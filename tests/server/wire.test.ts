import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { health } from '~/server/health.server';
import { servedCalls } from '~/server/serve.server';
import { web } from '~/server/web.server';
import { admitted, isForCalls } from '../../scripts/admitted.mjs';
import { makeMember, makeTenant, type Person, TENANT_A } from '../support/app';
import { testDatabase } from '../support/database';

const portal = new Hono();
portal.route('/', health);
portal.route('/web', web);
const calls = getRequestListener((request) => portal.fetch(request), { overrideGlobalObjects: false });
const server = createServer((request, response) => {
  const path = admitted(request, response);
  if (path === null) return;
  if (isForCalls(path)) void calls(request, response);
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(`page ${path}`);
});
let port = 0;
let admin: Person;

beforeAll(async () => {
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

interface Heard {
  status: number;
  head: string;
  body: string;
  /** How the connection came to its end; open when it did not. */
  end: 'closed' | 'reset' | 'open';
}

/** Bytes as they are, and what comes back until the answer is whole (or the connection ends, when that is waited for). */
function say(bytes: string | Buffer, untilEnd = false): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = (end: Heard['end']) => {
      clearTimeout(timer);
      socket.destroy();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body, end });
    };
    const timer = setTimeout(() => done('open'), 8000);
    socket.on('data', (part) => {
      text += part;
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (!untilEnd && body !== undefined && Buffer.byteLength(body) >= length) done('open');
    });
    socket.on('end', () => done('closed'));
    socket.on('error', () => done('reset'));
    socket.write(bytes);
  });
}

const head = (method: string, path: string, ...lines: string[]) => `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

describe('what comes over the wire', () => {
  it('reads bodies that come in chunks, of every call', async () => {
    const posts = servedCalls().filter(({ endpoint }) => endpoint.method === 'POST' && !/logout|endSessions|^\/partner\/user/.test(endpoint.path));
    for (const { endpoint } of posts) {
      const form = endpoint.options.body === 'form';
      const type = `Content-Type: ${form ? 'application/x-www-form-urlencoded' : 'application/json'}`;
      const lines = [type, `Cookie: ${admin.cookie}`, 'Transfer-Encoding: chunked'];
      const parts = form ? ['id=', '%ff%00'] : ['{"id":"\\ud8', '00","lines":', '[null],"amount":"9e99"}'];
      const heard = await say(`${head('POST', `/web${endpoint.path}`, ...lines)}${parts.map(chunk).join('')}0\r\n\r\n`);
      expect(heard.status, `${endpoint.path} ${heard.body}`).toBeLessThan(500);
      expect(heard.body).not.toContain('不是有效的JSON');
    }
  }, 60_000);

  it('takes what arrives in chunks like what arrives whole', async () => {
    const lines = ['Content-Type: application/json', `Cookie: ${admin.cookie}`];
    const whole = await say(`${head('POST', '/web/saas-boss/customer/list', ...lines, 'Content-Length: 14')}{"pageSize":3}`);
    const parts = await say(
      `${head('POST', '/web/saas-boss/customer/list', ...lines, 'Transfer-Encoding: chunked')}${chunk('{"pageSi')}${chunk('ze":3}')}0\r\n\r\n`,
    );
    expect(parts.body).toBe(whole.body);
    expect(JSON.parse(parts.body).code).toBe('0');
  });

  it.each([
    ['TRACE', '/web/x', 405],
    ['TRACE', '/portal/login', 405],
    ['PUT', '/portal/login', 405],
    ['DELETE', '/web/partner/user/login', 405],
    ['POST', '/healthz', 405],
    ['POST', '/readyz', 405],
    ['POST', '/metrics', 405],
    ['GET', '/web/nothing/here', 404],
    ['GET', '/portal/%ff', 400],
    ['GET', '/portal/%zz', 400],
    ['GET', '/portal/%00', 400],
    ['GET', 'http://[bad/', 400],
    ['OPTIONS', '*', 405],
    ['GET', '*', 400],
  ])('answers %s %s with %i and a Chinese sentence', async (method, path, status) => {
    const heard = await say(head(method, path, 'Content-Length: 0'));
    expect(heard.status).toBe(status);
    expect(JSON.parse(heard.body).message).toMatch(/\p{Script=Han}/u);
  });

  it.each(['/web/%2e%2e/portal/login', '/web/../portal/login', '/web/x/%2E./../portal/login'])('sees the page behind %s', async (path) => {
    expect((await say(head('GET', path), false)).status).toBeLessThan(500);
  });

  it('says openly that a connection ends whose body nobody read, and lets the answer arrive', async () => {
    const size = 3_000_000;
    const heard = await say(
      Buffer.from(`${head('POST', '/web/saas-boss/customer/list', 'Content-Type: application/json', `Content-Length: ${size}`)}${'x'.repeat(size)}`),
      true,
    );
    expect(heard.end).toBe('closed');
    expect(heard.head).toMatch(/connection: close/i);
    expect(JSON.parse(heard.body).code).toBe('100000004');
  });

  it('does not wait for ever for a body that never comes', async () => {
    const started = Date.now();
    const heard = await say(head('POST', '/web/saas-boss/customer/list', 'Content-Length: 500000'), true);
    expect([heard.end, JSON.parse(heard.body).code]).toEqual(['closed', '100000004']);
    expect(Date.now() - started).toBeLessThan(6000);
  });

  it('refuses a body in chunks that grows too long', async () => {
    const part = chunk('x'.repeat(1024 * 1024));
    const lines = ['Content-Type: application/json', `Cookie: ${admin.cookie}`, 'Transfer-Encoding: chunked'];
    const heard = await say(Buffer.from(`${head('POST', '/web/saas-boss/customer/list', ...lines)}${part.repeat(14)}0\r\n\r\n`), true);
    expect([heard.status, heard.end]).toEqual([413, 'closed']);
    expect(JSON.parse(heard.body).message).toBe('提交内容超过12MB，请减少后重试');
  });
});
