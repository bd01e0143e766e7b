import { z } from 'zod';
import { type Endpoint, get, person, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields';
import { pageOf } from '~/shared/page';
import { Message, MessageQuery } from './message';

/** The spec names these as GET though they mark messages: they keep a writing transaction, and the worst a foreign link can do is mark one read. */
const asGet = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, method: 'GET' });

const Ids = z.string().regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,199}$/i, '请选择1到200条消息');
/** What is still unread afterwards. */
const Count = z.object({ count: z.number() });

export const messageList = read('/message/inner/message/post', person, MessageQuery, pageOf(Message), { title: '我的消息列表' });
export const unreadCount = get('/message/inner/message/unreadCount', person, z.object({}), Count, { title: '未读消息数' });
const readOne = post('/message/inner/message/read', person, z.object({ id: Id }), Count, { title: '标记一条消息为已读' });
const readMany = post('/message/inner/message/readMany', person, z.object({ ids: Ids }), Count, { title: '标记多条消息为已读' });
const readAll = post('/message/inner/message/readAll', person, z.object({}), Count, { title: '全部标记为已读' });
export const messageRead = asGet(readOne);
export const messageReadMany = asGet(readMany);
export const messageReadAll = asGet(readAll);
