import { type AnswerOf, type Endpoint, fieldInPath, type InputOf, pathFor } from '~/shared/endpoint';
import { BUSY_MESSAGE, NO_PERMISSION, type RefusalData, SESSION_INVALID, SYSTEM_BUSY } from '~/shared/refusal';
import { whileShown } from '~/ui/kit/page';

/** Sent on the window when a call is refused for want of permission: what the page offers is out of date. */
export const DENIED = 'portal:denied';

/** Sent on the window when a call has changed something: what other parts of the page count may be out of date. */
export const CHANGED = 'portal:changed';

export interface Envelope {
  code: string;
  data?: unknown;
  message?: string;
  detail?: string;
}

/** A call the server refused, or that did not get through (code '' then). `message` is ready to show. */
export interface CallRefused extends Error {
  code: string;
  data: RefusalData;
}

export function isRefused(error: unknown): error is CallRefused {
  return error instanceof Error && 'code' in error && 'data' in error;
}

function refused(code: string, message: string, data: RefusalData): CallRefused {
  return Object.assign(new Error(message), { code, data });
}

/** The message of anything caught around a call. */
export const messageOf = (error: unknown): string => (isRefused(error) ? error.message : BUSY_MESSAGE);

/** One key per form session: kept across retries, so a double click or a lost answer makes one document. */
export const newKey = (): string => crypto.randomUUID();

interface CallOptions {
  key?: string;
  signal?: AbortSignal;
  /** The answer is wanted also when another page is shown meanwhile. */
  stays?: boolean;
}

/** Fetched with the first call: no page needs it to be drawn and used. */
const transport = () => import('./transport');

/**
 * Makes a call from the browser. Resolves to the answer's wire form; rejects with CallRefused; on a page that was left it never settles.
 * A lost session goes to login and back.
 */
export async function call<E extends Endpoint>(endpoint: E, input?: InputOf<E>, options: CallOptions = {}): Promise<AnswerOf<E>> {
  const sent = send(endpoint, input, options);
  return (await (options.stays ? sent : whileShown(sent))) as AnswerOf<E>;
}

async function send(endpoint: Endpoint, input: unknown, { key, signal }: CallOptions): Promise<unknown> {
  const form = endpoint.options.body === 'form';
  const { [fieldInPath(endpoint) ?? '']: _, ...query } = (input ?? {}) as Record<string, string>;
  let envelope: Envelope;
  try {
    const { portal } = await transport();
    envelope = await portal<Envelope>(pathFor(endpoint, input), {
      method: endpoint.method,
      ...(endpoint.method === 'GET' ? { query } : { body: form ? formOf(input) : ((input ?? {}) as Record<string, unknown>) }),
      ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    return networkFailed();
  }
  const data = dataOf(envelope);
  if (!endpoint.options.reads) dispatchEvent(new Event(CHANGED));
  return data;
}

let left = false;
if (typeof window !== 'undefined') {
  addEventListener('pagehide', () => {
    left = true;
  });
  addEventListener('pageshow', () => {
    left = false;
  });
}

/** Rejects; on a page that has been left it never settles: what leaving cut off is nobody's failure. */
export const networkFailed = (): Promise<never> =>
  left ? new Promise<never>(() => undefined) : Promise.reject(refused('', '网络连接失败，请检查网络后重试', {}));

/** What an envelope carries, or the refusal it is. */
export function dataOf(envelope: Envelope): unknown {
  if (envelope?.code === '0') return envelope.data;
  if (envelope?.code === SESSION_INVALID) leaveForLogin();
  if (envelope?.code === NO_PERMISSION) dispatchEvent(new Event(DENIED));
  const message = envelope?.code === SYSTEM_BUSY ? envelope.detail || BUSY_MESSAGE : envelope?.message || BUSY_MESSAGE;
  throw refused(envelope?.code ?? '', message, (envelope?.data ?? {}) as RefusalData);
}

export function formOf(input: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((input ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

/** Kept in the tab where a session ended under a page: the login says so instead of only asking for one. */
export const ENDED = 'portal:ended';

function leaveForLogin(): void {
  if (location.pathname === '/portal/login') return;
  try {
    sessionStorage.setItem(ENDED, '1');
  } catch {
    // Without storage the login only asks.
  }
  location.assign(`/portal/login?redirect=${encodeURIComponent(location.pathname + location.search)}`);
}

/** The address of a file answer (GET), for links and images. */
export function fileHref<E extends Endpoint>(endpoint: E, query: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])));
  return `/web${endpoint.path}${search.size ? `?${search}` : ''}`;
}
