import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { appKinds, appStates, isEditable } from '../app';
import type { AppRow } from '../app.schema';
import { appList } from '../calls';

export const BASE = '/portal/openPlatform/api';

/** Programs that call the portal, with what should be looked after. */
export default function AppList({ first, query, today }: { first: AnswerOf<typeof appList>; query: Record<string, string>; today: string }) {
  return (
    <ListPage<AppRow>
      title="第三方应用"
      source={{ id: 'integration/apps', first, query, load: (wanted) => call(appList, wanted) }}
      filters={[
        { kind: 'text', key: 'name', label: '应用名称' },
        { kind: 'select', key: 'status', label: '状态', options: optionsOf(appStates) },
        { kind: 'select', key: 'kind', label: '用途', options: optionsOf(appKinds) },
      ]}
      columns={[
        {
          key: 'name',
          title: '应用',
          fixed: true,
          always: true,
          sortable: true,
          width: 150,
          cell: (row) => <Link href={href(`${BASE}/detail`, { id: row.id })}>{row.name}</Link>,
        },
        { key: 'kind', title: '用途', cell: (row) => <Tag tone={row.kind === 'LIVE' ? 'brand' : 'neutral'}>{appKinds[row.kind]}</Tag> },
        { key: 'status', title: '状态', cell: (row) => <AppStatus app={row} today={today} /> },
        { key: 'appKey', title: 'AppKey', width: 200, off: true, cell: (row) => <code className="text-sm">{row.appKey}</code> },
        { key: 'callCount', title: '接口数', align: 'right' },
        { key: 'today', title: '今日调用', align: 'right', cell: (row) => `${row.today} / ${row.perDay}` },
        { key: 'usedAt', title: '最近调用', cell: (row) => (row.usedAt ? <DateTime value={row.usedAt} kind="minute" /> : '未调用过') },
        { key: 'expiresOn', title: '有效期至', cell: (row) => row.expiresOn || '长期' },
        {
          key: 'risk',
          title: '密钥',
          width: 140,
          wrap: true,
          cell: (row) => (row.risk ? <span className="text-danger">{row.risk}</span> : `由${row.secretTo}领取`),
        },
        { key: 'updatedAt', title: '更新时间', kind: 'minute', sortable: true, off: true },
      ]}
      buttons={[{ label: '新建应用', href: `${BASE}/edit`, tone: 'primary' }]}
      rowActions={(row) => [
        { label: '查看', href: href(`${BASE}/detail`, { id: row.id }) },
        isEditable(row.status) && { label: '编辑', href: href(`${BASE}/edit`, { id: row.id }) },
        { label: '调用日志', href: href(`${BASE}/detail`, { id: row.id, tab: 'log' }) },
      ]}
    />
  );
}

export function AppStatus({ app, today }: { app: Pick<AppRow, 'status' | 'expiresOn'>; today: string }) {
  if (app.status === 'ENABLED' && app.expiresOn && app.expiresOn < today) return <Tag tone="danger">已过期</Tag>;
  return <StatusTag status={app.status} names={appStates} />;
}
