import { config } from '../config.server';
import { type Channel, finalError } from './channel';
import { askOutside } from './http.server';

/** An HTTP gateway that takes {mobile, text} with the key as bearer token. */
export const smsChannel: Channel = {
  configured: () => config().SMS_URL !== undefined,
  async send({ address, title, body }) {
    const { SMS_URL = '', SMS_KEY } = config();
    const { status } = await askOutside(SMS_URL, {
      body: { mobile: address, text: title ? `${title}：${body}` : body },
      headers: SMS_KEY ? { authorization: `Bearer ${SMS_KEY}` } : {},
      allowPrivate: true,
    });
    if (status >= 400 && status < 500 && status !== 429) throw finalError(`短信网关拒绝了该短信（HTTP ${status}）`);
    if (status < 200 || status >= 300) throw new Error(`短信网关返回 HTTP ${status}`);
  },
};
