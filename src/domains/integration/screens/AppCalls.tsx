import { call } from '~/shell/call';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import type { AppLogEntry } from '../app.schema';
import { appLog } from '../calls';

const results = { OK: '成功', FAILED: '拒绝' };

export function AppCalls({ app }: { app: { id: string } }) {
  return (
    <ListPage<AppLogEntry>
      title="调用日志"
      source={{ id: 'integration/log', local: true, load: (asked) => call(appLog, { ...asked, id: app.id }) }}
      filters={[
        { kind: 'text', key: 'path', label: '接口' },
        { kind: 'select', key: 'result', label: '结果', options: optionsOf(results) },
        { kind: 'dates', key: 'time', label: '时间', startKey: 'startTime', endKey: 'endTime' },
      ]}
      columns={[
        { key: 'at', title: '时间', kind: 'time', fixed: true, sortable: true, width: 170 },
        { key: 'title', title: '接口名称', wrap: true, width: 180, cell: (row) => row.title || '- -' },
        { key: 'path', title: '接口', wrap: true, width: 280, cell: (row) => <code className="break-all text-sm">{`${row.method} /web${row.path}`}</code> },
        {
          key: 'code',
          title: '结果',
          cell: (row) => <Tag tone={row.code === '0' ? 'ok' : 'danger'}>{row.code === '0' ? '成功' : `${row.reason}（${row.code}）`}</Tag>,
        },
        { key: 'ms', title: '耗时(毫秒)', align: 'right' },
        { key: 'address', title: 'IP地址' },
      ]}
    />
  );
}
