import { createHmac } from 'node:crypto';
import { config } from '../config.server';
import { database } from '../db.server';
import { unseal } from '../secrets.server';
import { type Channel, finalError, type OutboundMessage } from './channel';
import { askVendor } from './vendorToken.server';

const NAME = '钉钉群机器人';
/** 300005, 310000: unknown token; wrong signature, keyword or address. 400013, 400101, 400102: the group is gone, the token is none, the robot is off. */
const FINAL = new Set([300005, 310000, 400013, 400101, 400102]);

export interface RobotKeys {
  token: string;
  secret: string;
}
export const robotUse = (tenantId: bigint): string => `group_robot/${tenantId}`;

/** A robot of a DingTalk group, secured by 加签; the address of a message is the robot's id. */
export const robotChannel: Channel = {
  configured: () => true,
  async send(message) {
    const robot = await database().inSystem(
      (tx) => tx.selectFrom('group_robot').select(['tenant_id', 'token', 'secret', 'enabled']).where('id', '=', message.address).executeTakeFirst(),
      { readOnly: true },
    );
    if (!robot?.enabled) throw finalError(`${NAME}已停用或已删除`);
    const use = robotUse(robot.tenant_id);
    await tellRobot({ token: unseal(use, robot.token), secret: unseal(use, robot.secret) }, message);
  },
};

/** Posts a markdown message with the vendor's signature over the time in ms; rejects with a sentence for the administrator. */
export async function tellRobot(
  { token, secret }: RobotKeys,
  { title, body, link }: Pick<OutboundMessage, 'title' | 'body' | 'link'>,
  now = Date.now(),
): Promise<void> {
  const sign = createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64');
  const asked = new URLSearchParams({ access_token: token, timestamp: String(now), sign });
  const text = `### ${title}\n\n${body}${link ? `\n\n[查看详情](${link})` : ''}`;
  const { errcode = 0, errmsg = '' } = await askVendor(NAME, `${config().DINGTALK_URL}/robot/send?${asked}`, {
    body: { msgtype: 'markdown', markdown: { title, text } },
    allowPrivate: true,
  });
  if (errcode === 0) return;
  const said = `${NAME}拒绝：${errmsg}（${errcode}）`;
  throw FINAL.has(errcode) ? finalError(said) : new Error(said);
}
