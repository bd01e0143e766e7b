import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export interface Asked {
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of a request is the test's own claim
  body: any;
}

/** `text` stands for JSON that was cut off; `silent` never answers. */
export interface Given {
  status?: number;
  json?: unknown;
  text?: string;
  silent?: boolean;
}

/** A local HTTP server that answers what `answer` gives, and remembers what it was asked. Ends with the test file. */
export async function httpServer(answer: (asked: Asked) => Given): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://local');
      const one: Asked = { path: url.pathname, query: url.searchParams, headers: request.headers, body: text ? JSON.parse(text) : null };
      asked.push(one);
      const { status = 200, json = {}, text: written, silent } = answer(one);
      if (silent) return;
      response
        .writeHead(status, { 'content-type': 'application/json', ...(status === 302 ? { location: 'http://127.0.0.1:1/' } : {}) })
        .end(written ?? JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export interface TakenMail {
  to: string[];
  text: string;
}

/** A local SMTP server; mailboxes beginning with `nobody` are refused for good, `busy` for now. */
export async function mailServer(): Promise<{ url: string; mails: TakenMail[] }> {
  const mails: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _, done) {
      const refusal = address.startsWith('nobody') ? 550 : address.startsWith('busy') ? 450 : 0;
      done(refusal ? Object.assign(new Error('mailbox'), { responseCode: refusal }) : null);
    },
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part) => {
        text += part;
      });
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map((one) => one.address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close(() => {}));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails };
}
