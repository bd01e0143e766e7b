import { database } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { Refusal, refusalCodes, refuse } from '~/shared/refusal';
import { type Entered, type Entrance, enter, recordFailure } from './entrance.server';
import { consumeAttempt, succeeded } from './throttle.server';
import { issueTicket, takeTicket, tryTicket } from './ticket.server';
import { hasTotp, takesSecondCode } from './totp.server';
import { triesAt } from './tries.server';

const LIFE_MS = 5 * 60_000;
const TRIES = 5;

/** Stops a login of an account with a second factor: the refusal carries the ticket that `loginSecond` takes together with the code. */
export async function askSecondFactor(accountId: string, entrance: Entrance, request: Request): Promise<void> {
  const ticket = await database().inSystem(async (tx) =>
    (await hasTotp(tx, accountId)) ? issueTicket(tx, { purpose: 'SECOND_FACTOR', accountId, data: entrance, lifeMs: LIFE_MS }, request.now) : null,
  );
  if (ticket) throw new Refusal(refusalCodes.SECOND_FACTOR, '请输入动态验证码', { reason: 'SECOND_FACTOR', ticket });
}

/** The six digits of the app, or a recovery code. */
export async function loginSecond(input: { ticket: string; code: string }, request: Request): Promise<Entered> {
  const ticket = await database().inSystem((tx) => tryTicket<Entrance>(tx, 'SECOND_FACTOR', input.ticket, TRIES, request.now));
  if (!ticket?.accountId) return refuse('LOGIN_FAILED', '验证已超时，请重新登录');
  const { accountId } = ticket;
  const keys = await triesAt({ kind: 'second', id: accountId }, request);
  const { lastAttempt } = await consumeAttempt(keys, request.now);
  if (!(await takesSecondCode(accountId, input.code, request))) {
    await recordFailure(accountId, lastAttempt, request);
    refuse('SMS_CODE', '动态验证码不正确或已使用，请重新输入');
  }
  await succeeded(keys);
  if (!(await database().inSystem((tx) => takeTicket(tx, 'SECOND_FACTOR', input.ticket, request.now)))) refuse('LOGIN_FAILED', '验证已超时，请重新登录');
  return enter(accountId, ticket.data, request);
}
