import { useState } from 'react';
import { DeviceName, EventName } from '~/domains/account/pickers/LoginCells';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Alert } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { Tabs } from '~/ui/kit/Tabs';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import type { Filter } from '~/ui/list/types';
import { isFailedLogin, resultNames } from '../log';
import type { ApiEntry, LoginEntry, Operation } from '../log.schema';
import { apiList, loginList, operationList } from '../logCalls';
import { subjectLink, subjectName, subjectNames } from '../logSubjects';

const OperationDrawer = late(() => import('./OperationDrawer'));

type Tab = 'login' | 'operation' | 'api';
interface Props {
  tab: Tab;
  query: Record<string, string>;
  first: AnswerOf<typeof operationList> | AnswerOf<typeof loginList> | AnswerOf<typeof apiList>;
  /** Of a person whose roles limit the rows they see. */
  limited: boolean;
  /** Of a person of the platform operator who may look at the installation's chores. */
  operates: boolean;
}
const tabs = [
  { value: 'login', label: '登录日志' },
  { value: 'operation', label: '操作日志' },
  { value: 'api', label: '接口日志' },
].map((one) => ({ ...one, href: href('/portal/openPlatform/log', { tab: one.value }) }));

const who: Filter = { kind: 'text', key: 'actor', label: '人员' };
const when: Filter = { kind: 'dates', key: 'time', label: '时间', startKey: 'startTime', endKey: 'endTime' };
const address: Filter = { kind: 'text', key: 'address', label: 'IP地址' };
const result: Filter = {
  kind: 'select',
  key: 'result',
  label: '结果',
  options: Object.entries(resultNames).map(([value, label]) => ({ value, label })),
};

/** Who signed in, who changed what, and which calls were made. */
export default function SystemLog({ tab, query, first, limited, operates }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <Tabs value={tab} items={operates ? [...tabs, { value: 'chores', label: '后台任务', href: '/portal/openPlatform/chores' }] : tabs} />
      {limited && tab === 'operation' && <Alert>您的角色限定了数据范围，这里只列出您能看到的单据与公共设置的操作，以及您本人的导入、导出等批量操作</Alert>}
      {tab === 'login' && <Logins query={query} first={first as AnswerOf<typeof loginList>} />}
      {tab === 'operation' && <Operations query={query} first={first as AnswerOf<typeof operationList>} />}
      {tab === 'api' && <ApiCalls query={query} first={first as AnswerOf<typeof apiList>} />}
    </div>
  );
}

function Logins({ query, first }: { query: Record<string, string>; first: AnswerOf<typeof loginList> }) {
  return (
    <ListPage<LoginEntry>
      title="登录日志"
      source={{ id: 'log/login', first, query, load: (asked) => call(loginList, asked) }}
      buttons={(list) => [exportAction('login-log', list)]}
      filters={[who, result, when, address]}
      columns={[
        { key: 'at', title: '时间', kind: 'time', fixed: true, sortable: true, width: 170 },
        { key: 'actor', title: '人员' },
        { key: 'kind', title: '动作', cell: (row) => <EventName kind={row.kind} /> },
        { key: 'result', title: '结果', cell: (row) => (isFailedLogin(row.kind) ? <Tag tone="danger">失败</Tag> : <Tag tone="ok">成功</Tag>) },
        { key: 'address', title: 'IP地址' },
        { key: 'newDevice', title: '新设备', cell: (row) => (row.newDevice ? <Tag tone="warn">是</Tag> : '否') },
        { key: 'agent', title: '设备', cell: (row) => <DeviceName agent={row.agent} /> },
        { key: 'detail', title: '说明', wrap: true, width: 200, cell: (row) => row.detail || '- -' },
      ]}
    />
  );
}

function Operations({ query, first }: { query: Record<string, string>; first: AnswerOf<typeof operationList> }) {
  const [shown, setShown] = useState<Operation | null>(null);
  return (
    <>
      <ListPage<Operation>
        title="操作日志"
        source={{ id: 'log/operation', first, query, load: (asked) => call(operationList, asked) }}
        filters={[
          who,
          { kind: 'select', key: 'subject', label: '对象', options: Object.entries(subjectNames).map(([value, label]) => ({ value, label })) },
          { kind: 'text', key: 'action', label: '动作' },
          { kind: 'text', key: 'subjectNo', label: '对象编号' },
          when,
        ]}
        buttons={(list) => [exportAction('operation-log', list)]}
        columns={[
          { key: 'at', title: '时间', kind: 'time', fixed: true, sortable: true, width: 170 },
          { key: 'actor', title: '人员' },
          { key: 'subjectType', title: '对象', cell: (row) => subjectName(row.subjectType) },
          { key: 'action', title: '动作' },
          {
            key: 'subjectNo',
            title: '对象编号',
            width: 220,
            cell: (row) => {
              const link = subjectLink(row.subjectType, row.subjectId);
              return link ? <Link href={link}>{row.subjectNo || '查看'}</Link> : row.subjectNo || '- -';
            },
          },
        ]}
        rowActions={(row) => [{ label: '变更详情', onPress: () => setShown(row) }]}
      />
      {shown && <OperationDrawer operation={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function ApiCalls({ query, first }: { query: Record<string, string>; first: AnswerOf<typeof apiList> }) {
  return (
    <ListPage<ApiEntry>
      title="接口日志"
      source={{ id: 'log/api', first, query, load: (asked) => call(apiList, asked) }}
      buttons={(list) => [exportAction('api-log', list)]}
      filters={[who, { kind: 'text', key: 'path', label: '接口' }, result, when, address]}
      columns={[
        { key: 'at', title: '时间', kind: 'time', fixed: true, sortable: true, width: 170 },
        { key: 'actor', title: '人员' },
        { key: 'title', title: '接口名称', wrap: true, width: 180, cell: (row) => row.title || '- -' },
        { key: 'path', title: '接口', wrap: true, width: 300 },
        { key: 'code', title: '结果', cell: (row) => <Tag tone={row.code === '0' ? 'ok' : 'danger'}>{row.code === '0' ? '成功' : `失败（${row.code}）`}</Tag> },
        { key: 'ms', title: '耗时(毫秒)', align: 'right', sortable: true },
        { key: 'address', title: 'IP地址' },
      ]}
    />
  );
}
