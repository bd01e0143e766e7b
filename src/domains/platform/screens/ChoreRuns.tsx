import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Drawer } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { Tag } from '~/ui/kit/Tag';
import { runStates } from '../chore';
import { choreRuns } from '../choreCalls';

type Runs = AnswerOf<typeof choreRuns>['runs'];
const tones = { RUNNING: 'info', WAITING: 'warn', DONE: 'ok', FAILED: 'danger' } as const;

/** The latest runs of one chore: each day of its calendar, and those somebody asked for. */
export default function ChoreRuns({ name, title, onClose }: { name: string; title: string; onClose: () => void }) {
  const [runs, setRuns] = useState<Runs | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(choreRuns, { name }).then(
      (found) => setRuns(found.runs),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [name]);
  return (
    <Drawer open onClose={onClose} title={`运行记录：${title}`}>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {runs && (
        <DetailTable
          caption="运行记录"
          rows={runs}
          rowKey={(row) => row.id}
          empty="还没有运行记录；随到随做的任务只记录手动运行"
          columns={[
            { key: 'startedAt', title: '开始时间', kind: 'time', fixed: true },
            { key: 'state', title: '结果', cell: (row) => <Tag tone={tones[row.state]}>{runStates[row.state]}</Tag> },
            { key: 'day', title: '业务日期', cell: (row) => row.day || '- -' },
            { key: 'askedBy', title: '触发', cell: (row) => (row.askedBy ? `${row.askedBy}手动运行` : '定时') },
            { key: 'attempts', title: '次数', align: 'right' },
            { key: 'did', title: '处理', align: 'right' },
            { key: 'error', title: '原因', wrap: true, width: 240, cell: (row) => row.error || '- -' },
          ]}
        />
      )}
    </Drawer>
  );
}
