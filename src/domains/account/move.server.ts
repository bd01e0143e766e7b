import type { Identity, Me } from '~/portal/me';
import { factoryHomeOf, homeOf } from '~/portal/menu';
import { hashToken, newToken } from '~/server/context.server';
import { database } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { loadMe, moveSession } from '~/server/session.server';
import { Refusal, refuse, SESSION_INVALID } from '~/shared/refusal';

interface Moved {
  me: Me;
  home: string;
}

export async function switchTenant(me: Me, tenantId: bigint, request: Request): Promise<Moved> {
  const choices = me.customerId === null ? me.tenants : me.customerTenants;
  if (!choices.some((choice) => choice.tenantId === tenantId)) refuse('ACCOUNT_RULE', '您不属于该厂家，无法切换');
  return move(me, tenantId, me.identity, request);
}

/** Type 3 only: '1' own factory, '2' customer side (first of its factories), '3' the chooser, which changes nothing yet. */
export async function switchIdentity(me: Me, identity: Identity, request: Request): Promise<Moved> {
  if (me.userType !== 3) refuse('ACCOUNT_RULE', '当前账号不支持切换身份');
  const choices = identity === '2' ? me.customerTenants : me.tenants;
  const first = choices[0];
  if (!first) refuse('ACCOUNT_RULE', identity === '2' ? '当前账号未关联任何厂家的经销商身份' : '当前账号没有厂家身份');
  const moved = await move(me, first.tenantId, identity, request);
  return identity === '1' ? { ...moved, home: factoryHomeOf(moved.me) } : moved;
}

/** What is under way goes on in the tenant it began in: its transaction is bound to that one. */
async function move(me: Me, tenantId: bigint, identity: Identity, request: Request): Promise<Moved> {
  const old = request.sessionHash ?? refuseSession();
  const token = newToken();
  const moved = await database().inSystem(async (tx) => {
    const next = await loadMe(tx, me.accountId, tenantId, identity);
    if (next?.tenantId !== tenantId) refuse('ACCOUNT_RULE', '该身份已失效，请刷新后重试');
    // Of two switches at once the second finds the session gone: it must not hand out a token that opens nothing.
    if (!(await moveSession(tx, old, { hash: hashToken(token), tenantId, identity }))) refuseSession();
    return next;
  });
  request.newSession = { token };
  return { me: moved, home: homeOf(moved) };
}

function refuseSession(): never {
  throw new Refusal(SESSION_INVALID, '登录已失效，请重新登录');
}
