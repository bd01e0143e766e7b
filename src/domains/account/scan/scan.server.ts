import type { Me } from '~/portal/me';
import { hashToken, newToken } from '~/server/context.server';
import { database } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { Refusal, refusalCodes, refuse } from '~/shared/refusal';
import { type Entered, enter } from '../entrance.server';
import { requireProof } from '../proof.server';
import { askSecondFactor } from '../secondFactor.server';
import { consumeAttempt } from '../throttle.server';
import { issueTicket, takeTicket } from '../ticket.server';
import { accountOfScan, bindScan, unbindScan } from './binding.server';
import { providerNames, providers } from './scan';
import type { Provider } from './scan.schema';
import { vendors } from './vendors.server';

const SCAN_LIFE_MS = 10 * 60_000;
const UNBOUND_LIFE_MS = 15 * 60_000;

interface ScanState {
  provider: Provider;
  intent: 'LOGIN' | 'BIND';
  /** Only the browser that began may finish: somebody else's link must not log a person into a stranger's account. */
  device: string;
}

export const scanWays = () => providers.map((key) => ({ key, name: providerNames[key], ready: vendors[key].configured() }));

/** The provider's page to go to. It returns to login, or to the security page of the account that binds. */
export async function startScan(me: Me | null, input: { provider: Provider; redirect: string }, request: Request): Promise<{ url: string }> {
  const { provider } = input;
  const vendor = vendors[provider];
  if (!vendor.configured()) refuse('NOT_CONFIGURED', `本平台尚未开通${providerNames[provider]}扫码，请使用密码或短信验证码登录`);
  await consumeAttempt([`lookup:${request.address}`], request.now);
  if (!request.device) request.newDevice = newToken();
  const device = request.device ?? hashToken(request.newDevice as string);
  const data: ScanState = { provider, intent: me ? 'BIND' : 'LOGIN', device };
  const state = await database().inSystem(async (tx) => {
    if (me) await requireProof(tx, request);
    return issueTicket(tx, { purpose: 'SCAN', accountId: me?.accountId ?? null, data, lifeMs: SCAN_LIFE_MS }, request.now);
  });
  const back = new URL(me ? '/portal/account/security' : '/portal/login', request.origin);
  back.searchParams.set('scan', provider);
  if (input.redirect) back.searchParams.set('redirect', input.redirect);
  return { url: vendor.scanPage(back.href, state) };
}

async function takeScan(me: Me | null, input: { provider: Provider; code: string; state: string }, request: Request) {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  const ticket = await database().inSystem((tx) => takeTicket<ScanState>(tx, 'SCAN', input.state, request.now));
  const mine = ticket && ticket.accountId === (me?.accountId ?? null) && ticket.data.provider === input.provider && ticket.data.device === request.device;
  if (!mine) refuse('LOGIN_FAILED', '扫码已失效，请重新扫码');
  return { provider: input.provider, ...(await vendors[input.provider].whoScanned(input.code)) };
}

/** Of an account that is bound: in. Otherwise the refusal carries a ticket, and the next login in this browser binds the scan. */
export async function loginByScan(input: { provider: Provider; code: string; state: string }, request: Request): Promise<Entered> {
  const scanned = await takeScan(null, input, request);
  const accountId = await database().inSystem((tx) => accountOfScan(tx, scanned.provider, scanned.subject));
  if (!accountId) {
    const scanTicket = await database().inSystem((tx) => issueTicket(tx, { purpose: 'SCAN_UNBOUND', data: scanned, lifeMs: UNBOUND_LIFE_MS }, request.now));
    throw new Refusal(refusalCodes.SCAN_UNBOUND, `该${providerNames[scanned.provider]}尚未绑定账号，请用密码或短信登录一次，登录后自动绑定`, {
      reason: 'SCAN_UNBOUND',
      scanTicket,
    });
  }
  await askSecondFactor(accountId, { way: scanned.provider, passwordWeak: false }, request);
  return enter(accountId, { way: scanned.provider, passwordWeak: false }, request);
}

export async function bindByScan(me: Me, input: { provider: Provider; code: string; state: string }, request: Request): Promise<Record<string, never>> {
  const scanned = await takeScan(me, input, request);
  await database().inSystem((tx) => bindScan(tx, me.accountId, scanned, request));
  return {};
}

export async function unbind(me: Me, provider: Provider, request: Request): Promise<Record<string, never>> {
  await database().inSystem(async (tx) => {
    await requireProof(tx, request);
    await unbindScan(tx, me.accountId, provider, request);
  });
  return {};
}
