import { mayUseApp, moduleOfPath } from '~/portal/apps';
import { actsForFactory, type Me } from '~/portal/me';
import { callKey, openness } from '~/portal/programs';
import { closedToVisitors } from '~/portal/visit';
import { type Endpoint, fieldInPath, type GivenBy, type TakenBy } from '~/shared/endpoint';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, Refusal, refusalCodes, refuse, SESSION_INVALID } from '~/shared/refusal';
import { told } from '~/shared/told';
import { database, type Tx } from './db.server';
import { withoutHidden } from './hidden.server';
import { refuseHiddenInput } from './hiddenInput.server';
import { refuseHiddenQuery } from './hiddenQuery.server';
import { once } from './idempotency.server';
import { takeInput } from './input.server';
import { namingWho } from './lastChange.server';
import { storable } from './storable.server';

/** What a call may know of its request besides who makes it. */
export interface Request {
  /** The one clock of the request; rules never read the time themselves. */
  now: Date;
  address: string;
  agent: string;
  /** Hash of the session cookie, or null. */
  sessionHash: string | null;
  idempotencyKey: string | null;
  /** Hash of the long-lived device cookie; absent where there is none. */
  device?: string | null;
  /** Scheme and host of this visit, for passkeys and the way back from a scan. Links that leave the answer begin with `publicOrigin`. */
  origin?: string;
  /** The visitor sits at this very machine, with nothing in between. */
  local?: boolean;
  /** What an event stream was last told, as the browser says. */
  lastEventId?: string | null;
  /** Set by calls that log in or out: a token to set as cookie, or null to clear it. */
  newSession?: { token: string | null };
  /** Set by calls that meet a device for the first time: a token to keep there. */
  newDevice?: string;
}

/** A file as an answer. */
export interface FileAnswer {
  name: string;
  mime: string;
  bytes: Uint8Array;
  /** Shown in the browser instead of saved. */
  inline?: boolean;
  /** Seconds a browser may keep it; unset: not at all. */
  cacheSeconds?: number;
}

/** A file sent as it is read. */
export interface StreamAnswer extends Omit<FileAnswer, 'bytes'> {
  stream: ReadableStream<Uint8Array>;
  size: number;
}

type Run = (me: Me | null, input: unknown, request: Request) => Promise<unknown>;
interface Served {
  endpoint: Endpoint;
  run: Run;
  file: boolean;
}

const shared = globalThis as { portalCalls?: Map<string, Served> };
shared.portalCalls ??= new Map();
const calls = shared.portalCalls;

export const servedCalls = (): Served[] => [...calls.values()];
/** The call an address names; `field` is what its last part says, where the path ends in one. */
export function callAt(method: string, path: string): (Served & { field?: Record<string, string> }) | undefined {
  const exact = calls.get(`${method} ${path}`);
  if (exact) return exact;
  const at = path.lastIndexOf('/') + 1;
  for (const served of calls.values()) {
    const name = fieldInPath(served.endpoint);
    if (name && served.endpoint.method === method && served.endpoint.path === `${path.slice(0, at)}{${name}}`)
      return { ...served, field: { [name]: decoded(path.slice(at)) } };
  }
  return undefined;
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

function register(endpoint: Endpoint, run: Run, file = false): void {
  calls.set(`${endpoint.method} ${endpoint.path}`, { endpoint, run, file });
}

/**
 * Answers a call with `answer`, in one transaction of the person's tenant: what it throws leaves nothing behind.
 * Reading calls run read-only; others honour the Idempotency-Key.
 */
export function serve<E extends Endpoint>(endpoint: E, answer: (tx: Tx, me: Me, input: TakenBy<E>, request: Request) => Promise<GivenBy<E>>): void {
  register(endpoint, async (me, input, request) => {
    const person = me as Me;
    const done = database().inTenant(
      scopeOf(person),
      async (tx) => {
        refuseHiddenQuery(person, endpoint, input);
        const work = async () => withoutHidden(person, endpoint, endpoint.answer.encode(await answer(tx, person, input as TakenBy<E>, request)));
        if (endpoint.options.reads) return work();
        const given = await (request.idempotencyKey ? once(tx, person, endpoint.path, request.idempotencyKey, input, work) : work());
        return person.app?.sandbox ? undo(given) : given;
      },
      { readOnly: endpoint.options.reads === true || Boolean(person.preview) },
    );
    if (endpoint.options.reads) return done;
    return done.catch(undoneAnswer).catch((error) => namingWho(error, person, input, (work) => database().inTenant(scopeOf(person), work, { readOnly: true })));
  });
}

/** What a sandbox changed goes back with its transaction; the answer is given all the same. */
const UNDONE = Symbol('undone');
function undo(answer: unknown): never {
  throw Object.assign(new Error('changes of a sandbox are undone'), { [UNDONE]: { answer } });
}
function undoneAnswer(error: unknown): unknown {
  const undone = (error as { [UNDONE]?: { answer: unknown } } | null)?.[UNDONE];
  if (undone) return undone.answer;
  throw error;
}

/** Answers with a file instead of an envelope. */
export function serveFile<E extends Endpoint>(endpoint: E, answer: (tx: Tx, me: Me, input: TakenBy<E>, request: Request) => Promise<FileAnswer>): void {
  register(
    endpoint,
    (me, input, request) =>
      database().inTenant(scopeOf(me as Me), (tx) => answer(tx, me as Me, input as TakenBy<E>, request), { readOnly: endpoint.options.reads === true }),
    true,
  );
}

/** Answers with an open response of its own, such as an event stream. */
export function serveResponse<E extends Endpoint>(endpoint: E, answer: (me: Me, request: Request) => Response): void {
  register(endpoint, async (me, _, request) => answer(me as Me, request));
}

/** Calls outside any tenant: login, registration, the session itself. They run as the system, so they check everything themselves. */
export function serveOpen<E extends Endpoint>(endpoint: E, answer: (me: Me | null, input: TakenBy<E>, request: Request) => Promise<GivenBy<E>>): void {
  register(endpoint, async (me, input, request) => {
    if (me) refuseHiddenQuery(me, endpoint, input);
    if (me?.app?.sandbox && !endpoint.options.reads) refuse('APP_CALL', `接口“${endpoint.options.title}”不能在沙箱中调用`);
    const given = endpoint.answer.encode(await answer(me, input as TakenBy<E>, request));
    // What everybody may ask is about oneself: one's own number is not hidden from oneself.
    const ofOneself = endpoint.access.kind === 'anyone' || endpoint.access.kind === 'person';
    return me && !ofOneself ? withoutHidden(me, endpoint, given) : told(given, me?.hidden);
  });
}

/** A file from outside any transaction: bytes may come over a network, or the link itself says who may. */
export function serveOpenFile<E extends Endpoint>(
  endpoint: E,
  answer: (me: Me | null, input: TakenBy<E>, request: Request) => Promise<FileAnswer | StreamAnswer>,
): void {
  register(endpoint, (me, input, request) => answer(me, input as TakenBy<E>, request), true);
}

export const scopeOf = (me: Me) => ({ tenantId: me.tenantId, customerId: me.customerId, userId: me.accountId, rows: me.scope });

/** Runs a call for a person: admission, input, function, answer. Throws Refusal. Gives the wire form of the answer. */
export async function answerAs(me: Me | null, endpoint: Endpoint, raw: unknown, request: Request): Promise<unknown> {
  const served = calls.get(`${endpoint.method} ${endpoint.path}`);
  if (!served) throw new Error(`nobody serves ${endpoint.method} ${endpoint.path}`);
  admit(me, endpoint);
  const given = storable(raw);
  refuseHiddenInput(me, endpoint, given);
  return served.run(me, takeInput(endpoint, given), request);
}

/** Strict, unlike the page guard: session, tenant module, side, permission. */
export function admit(me: Me | null, endpoint: Endpoint): void {
  const { access } = endpoint;
  if (me?.app) admitProgram(me.app, endpoint);
  if (access.kind === 'anyone') return;
  if (!me) throw new Refusal(SESSION_INVALID, '登录已失效，请重新登录');
  if (me.preview?.visit) admitVisitor(endpoint);
  if (me.preview && !endpoint.options.reads && !endpoint.options.inPreview)
    throw new Refusal(refusalCodes.PREVIEW, `正在预览角色“${me.preview.roleName}”，不能修改数据，请先退出预览`, { reason: 'PREVIEW' });
  const module = moduleOfPath(endpoint.path);
  if (module && !mayUseApp(me, module)) refusePermission();
  if (access.kind === 'person') return;
  const isDealer = me.customerId !== null;
  const allowed = isDealer ? access.kind !== 'factory' : access.kind !== 'dealer' && actsForFactory(me) && holdsAny(me, access.codes);
  if (!allowed) refusePermission();
}

/** Besides its rights a program needs the call itself; what is a person's own business it never makes. */
function admitProgram(app: NonNullable<Me['app']>, endpoint: Endpoint): void {
  const open = openness(endpoint);
  if (open === 'never') refuse('APP_CALL', `接口“${endpoint.options.title}”只供人员登录后使用，第三方应用不能调用`);
  if (open === 'given' && !app.calls.has(callKey(endpoint)))
    refuse('APP_CALL', `应用没有接口“${endpoint.options.title}”的权限，请联系企业管理员在第三方应用中勾选`);
}

/** Not even what a preview may: a visit ends by logging out alone. */
function admitVisitor({ path, options }: Endpoint): void {
  if (!options.reads) throw new Refusal(refusalCodes.PREVIEW, '您正在参观演示企业，只能查看，不能修改数据；注册企业后即可使用', { reason: 'PREVIEW' });
  if (closedToVisitors(path)) refusePermission();
}

const holdsAny = (me: Me, codes: readonly string[]): boolean => codes.length === 0 || codes.some((code) => me.permissions.has(code));

function refusePermission(): never {
  throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
}
