import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { runList } from '../calls';
import { runModes, runStates } from '../directory';
import { BASE, countsOf, runTones } from './runWords';

type Row = AnswerOf<typeof runList>['pagedRecords'][number];

/** Every synchronisation with its figures; kept for 180 days. */
export default function RunList({ first, query }: { first: AnswerOf<typeof runList>; query: Record<string, string> }) {
  return (
    <ListPage<Row>
      title="同步记录"
      source={{ id: 'directory/runs', first, query, load: (asked) => call(runList, asked) }}
      filters={[{ kind: 'select', key: 'state', label: '状态', options: optionsOf(runStates) }]}
      columns={[
        {
          key: 'startedAt',
          title: '开始时间',
          fixed: true,
          always: true,
          sortable: true,
          cell: (row) => (
            <Link href={href(`${BASE}/run`, { id: row.id })}>
              <DateTime value={row.startedAt} kind="minute" />
            </Link>
          ),
        },
        { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={runStates} tones={runTones} /> },
        { key: 'mode', title: '方式', cell: (row) => runModes[row.mode] },
        { key: 'startedBy', title: '执行人' },
        { key: 'departments', title: '钉钉部门', align: 'right' },
        { key: 'people', title: '钉钉人员', align: 'right' },
        { key: 'counts', title: '变化', wrap: true, width: 220, cell: (row) => countsOf(row.counts) || '无' },
        { key: 'failed', title: '未成功', align: 'right', cell: (row) => (row.results['FAILED'] ?? 0) + (row.results['SKIPPED'] ?? 0) },
        { key: 'error', title: '原因', wrap: true, width: 240, cell: (row) => row.error || '- -' },
        { key: 'endedAt', title: '结束时间', kind: 'minute', off: true },
      ]}
    />
  );
}
