import type { Entered } from '~/domains/account/entrance.server';
import { accountWithoutLogin } from '~/domains/account/newAccount.server';
import { consumeAttempt } from '~/domains/account/throttle.server';
import { seatVisitor, takeRoles } from '~/domains/organisation/seat.server';
import { homeOf } from '~/portal/menu';
import { asVisitor, VISIT, VISITED } from '~/portal/visit';
import { config } from '~/server/config.server';
import { hashToken, newToken } from '~/server/context.server';
import { database, type Opened, type Tx } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { closeSession, endVisits, forgetSessions, loadMe, openSession } from '~/server/session.server';
import { refuse } from '~/shared/refusal';

/** No number people have: nobody logs in to this account. */
const LOGIN = 'demo-visitor';
const NAME = '访客';

/** A look around the demo company without an account of one's own; the session itself says that nothing can be changed. */
export async function visitDemo(request: Request): Promise<Entered> {
  if (!config().DEMO) refuse('ACCOUNT_RULE', '本平台没有开放演示企业，请登录或注册企业');
  await consumeAttempt([`visit:${request.address}`], request.now);
  const token = newToken();
  const me = await database().inSystem(async (tx) => {
    const tenant = await tx.selectFrom('tenant').select('id').where('code', '=', VISITED).where('status', '=', 'ACTIVE').executeTakeFirst();
    if (!tenant) refuse('ACCOUNT_RULE', '演示企业尚未建立，请稍后再试');
    const accountId = await seatFor(tx, tenant.id);
    const person = (await loadMe(tx, accountId, tenant.id, '1')) ?? refuse('ACCOUNT_RULE', '演示企业暂时不能参观，请稍后再试');
    if (request.sessionHash) await closeSession(tx, request.sessionHash);
    const { address, agent, now } = request;
    await openSession(tx, { hash: hashToken(token), accountId, tenantId: tenant.id, identity: '1', address, agent, now, way: VISIT });
    return asVisitor(person);
  });
  request.newSession = { token };
  return { me, home: homeOf(me), passwordWeak: false };
}

/** The visitors' account and its seat, made when first needed and put right whenever somebody changed them. */
async function seatFor(tx: Tx, tenantId: bigint): Promise<string> {
  const accountId = await accountWithoutLogin(tx, { login: LOGIN, name: NAME });
  await seatVisitor(tx, { tenantId, accountId, name: NAME });
  return accountId;
}

/** Every visit ends at night, and the visitors' account begins the day without roles anybody gave it. */
export async function resetVisits(opened: Pick<Opened, 'inSystem'>): Promise<number> {
  const ended = await opened.inSystem(async (tx) => {
    const gone = await endVisits(tx);
    await takeRoles(tx, LOGIN);
    return gone;
  });
  forgetSessions();
  return ended;
}
