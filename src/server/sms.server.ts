import type { Tx } from './db.server';
import { queueOutboundMessages } from './outgoing/outgoing.server';

/** Codes are of no use afterwards. */
const LIFE_MS = 5 * 60_000;

/**
 * A text with a code or a link for one mobile number, sent within a second after the transaction commits. Without SMS_URL it is kept
 * in `outgoing`. Readers of the outbox never see its secret part.
 */
export function sendSms(tx: Tx, mobile: string, text: string, now: Date): Promise<void> {
  return queueOutboundMessages(tx, [{ channel: 'SMS', address: mobile, body: text, secret: true, expiresAt: new Date(now.getTime() + LIFE_MS) }]);
}
