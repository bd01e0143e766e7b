import { config } from '../config.server';
import type { Channel } from './channel';
import { askVendor, withToken } from './vendorToken.server';

/** 40003: bad openid; 43004: does not follow; 43019 refused; 40037: bad template. */
const FINAL = new Set([40003, 43004, 43019, 40037]);
const NAME = '微信';
/** The vendor cuts `thing` values at 20 characters with an error, so they are cut here. */
const VALUE_LENGTH = 20;

/** Template messages of a WeChat official account. The template's fields are thing1 (title) and thing2 (text). */
export const wechatChannel: Channel = {
  configured: () => Boolean(config().WECHAT_MP_APP_ID && config().WECHAT_MP_SECRET && config().WECHAT_MP_TEMPLATE),
  async send({ address, title, body, link }) {
    const { WECHAT_MP_URL, WECHAT_MP_APP_ID = '', WECHAT_MP_SECRET = '', WECHAT_MP_TEMPLATE } = config();
    const message = {
      touser: address,
      template_id: WECHAT_MP_TEMPLATE,
      ...(link ? { url: link } : {}),
      data: { thing1: { value: cut(title) }, thing2: { value: cut(body) } },
    };
    await withToken(
      NAME,
      `${WECHAT_MP_URL} ${WECHAT_MP_APP_ID}`,
      () =>
        askVendor(NAME, `${WECHAT_MP_URL}/cgi-bin/stable_token`, {
          body: { grant_type: 'client_credential', appid: WECHAT_MP_APP_ID, secret: WECHAT_MP_SECRET },
          allowPrivate: true,
        }),
      (token) =>
        askVendor(NAME, `${WECHAT_MP_URL}/cgi-bin/message/template/send?${new URLSearchParams({ access_token: token })}`, {
          body: message,
          allowPrivate: true,
        }),
      FINAL,
    );
  },
};

const cut = (text: string): string => ([...text].length > VALUE_LENGTH ? `${[...text].slice(0, VALUE_LENGTH - 1).join('')}…` : text);
