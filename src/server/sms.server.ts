import { Refusal, SYSTEM_BUSY } from '~/shared/refusal';
import { config } from './config.server';
import type { Tx } from './db.server';
import { newId } from './ids.server';

/**
 * The SMS port. With SMS_URL set, messages go to that HTTP gateway as {mobile, text} with the key as bearer token;
 * without it they are kept in the local outbox table, which an operator of a single machine reads.
 */
export async function sendSms(tx: Tx, mobile: string, text: string): Promise<void> {
  await tx.insertInto('sms_outbox').values({ id: newId(), mobile, body: text }).execute();
  const { SMS_URL, SMS_KEY } = config();
  if (!SMS_URL) return;
  const answer = await fetch(SMS_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(SMS_KEY ? { authorization: `Bearer ${SMS_KEY}` } : {}) },
    body: JSON.stringify({ mobile, text }),
    signal: AbortSignal.timeout(8_000),
  }).catch(() => null);
  if (!answer?.ok) throw new Refusal(SYSTEM_BUSY, '短信发送失败，请稍后重试');
}
