import { createTransport, type Transporter } from 'nodemailer';
import { productName } from '~/portal/brand';
import { config } from '../config.server';
import { type Channel, finalError } from './channel';

const shared = globalThis as { portalMail?: { url: string; transport: Transporter } };

export const mailChannel: Channel = {
  configured: () => config().SMTP_URL !== undefined,
  async send({ address, title, body, link, files = [] }) {
    const { SMTP_URL = '', MAIL_FROM } = config();
    try {
      await transportTo(SMTP_URL).sendMail({
        from:
          MAIL_FROM ?? `${productName} <${new URL(SMTP_URL).username.includes('@') ? decodeURIComponent(new URL(SMTP_URL).username) : 'no-reply@localhost'}>`,
        to: { name: '', address },
        subject: oneLine(title || body),
        attachments: files.map(({ name, mime, bytes }) => ({ filename: name, contentType: mime, content: Buffer.from(bytes) })),
        text: link ? `${body}\n\n查看：${link}` : body,
      });
    } catch (error) {
      const code = (error as { responseCode?: number }).responseCode ?? 0;
      const said = `邮件服务器未接收：${error instanceof Error ? error.message : String(error)}`;
      throw code >= 550 && code < 560 ? finalError(said) : new Error(said);
    }
  },
};

/** A subject is one line: a line break in it would start another header. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 120);

function transportTo(url: string): Transporter {
  if (shared.portalMail?.url !== url) {
    shared.portalMail?.transport.close();
    shared.portalMail = {
      url,
      transport: createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 }),
    };
  }
  return shared.portalMail.transport;
}
