import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { $unread } from '~/shell/session';
import { cx } from '~/ui/kit/cx';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import { type Message, messageStates, messageTypes } from '../message';

interface Props {
  first: AnswerOf<typeof calls.messageList>;
  query: Record<string, string>;
}

/** A plain list of unread messages also tells the bell how many there are (spec section 7). */
async function load(query: Record<string, string>) {
  const page = await call(calls.messageList, query);
  $unread.set(page.tabs?.UNREAD ?? 0);
  return page;
}

async function mark(work: Promise<{ count: number }>, list: ListHandle<Message>): Promise<void> {
  $unread.set((await work).count);
  list.picked.clear();
  list.reload();
}

export default function MessageList({ first, query }: Props) {
  return (
    <ListPage<Message>
      title="消息"
      source={{ id: 'message/list', first, query, load }}
      filters={[
        { kind: 'text', key: 'messageTitle', label: '标题' },
        { kind: 'select', key: 'messageType', label: '类型', options: Object.entries(messageTypes).map(([value, label]) => ({ value, label })) },
        { kind: 'dates', key: 'time', label: '时间', startKey: 'startTime', endKey: 'endTime' },
      ]}
      tabs={{
        key: 'messageStatus',
        items: [
          { value: '', label: '全部' },
          { value: 'UNREAD', label: '未读' },
          { value: 'READ', label: '已读' },
        ],
      }}
      columns={[
        {
          key: 'title',
          title: '标题',
          width: 220,
          always: true,
          cell: (row) => (
            <span className={cx(row.messageStatus === 'UNREAD' && 'font-semibold')}>
              {row.link ? (
                <a href={row.link} onClick={() => void readQuietly(row)}>
                  {row.title}
                </a>
              ) : (
                row.title
              )}
            </span>
          ),
        },
        { key: 'body', title: '内容', wrap: true, width: 360 },
        { key: 'messageType', title: '类型', cell: (row) => messageTypes[row.messageType] ?? '系统' },
        {
          key: 'messageStatus',
          title: '状态',
          cell: (row) => <StatusTag status={row.messageStatus} names={messageStates} tones={{ UNREAD: 'warn', READ: 'neutral' }} />,
        },
        { key: 'createdAt', title: '时间', kind: 'minute', sortable: true },
      ]}
      buttons={(list) => [
        {
          label: '全部已读',
          onPress: async () => {
            await mark(call(calls.messageReadAll, {}), list);
            toast('已全部标记为已读', 'ok');
          },
        },
      ]}
      rowActions={(row, list) => [
        row.link !== '' && {
          label: '查看',
          onPress: async () => {
            await readQuietly(row);
            location.assign(row.link);
          },
        },
        row.messageStatus === 'UNREAD' && { label: '标为已读', onPress: () => mark(call(calls.messageRead, { id: row.id }), list) },
      ]}
      batch={(picked, list) => [{ label: '标为已读', onPress: () => mark(call(calls.messageReadMany, { ids: picked.keys.join(',') }), list) }]}
    />
  );
}

/** On the way to the document: a failed mark must not hold the person up. */
async function readQuietly(row: Message): Promise<void> {
  if (row.messageStatus === 'UNREAD') await call(calls.messageRead, { id: row.id }).catch(() => undefined);
}
