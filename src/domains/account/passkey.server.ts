import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { productName } from '~/portal/brand';
import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { log } from '~/server/log.server';
import type { Request } from '~/server/serve.server';
import { notFound, refuse } from '~/shared/refusal';
import { deviceName } from './device';
import { type Entered, enter, recordFailure } from './entrance.server';
import { requireProof } from './proof.server';
import { recordEvent } from './securityLog.server';
import { consumeAttempt } from './throttle.server';
import { issueTicket, takeTicket } from './ticket.server';

const LIFE_MS = 5 * 60_000;
const MOST = 10;
const FAILED = '通行密钥验证失败，请重试或使用其他方式登录';

const placeOf = (request: Request) => {
  const origin = request.origin ?? 'http://localhost';
  return { origin, rpID: new URL(origin).hostname };
};
type Transports = NonNullable<Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']>[number]['transports'];

export async function passkeyAddOptions(me: Me, request: Request) {
  const own = await database().inSystem(async (tx) => {
    await requireProof(tx, request);
    return tx.selectFrom('passkey').select(['id', 'transports']).where('account_id', '=', me.accountId).execute();
  });
  if (own.length >= MOST) refuse('ACCOUNT_RULE', `最多添加${MOST}个通行密钥，请先删除不用的`);
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: placeOf(request).rpID,
    userName: me.loginAccount,
    userDisplayName: me.name,
    userID: new TextEncoder().encode(me.accountId),
    attestationType: 'none',
    excludeCredentials: own.map((one) => ({ id: one.id, transports: one.transports as Transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const ticket = await database().inSystem((tx) =>
    issueTicket(tx, { purpose: 'PASSKEY_ADD', accountId: me.accountId, data: { challenge: options.challenge }, lifeMs: LIFE_MS }, request.now),
  );
  return { options, ticket };
}

export async function addPasskey(me: Me, input: { ticket: string; response: unknown; name: string }, request: Request): Promise<Record<string, never>> {
  const ticket = await database().inSystem((tx) => takeTicket<{ challenge: string }>(tx, 'PASSKEY_ADD', input.ticket, request.now));
  if (ticket?.accountId !== me.accountId) refuse('ACCOUNT_RULE', '操作已超时，请重新添加');
  const { origin, rpID } = placeOf(request);
  const verified = await verifyRegistrationResponse({
    response: input.response as RegistrationResponseJSON,
    expectedChallenge: ticket.data.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log.info({ reason: String(error) }, 'passkey not taken');
    return null;
  });
  if (!verified?.verified) return refuse('ACCOUNT_RULE', '通行密钥未通过验证，请重试');
  const { credential } = verified.registrationInfo;
  await database().inSystem(async (tx) => {
    await requireProof(tx, request);
    await tx
      .insertInto('passkey')
      .values({
        id: credential.id,
        account_id: me.accountId,
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: credential.transports ?? [],
        name: input.name || deviceName(request.agent),
        created_at: request.now,
      })
      .onConflict((on) => on.doNothing())
      .execute();
    await recordEvent(tx, me.accountId, 'PASSKEY_ADDED', request, input.name || deviceName(request.agent));
  });
  return {};
}

export async function removePasskey(me: Me, input: { id: string }, request: Request): Promise<Record<string, never>> {
  await database().inSystem(async (tx) => {
    await requireProof(tx, request);
    const gone = await tx.deleteFrom('passkey').where('account_id', '=', me.accountId).where('id', '=', input.id).returning('name').executeTakeFirst();
    if (!gone) notFound('该通行密钥');
    await recordEvent(tx, me.accountId, 'PASSKEY_REMOVED', request, gone.name);
  });
  return {};
}

/** The key names its owner itself, so nobody learns which accounts have one. */
export async function passkeyLoginOptions(request: Request) {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  const options = await generateAuthenticationOptions({ rpID: placeOf(request).rpID, userVerification: 'required' });
  const ticket = await database().inSystem((tx) =>
    issueTicket(tx, { purpose: 'PASSKEY_LOGIN', data: { challenge: options.challenge }, lifeMs: LIFE_MS }, request.now),
  );
  return { options, ticket };
}

/** A passkey is possession and a person verified by the device: no second factor is asked. */
export async function loginByPasskey(input: { ticket: string; response: unknown }, request: Request): Promise<Entered> {
  return enter(await passkeyOwner(input, request), { way: 'PASSKEY', passwordWeak: false }, request);
}

/** Whose account the key that answered a challenge of `passkeyLoginOptions` belongs to. */
export async function passkeyOwner(input: { ticket: string; response: unknown }, request: Request): Promise<string> {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  const response = input.response as AuthenticationResponseJSON;
  const { ticket, key } = await database().inSystem(async (tx) => ({
    ticket: await takeTicket<{ challenge: string }>(tx, 'PASSKEY_LOGIN', input.ticket, request.now),
    key: await tx
      .selectFrom('passkey')
      .selectAll()
      .where('id', '=', String(response.id ?? ''))
      .executeTakeFirst(),
  }));
  if (!ticket || !key) return refuse('LOGIN_FAILED', FAILED);
  const { origin, rpID } = placeOf(request);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: ticket.data.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: key.id, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter), transports: key.transports as Transports },
  }).catch((error: unknown) => {
    log.info({ reason: String(error) }, 'passkey refused');
    return null;
  });
  if (!verified?.verified) {
    await recordFailure(key.account_id, false, request);
    return refuse('LOGIN_FAILED', FAILED);
  }
  const { newCounter } = verified.authenticationInfo;
  await database().inSystem((tx) =>
    tx
      .updateTable('passkey')
      .set({ counter: BigInt(newCounter), used_at: request.now })
      .where('id', '=', key.id)
      .execute(),
  );
  return key.account_id;
}
