import { useEffect, useRef } from 'react';
import { MESSAGE_MANAGE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { $arrived, $unread, useCan, useMe } from '~/shell/session';
import { confirm } from '~/ui/kit/confirm';
import { cx } from '~/ui/kit/cx';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter, ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import { alikeHref, alikeText, businesses, businessesOf, messageStates, messageTypes } from '../message';
import type { Message } from '../message.schema';

type Page = AnswerOf<typeof calls.messageList>;
interface Props {
  first: Page;
  query: Record<string, string>;
}

/** The list also tells the bell how many are unread (spec section 7). */
async function load(query: Record<string, string>) {
  const page = await call(calls.messageList, { ...query, fold: 'true' });
  $unread.set(page.tabs?.['ALL'] ?? 0);
  return page;
}

async function mark(work: Promise<{ count: number }>, list: ListHandle<Message>): Promise<void> {
  $unread.set((await work).count);
  list.picked.clear();
  list.reload();
}

/** Marks what the filters show, as it was when the list was loaded. Important ones only when the person says so. */
async function markAll(list: ListHandle<Message>): Promise<void> {
  const { pageNo: _, pageSize: __, ascs: ___, descs: ____, ...filter } = list.query;
  const { last } = list.page as Page;
  const done = await call(calls.messageReadAll, { ...filter, last });
  await mark(Promise.resolve(done), list);
  if (done.kept === 0) return toast(`已将${done.marked}条标记为已读`, 'ok');
  const agreed = await confirm({
    title: `另有${done.kept}条重要消息未读`,
    body: `已将${done.marked}条标记为已读。重要消息不会随“全部已读”一起处理，是否也标记为已读？`,
    ok: '一并标记',
    cancel: '保留未读',
  });
  if (agreed) await mark(call(calls.messageReadAll, { ...filter, last, important: 'true' }), list);
}

const columns: Column<Message>[] = [
  {
    key: 'title',
    title: '标题',
    width: 240,
    always: true,
    fixed: true,
    cell: (row) => (
      <span className={cx(row.messageStatus === 'UNREAD' && 'font-semibold')}>
        {row.important && (
          <Tag tone="danger" className="mr-1.5 align-middle">
            重要
          </Tag>
        )}
        {row.link ? (
          <Link href={row.link} onClick={() => void readQuietly(row)}>
            {row.title}
          </Link>
        ) : (
          row.title
        )}
        {row.alike > 1 && <Tag className="ml-1.5 align-middle">{alikeText(row.alike)}</Tag>}
      </span>
    ),
  },
  { key: 'body', title: '内容', brief: true, wrap: true, width: 360 },
  { key: 'messageType', title: '类型', cell: (row) => messageTypes[row.messageType] ?? '系统' },
  { key: 'business', title: '业务', cell: (row) => businesses[row.business] ?? '系统' },
  {
    key: 'messageStatus',
    title: '状态',
    brief: true,
    cell: (row) => <StatusTag status={row.messageStatus} names={messageStates} tones={{ UNREAD: 'warn', READ: 'neutral' }} />,
  },
  { key: 'createdAt', title: '时间', brief: true, kind: 'minute', sortable: true },
];

export default function MessageList({ first, query }: Props) {
  const manages = useCan(MESSAGE_MANAGE);
  const side = useMe()?.customerId ? 'dealer' : 'factory';
  const shown = useRef<ListHandle<Message> | null>(null);
  useEffect(() => {
    $unread.set(first.tabs?.['ALL'] ?? 0);
    // What arrives appears, unless the person is choosing rows.
    return $arrived.listen(() => {
      if (shown.current?.picked.keys.length === 0) shown.current.reload();
    });
  }, [first]);
  // Opening a row that stands for several leads here with their kind.
  const ofOneKind: Filter[] = query['kind']
    ? [{ kind: 'select', key: 'kind', label: '同类消息', options: [{ value: query['kind'], label: first.pagedRecords[0]?.title ?? '此类消息' }] }]
    : [];
  return (
    <ListPage<Message>
      title="消息"
      source={{ id: 'message/list', first, query, load }}
      filters={[
        { kind: 'text', key: 'messageTitle', label: '标题' },
        { kind: 'select', key: 'messageStatus', label: '状态', options: optionsOf(messageStates) },
        { kind: 'dates', key: 'time', label: '时间', startKey: 'startTime', endKey: 'endTime' },
        { kind: 'select', key: 'business', label: '业务', options: optionsOf(businessesOf(side)) },
        ...ofOneKind,
      ]}
      tabs={{ key: 'messageType', items: [{ value: '', label: '全部' }, ...optionsOf(messageTypes)] }}
      columns={columns}
      buttons={(list) => {
        shown.current = list;
        return [
          { label: '全部已读', onPress: () => markAll(list) },
          { label: '订阅设置', href: '/portal/message/subscribe' },
          manages && { label: '消息模板', href: '/portal/message/template' },
          manages && { label: '发送记录', href: '/portal/message/outbox' },
        ];
      }}
      rowActions={(row, list) => [
        row.link !== '' && {
          label: '查看',
          onPress: async () => {
            await readQuietly(row);
            location.assign(row.link);
          },
        },
        row.alike > 1 && { label: '展开', href: alikeHref(row.kind) },
        row.messageStatus === 'UNREAD' && {
          label: row.alike > 1 ? `${alikeText(row.alike)}标为已读` : '标为已读',
          onPress: () => mark(call(calls.messageRead, { id: row.id, alike: row.alike > 1 ? 'true' : 'false' }), list),
        },
      ]}
      batch={(picked, list) => [
        {
          label: '标为已读',
          onPress: () =>
            mark(call(calls.messageReadMany, { ids: picked.keys.join(','), alike: picked.rows.some((row) => row.alike > 1) ? 'true' : 'false' }), list),
        },
      ]}
    />
  );
}

/** On the way to the document: a failed mark must not hold the person up. */
async function readQuietly(row: Message): Promise<void> {
  if (row.messageStatus !== 'UNREAD') return;
  await call(calls.messageRead, { id: row.id }).then(
    ({ count }) => $unread.set(count),
    () => undefined,
  );
}
