import { sql } from 'kysely';
import type { Entered } from '~/domains/account/entrance.server';
import { consumeAttempt } from '~/domains/account/throttle.server';
import { homeOf } from '~/portal/menu';
import { asVisitor, VISIT, VISITED } from '~/portal/visit';
import { config } from '~/server/config.server';
import { hashToken, newToken } from '~/server/context.server';
import { database, type Opened, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Request } from '~/server/serve.server';
import { closeSession, forgetSessions, loadMe, openSession } from '~/server/session.server';
import { refuse } from '~/shared/refusal';

/** Neither a number people have nor a hash of any password: nobody logs in to this account. */
const LOGIN = 'demo-visitor';
const NO_PASSWORD = '!';

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
  const account = await tx
    .insertInto('account')
    .values({ id: newId(), login_account: LOGIN, mobile: LOGIN, name: '访客', user_type: 1, password_hash: NO_PASSWORD })
    .onConflict((on) => on.column('login_account').doUpdateSet({ status: 'ACTIVE', password_hash: NO_PASSWORD, name: '访客' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into member (tenant_id, id, account_id, name, job_title) select ${tenantId}, ${newId()}, ${account.id}, '访客', '演示参观'
    where not exists (select 1 from member where tenant_id = ${tenantId} and account_id = ${account.id})`.execute(tx);
  await tx.updateTable('member').set({ status: 'ACTIVE', is_admin: false }).where('tenant_id', '=', tenantId).where('account_id', '=', account.id).execute();
  return account.id;
}

/** Every visit ends at night, and the visitors' account begins the day without roles anybody gave it. */
export async function resetVisits(opened: Pick<Opened, 'inSystem'>): Promise<number> {
  const ended = await opened.inSystem(async (tx) => {
    const gone = await tx.deleteFrom('session').where('way', '=', VISIT).executeTakeFirst();
    await sql`delete from member_role using member, account where member.tenant_id = member_role.tenant_id and member.id = member_role.member_id
      and account.id = member.account_id and account.login_account = ${LOGIN}`.execute(tx);
    return Number(gone.numDeletedRows);
  });
  forgetSessions();
  return ended;
}
