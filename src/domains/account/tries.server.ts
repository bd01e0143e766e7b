import { database } from '~/server/db.server';
import type { Request } from '~/server/serve.server';

/** What is tried: a way in that guessing has closed leaves the others open. */
type Kind = 'account' | 'sms' | 'second' | 'reset';
const lasting: readonly Kind[] = ['account', 'second'];

/**
 * What counts the tries at one account, for `consumeAttempt`. A device the account has logged in on before counts by itself, so that neither a stranger
 * nor a colleague behind the same address locks its owner out. All others count by account and address; passwords and authenticator codes, which do not
 * die of wrong tries as a code that was sent does, by account as well: many addresses together gain little.
 */
export async function triesAt(
  account: { kind?: Kind; id: string | undefined; typed?: string },
  request: Pick<Request, 'address' | 'device'>,
): Promise<string[]> {
  const { kind = 'account', id, typed = '' } = account;
  const who = `${kind}:${id ?? typed}`;
  if (id && request.device && (await isKnownDevice(id, request.device))) return [`${who}@device:${request.device}`];
  return [`${who}@${request.address}`, ...(lasting.includes(kind) ? [`everywhere:${who}`] : []), `address:${request.address}`];
}

/** A new password: what was guessed at the old one is worth nothing, and its owner waits no longer. */
export async function forgetGuesses(accountId: string): Promise<void> {
  await database().inSystem((tx) =>
    tx
      .deleteFrom('login_attempt')
      .where((eb) => eb.or([eb('key', 'like', `account:${accountId}@%`), eb('key', '=', `everywhere:account:${accountId}`)]))
      .execute(),
  );
}

async function isKnownDevice(accountId: string, device: string): Promise<boolean> {
  const row = await database().inSystem(
    (tx) => tx.selectFrom('device').select('account_id').where('account_id', '=', accountId).where('device_hash', '=', device).executeTakeFirst(),
    { readOnly: true },
  );
  return row !== undefined;
}
