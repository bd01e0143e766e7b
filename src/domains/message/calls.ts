import { z } from 'zod';
import { MESSAGE_MANAGE } from '~/portal/permissions';
import { asGet, get, may, person, post, read } from '~/shared/endpoint';
import { BigId, Id } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { Message, MessageFilter, MessageQuery } from './message.schema';
import { PlatformMessage, SentMessage, SentQuery } from './outbox.schema';
import { Robot, RobotInput, RobotRef } from './robot.schema';
import { MySubscription, Subscription } from './subscription.schema';
import { Template, WordingForm } from './template.schema';

const base = '/message/inner/message';
const Ids = z.string().regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,199}$/i, '请选择1到200条消息');
const Yes = z.codec(z.enum(['true', 'false']), z.boolean(), { decode: (text) => text === 'true', encode: (flag) => (flag ? 'true' : 'false') });
/** What is still unread afterwards. */
const Count = z.object({ count: z.number() });

/** `last` stands for the newest message there was: 全部已读 takes it back, so what arrives meanwhile stays unread. */
export const messageList = read(`${base}/post`, person, MessageQuery, pageOf(Message).extend({ last: z.string() }), { title: '我的消息列表' });
export const unreadCount = get(`${base}/unreadCount`, person, z.object({}), Count, { title: '未读消息数' });
const readOne = post(`${base}/read`, person, z.object({ id: Id, alike: Yes.default(false) }), Count, { title: '标记一条消息为已读' });
const readMany = post(`${base}/readMany/{ids}`, person, z.object({ ids: Ids, alike: Yes.default(false) }), Count, { title: '标记多条消息为已读' });
const readAll = post(
  `${base}/readAll`,
  person,
  MessageFilter.extend({ last: BigId.optional(), important: Yes.default(false) }),
  Count.extend({ marked: z.number(), kept: z.number() }),
  { title: '将筛选出的消息标记为已读' },
);
export const messageRead = asGet(readOne);
export const messageReadMany = asGet(readMany);
export const messageReadAll = asGet(readAll);

/** Server-sent events: `unread` with {count, arrived} whenever the person's messages change. */
export const messageStream = get(`${base}/stream`, person, z.object({}), z.any(), { title: '消息推送（text/event-stream）' });

const Saved = z.object({ version: z.number() });
const Version = z.number().int().min(0).max(2_147_483_647);
export const subscriptionRead = get('/message/inner/subscription/read', person, z.object({}), MySubscription, { title: '我的消息订阅' });
export const subscriptionSave = post('/message/inner/subscription/save', person, z.object({ subscription: Subscription, version: Version }), Saved, {
  title: '保存我的消息订阅',
});

const manage = may(MESSAGE_MANAGE);
const Kind = z.string().min(1, '请选择事件').max(60, '没有这个事件');
export const templateList = read('/message/inner/template/list', manage, z.object({}), z.object({ templates: z.array(Template) }), { title: '消息模板' });
export const templateSave = post('/message/inner/template/save', manage, WordingForm.extend({ kind: Kind, version: Version }), Saved, {
  title: '保存消息模板',
});
export const templateRestore = post('/message/inner/template/restore', manage, z.object({ kind: Kind, version: Version }), z.object({}), {
  title: '恢复默认消息模板',
});
export const robotList = read('/message/inner/robot/list', manage, z.object({}), z.object({ robots: z.array(Robot) }), { title: '钉钉群机器人' });
export const robotSave = post('/message/inner/robot/save', manage, RobotInput, z.object({ id: z.string() }), { title: '新建或编辑钉钉群机器人' });
export const robotDelete = post('/message/inner/robot/delete', manage, RobotRef, z.object({}), { title: '删除钉钉群机器人' });
export const robotTest = post('/message/inner/robot/test', manage, z.object({ id: Id }), z.object({}), { title: '向钉钉群发送测试消息' });
export const outboxList = read('/message/inner/outbox/list', manage, SentQuery, pageOf(SentMessage), { title: '消息发送记录' });
export const outboxRetry = post('/message/inner/outbox/retry', manage, z.object({ id: Id }), z.object({}), { title: '重新发送' });
export const outboxPlatform = read('/message/inner/outbox/platform', manage, z.object({}), z.object({ messages: z.array(PlatformMessage) }), {
  title: '演示环境的验证码',
});
