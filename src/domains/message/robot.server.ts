import type { z } from 'zod';
import { eventOf } from '~/domains/events';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { config } from '~/server/config.server';
import { orRefuse } from '~/server/db/errors.server';
import { database, type Tx } from '~/server/db.server';
import { authorityOfMe, beyondGiver } from '~/server/granting.server';
import { type NewMessage, queueOutboundMessages } from '~/server/outgoing/outgoing.server';
import { robotUse, tellRobot } from '~/server/outgoing/robot.server';
import { seal, unseal } from '~/server/secrets.server';
import { scopeOf } from '~/server/serve.server';
import { lockKnown, lockSeen, putUnsigned } from '~/server/versioned.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { Told } from './outboundMessages.server';
import { robotEvents } from './robot';
import type { RobotInput } from './robot.schema';
import * as subjects from './subjects';
import type { Worded } from './wording.server';

const MOST = 10;
const NOUN = '群机器人';

export async function listRobots(tx: Tx, me: Me) {
  const rows = await tx.selectFrom('group_robot').selectAll().where('tenant_id', '=', me.tenantId).orderBy('created_at').orderBy('id').execute();
  const robots = rows.map(({ id, name, token, events, enabled, version }) => ({
    ...{ id, name, events, enabled, version },
    token: `****${unseal(robotUse(me.tenantId), token).slice(-4)}`,
  }));
  return { robots };
}

/**
 * Makes a robot, or changes one; address and secret stay as they were where none is given. A group reads what the factory is told of all customers,
 * with amounts and numbers: whoever sees less does not lead it there.
 */
export async function saveRobot(tx: Tx, me: Me, input: z.output<typeof RobotInput>, now: Date): Promise<{ id: string }> {
  if (beyondGiver(me, { ...authorityOfMe(me), scope: null, hidden: [] }))
    refuseField('events', '群里的消息含全部客户和金额，您看不到其中一部分，请由能看到全部的同事或管理员配置');
  const before = await lockSeen(tx, me, 'group_robot', NOUN, input);
  if (!before && !input.webhook) refuseField('webhook', '请粘贴机器人的Webhook地址');
  if (!before && !input.secret) refuseField('secret', '请粘贴加签密钥');
  const { robots } = await listRobots(tx, me);
  if (!before && robots.length >= MOST) refuse('BAD_STATE', `最多配置${MOST}个群机器人，请先删除不用的`);
  const events = input.events.split(',');
  if (!events.every((kind) => robotEvents.some((event) => event.kind === kind))) refuseField('events', '包含不存在的事件，请刷新后重试');
  const use = robotUse(me.tenantId);
  const values = {
    name: input.name,
    events,
    enabled: input.enabled,
    token: input.webhook ? seal(use, tokenOf(input.webhook)) : (before?.token ?? ''),
    secret: input.secret ? seal(use, input.secret) : (before?.secret ?? ''),
  };
  const id = await orRefuse(putUnsigned(tx, me, 'group_robot', before, { ...values, updated_at: now }), {
    taken: () => refuseField('name', `已有名为“${input.name}”的群机器人`),
  });
  await record(tx, me, before ? '编辑群机器人' : '新建群机器人', id, input.name, before ? shown(before) : null, {
    ...shown(values),
    ...(before && (input.webhook || input.secret) ? { 密钥: '已更换' } : {}),
  });
  return { id };
}

export async function deleteRobot(tx: Tx, me: Me, input: { id: string; version: number }): Promise<Record<string, never>> {
  const before = await lockKnown(tx, me, 'group_robot', NOUN, input);
  await tx.deleteFrom('group_robot').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  await record(tx, me, '删除群机器人', input.id, before.name, shown(before), null);
  return {};
}

/** Sends one message at once, so that the administrator sees what DingTalk says. Holds no connection while it waits. */
export async function testRobot(me: Me, { id }: { id: string }): Promise<Record<string, never>> {
  const row = (tx: Tx) => tx.selectFrom('group_robot').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  const robot = await database().inTenant(scopeOf(me), row, { readOnly: true });
  if (!robot) return notFound(`该${NOUN}`);
  const use = robotUse(me.tenantId);
  const message = { title: '测试消息', body: `这是${me.tenantName}的测试消息，收到即表示群机器人配置正确`, link: '' };
  try {
    await tellRobot({ token: unseal(use, robot.token), secret: unseal(use, robot.secret) }, message);
  } catch (error) {
    refuse('BAD_STATE', `测试消息未送达：${error instanceof Error ? error.message : String(error)}`);
  }
  return {};
}

/** Puts notices to the factory of one tenant into the groups whose robots are to tell them. */
export async function writeRobotMessages<One extends Told>(
  tx: Tx,
  told: readonly One[],
  wording: () => Promise<(one: One) => Worded>,
  now: Date,
): Promise<void> {
  const [first] = told;
  if (!first) return;
  const { tenantId } = first;
  const robots = await tx.selectFrom('group_robot').select(['id', 'events']).where('tenant_id', '=', tenantId).where('enabled', '=', true).execute();
  const telling = told.flatMap((one) => robots.filter((robot) => robot.events.includes(one.kind)).map((robot) => ({ one, robot })));
  if (!telling.length) return;
  const wordsOf = await wording();
  const messages = telling.map(({ one, robot }): NewMessage => {
    const { title, body } = wordsOf(one);
    return { channel: 'ROBOT', address: robot.id, title, body, link: one.link, kind: one.kind, outboxId: one.outboxId };
  });
  await queueOutboundMessages(tx, messages, { tenantId, now });
}

/** Only the vendor's own address: the token is what differs. */
function tokenOf(webhook: string): string {
  const address = new URL(webhook);
  const vendor = new URL(config().DINGTALK_URL);
  if (address.origin !== vendor.origin) refuseField('webhook', `Webhook地址应以 ${vendor.origin}/robot/send 开头`);
  return address.searchParams.get('access_token') ?? '';
}

const shown = ({ name, events, enabled }: { name: string; events: string[]; enabled: boolean }) => ({
  name,
  enabled,
  推送事件: events.map((kind) => eventOf(kind)?.name ?? kind).join('、'),
});

const record = (tx: Tx, me: Me, action: string, id: string, name: string, before: object | null, after: object | null) =>
  audit(tx, me, { action, subject: subjects.groupRobot, id, no: name, ...(before ? { before } : {}), ...(after ? { after } : {}) });
