import { sql } from 'kysely';
import { productName } from '~/portal/brand';
import type { Me } from '~/portal/me';
import { hashToken, newToken } from '~/server/context.server';
import { database, type Tx } from '~/server/db.server';
import { publicOrigin } from '~/server/origin.server';
import { queueOutboundMessages } from '~/server/outgoing/outgoing.server';
import type { Request } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import { shanghaiTime } from '~/shared/dates';
import { maskMobile } from '~/shared/mask';
import { refuse } from '~/shared/refusal';
import { type Entered, enter } from './entrance.server';
import { hashPassword } from './password.server';
import { refuseShort, refuseWeak, setPassword } from './reset.server';
import { recordEvent } from './securityLog.server';
import { consumeAttempt } from './throttle.server';
import { takeTicket } from './ticket.server';

const LIFE_MS = 7 * 86_400_000;
const GONE = '该设置密码链接已使用或已失效，请用短信验证码登录，或联系为您开通账号的企业重新发送';

/**
 * Sends the person of an account made for them a link, good once and for seven days, to set its first password. Only the mobile number
 * gets it: whoever made the account never reads it. Answers SET when there is a password already, SOON when one was sent this minute.
 */
export async function sendFirstPassword(
  tx: Tx,
  me: Pick<Me, 'tenantName'>,
  account: { id: string; mobile: string },
  request: Pick<Request, 'now'>,
): Promise<'ISSUED' | 'SET' | 'SOON'> {
  const token = newToken();
  const until = new Date(request.now.getTime() + LIFE_MS);
  const { rows } = await sql<{ done: 'ISSUED' | 'SET' | 'SOON' }>`select issue_first_password(${hashToken(token)}, ${account.id}, ${until}) as done`.execute(
    tx,
  );
  const done = rows[0]?.done ?? 'SET';
  if (done !== 'ISSUED') return done;
  const link = new URL(`/portal/forgetPassword?set=${token}`, publicOrigin()).href;
  const body = `${me.tenantName}已为您开通${productName}账号${account.mobile}。请在${shanghaiTime(until).slice(0, 16)}前打开链接设置登录密码（仅限使用一次，请勿转发）：${link} 也可直接用短信验证码登录。`;
  await queueOutboundMessages(tx, [
    {
      channel: 'SMS',
      address: account.mobile,
      title: '设置登录密码',
      body,
      kind: 'account.first_password',
      accountId: account.id,
      secret: true,
      expiresAt: until,
    },
  ]);
  return done;
}

/** Whose password a link sets; empty when it is of no use any more. */
export async function viewFirstPassword(token: string, request: Request): Promise<{ name: string; mobile: string }> {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  const row = await database().inSystem(
    (tx) =>
      tx
        .selectFrom('account_ticket')
        .innerJoin('account', 'account.id', 'account_ticket.account_id')
        .select(['account.name', 'account.mobile'])
        .where('account_ticket.token_hash', '=', hashToken(token))
        .where('account_ticket.purpose', '=', 'SET_PASSWORD')
        .where('account_ticket.expires_at', '>', request.now)
        .executeTakeFirst(),
    { readOnly: true },
  );
  return { name: row?.name ?? '', mobile: maskMobile(row?.mobile ?? '') };
}

/** Sets it and logs the person in: the link has shown that the mobile number is theirs. A password refused leaves the link good. */
export async function setFirstPassword(input: { token: string; newPassword: string }, request: Request): Promise<Entered> {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  refuseWeak(input.newPassword, '', 'newPassword');
  const hash = await hashPassword(input.newPassword);
  const accountId = await database().inSystem(async (tx) => {
    const ticket = await takeTicket(tx, 'SET_PASSWORD', input.token, request.now);
    const account = ticket?.accountId
      ? await tx
          .selectFrom('account')
          .select(['id', 'mobile', 'password_set'])
          .where('id', '=', ticket.accountId)
          .where('status', '=', 'ACTIVE')
          .executeTakeFirst()
      : undefined;
    if (!account || account.password_set) return refuse('INVITE', GONE);
    refuseWeak(input.newPassword, account.mobile, 'newPassword');
    await refuseShort(tx, account.id, input.newPassword, 'newPassword');
    await setPassword(tx, account.id, hash, request);
    await recordEvent(tx, account.id, 'PASSWORD_CHANGED', request, '首次设置密码');
    return account.id;
  });
  forgetSessions();
  return enter(accountId, { way: 'SMS', passwordWeak: false }, request);
}
