import type { Tx } from './db.server';
import { queueOutboundMessages } from './outgoing/outgoing.server';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Holds a code or a link that opens something; not shown in the outbox and blanked once sent. */
  secret?: boolean;
  /** Keys of the tenant's files. */
  files?: readonly string[];
  expiresAt?: Date;
}

/** A mail, sent within a second after the transaction commits. Without SMTP_URL it is kept in `outgoing`. */
export function sendMail(tx: Tx, { to, subject, text, ...rest }: Mail): Promise<void> {
  return queueOutboundMessages(tx, [{ channel: 'MAIL', address: to, title: subject, body: text, ...rest }]);
}
