import { call } from '~/shell/call';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import { eventNames } from '../accountEvents';
import type { SecurityEvent } from '../security.schema';
import * as calls from '../securityCalls';

const bad = new Set(['LOGIN_FAILED', 'LOCKED']);

export function SecurityLog() {
  return (
    <ListPage<SecurityEvent>
      title="安全日志"
      source={{ id: 'account/securityLog', query: {}, local: true, load: (query) => call(calls.securityLog, query) }}
      filters={[{ kind: 'select', key: 'kind', label: '事件', options: optionsOf(eventNames) }]}
      columns={[
        { key: 'at', title: '时间', kind: 'time', width: 170, fixed: true },
        {
          key: 'kind',
          title: '事件',
          width: 150,
          cell: (one) => <span className={bad.has(one.kind) ? 'text-danger' : ''}>{eventNames[one.kind] ?? '其他'}</span>,
        },
        { key: 'detail', title: '说明', wrap: true },
        {
          key: 'device',
          title: '设备',
          width: 200,
          cell: (one) => (
            <span className="inline-flex flex-wrap items-center gap-1.5">
              {one.device}
              {one.newDevice && <Tag tone="warn">新设备</Tag>}
              {one.newNetwork && <Tag tone="warn">陌生网络</Tag>}
            </span>
          ),
        },
        { key: 'address', title: 'IP地址', width: 140 },
      ]}
    />
  );
}
