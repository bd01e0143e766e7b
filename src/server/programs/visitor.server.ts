import { limitedRequest } from '../body.server';
import { requestOf, type Visitor } from '../context.server';
import { authenticate } from './authenticate.server';

export interface Whole {
  request: Request;
  body: Uint8Array;
}

/** A request with its bytes, which are signed as they came; `request` can be read once more. */
export async function readWhole(http: Request): Promise<Whole> {
  if (http.method === 'GET') return { request: http, body: new Uint8Array() };
  const body = new Uint8Array(await (await limitedRequest(http)).arrayBuffer());
  return { request: new Request(http.url, { method: http.method, headers: new Headers(http.headers), body }), body };
}

/** The program that asks, as a visitor like any other: from here on nothing knows the difference but who it is. */
export async function programVisitor(whole: Whole, peer: string, call: { method: string; path: string }): Promise<Visitor> {
  const now = new Date();
  const request = requestOf(whole.request, peer, now);
  return { me: await authenticate({ http: whole.request, body: whole.body, address: request.address, now, call }), request };
}
