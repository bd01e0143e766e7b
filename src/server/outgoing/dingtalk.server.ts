import { config } from '../config.server';
import { type Channel, finalError } from './channel';
import { askVendor, withToken } from './vendorToken.server';

/** 60121: no such user; 60011, 60020: the application may not see them. */
const FINAL = new Set([60121, 60011, 60020, 33012]);
const NAME = '钉钉';

/** DingTalk work notices of an in-house application; people are found by their mobile number. */
export const dingtalkChannel: Channel = {
  configured: () => Boolean(config().DINGTALK_APP_KEY && config().DINGTALK_APP_SECRET && config().DINGTALK_AGENT_ID),
  async send({ address, title, body, link }) {
    const found = await ask('/topapi/v2/user/getbymobile', { mobile: address });
    const userId = (found['result'] as { userid?: string } | undefined)?.userid;
    if (!userId) throw finalError(`${NAME}企业内没有手机号对应的员工`);
    const text = `### ${title}\n\n${body}`;
    await ask('/topapi/message/corpconversation/asyncsend_v2', {
      agent_id: Number(config().DINGTALK_AGENT_ID),
      userid_list: userId,
      msg: link
        ? { msgtype: 'action_card', action_card: { title, markdown: text, single_title: '查看详情', single_url: link } }
        : { msgtype: 'markdown', markdown: { title, text } },
    });
  },
};

function ask(path: string, body: unknown) {
  const { DINGTALK_URL, DINGTALK_APP_KEY = '', DINGTALK_APP_SECRET = '' } = config();
  const asked = new URLSearchParams({ appkey: DINGTALK_APP_KEY, appsecret: DINGTALK_APP_SECRET });
  return withToken(
    NAME,
    `${DINGTALK_URL} ${DINGTALK_APP_KEY}`,
    () => askVendor(NAME, `${DINGTALK_URL}/gettoken?${asked}`, { method: 'GET', allowPrivate: true }),
    (token) => askVendor(NAME, `${DINGTALK_URL}${path}?${new URLSearchParams({ access_token: token })}`, { body, allowPrivate: true }),
    FINAL,
  );
}
