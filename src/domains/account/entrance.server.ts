import { closedTo } from '~/portal/guard';
import { href } from '~/portal/href';
import type { Identity, Me } from '~/portal/me';
import { homeOf } from '~/portal/menu';
import { hashToken, newToken } from '~/server/context.server';
import { database, type Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import type { Request } from '~/server/serve.server';
import { closeSession, loadMe, openSession } from '~/server/session.server';
import { shanghaiTime } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { loginWays } from './accountEvents';
import { deviceName } from './device';
import { attachScan } from './scan/binding.server';
import { meetDevice, recordEvent } from './securityLog.server';

export interface Entered {
  me: Me;
  home: string;
  passwordWeak: boolean;
}

/** The person as calls answer it. */
export const personView = (me: Me) => ({
  ...me,
  permissions: [...me.permissions],
  closed: closedTo(me),
  apps: [...me.apps],
  tenants: [...me.tenants],
  customerTenants: [...me.customerTenants],
});
export const enteredView = ({ me, home, passwordWeak }: Entered) => ({ home, user: personView(me), passwordWeak });

export const WRONG_ACCOUNT = '账号或密码不正确';

export async function recordFailure(accountId: string, lastAttempt: boolean, request: Request): Promise<void> {
  await database().inSystem(async (tx) => {
    await recordEvent(tx, accountId, 'LOGIN_FAILED', request);
    if (lastAttempt) await recordEvent(tx, accountId, 'LOCKED', request, '连续多次失败，暂时不能登录');
  });
}

export interface Entrance {
  way: string;
  passwordWeak: boolean;
  /** A scan that had no account yet: this login binds it. */
  scanTicket?: string | undefined;
}

/** Opens a new session, whatever the browser brought along ends: a token planted before login is worth nothing after it. */
export async function enter(accountId: string, { way, passwordWeak, scanTicket }: Entrance, request: Request): Promise<Entered> {
  const token = newToken();
  const me = await database().inSystem(async (tx) => {
    const person = await seatOf(tx, accountId);
    if (request.sessionHash) await closeSession(tx, request.sessionHash);
    const met = await meetDevice(tx, accountId, request);
    await openSession(tx, {
      hash: hashToken(token),
      accountId,
      tenantId: person.tenantId,
      identity: person.identity,
      address: request.address,
      agent: request.agent,
      now: request.now,
      way,
      device: met.device,
    });
    await recordEvent(tx, accountId, 'LOGIN', request, loginWays[way] ?? way, met);
    if (met.newDevice || met.newNetwork) await warnOfLogin(tx, person, met.newDevice, request);
    if (scanTicket) await attachScan(tx, accountId, scanTicket, request);
    return person;
  });
  request.newSession = { token };
  return { me, home: homeOf(me), passwordWeak };
}

async function seatOf(tx: Tx, accountId: string): Promise<Me> {
  const account = await tx.selectFrom('account').select(['user_type', 'status']).where('id', '=', accountId).executeTakeFirst();
  if (account?.status !== 'ACTIVE') refuse('LOGIN_FAILED', WRONG_ACCOUNT);
  const identity: Identity = account.user_type === 2 ? '2' : '1';
  const person = (await loadMe(tx, accountId, null, identity)) ?? (account.user_type === 3 ? await loadMe(tx, accountId, null, '2') : null);
  return person ?? refuse('ACCOUNT_RULE', '该账号尚未关联任何企业，请联系厂家管理员');
}

function warnOfLogin(tx: Tx, me: Me, newDevice: boolean, request: Request): Promise<void> {
  return tell(tx, me, {
    kind: 'account.login',
    title: newDevice ? '您的账号在新设备上登录' : '您的账号在陌生网络登录',
    body: `${shanghaiTime(request.now)}，${deviceName(request.agent)}，IP ${request.address || '未知'}。如非本人操作，请立即修改密码并下线该设备。`,
    link: href('/portal/account/security', { tab: 'devices' }),
    to: { side: 'account', accountId: me.accountId },
  });
}
