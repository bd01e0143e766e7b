import { useState } from 'react';
import type { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import type { Chore, StuckEvents } from '../chore.schema';
import { choreList, choreRunNow, eventsRetry } from '../choreCalls';

const ChoreRuns = late(() => import('./ChoreRuns'));
type Row = z.input<typeof Chore>;
type Stuck = z.input<typeof StuckEvents>;

/** What the installation does by itself: when it ran, when it runs next, what fails. */
export default function Chores({ first }: { first: AnswerOf<typeof choreList> }) {
  const [{ chores, stuck }, show] = useState(first);
  const [open, setOpen] = useState<Row | null>(null);
  const reload = async () => show(await call(choreList, {}));
  const run = async (row: Row) => {
    await call(choreRunNow, { name: row.name });
    toast(`已开始运行“${row.title}”`, 'ok');
    await reload();
  };
  const retry = async (row: Stuck) => {
    const { events } = await call(eventsRetry, { kind: row.kind });
    toast(`已重新处理${events}条${row.title}`, 'ok');
    await reload();
  };
  const failing = chores.filter((one) => one.failures > 0);
  if (!chores.length) return <Alert>后台任务由平台运营管理，本企业无需处理</Alert>;
  return (
    <div className="flex flex-col gap-4">
      {failing.length > 0 && <Alert tone="danger">{failing.map((one) => `“${one.title}”连续失败${one.failures}次：${one.lastError}`).join('；')}</Alert>}
      {stuck.length > 0 && (
        <Card title="未送达的业务事件" note="处理失败的事件会自动重试，间隔逐次加长" flush>
          <DetailTable
            caption="未送达的业务事件"
            rows={stuck}
            rowKey={(row) => row.kind}
            columns={[
              { key: 'title', title: '事件', fixed: true },
              { key: 'events', title: '条数', align: 'right' },
              { key: 'oldestAt', title: '最早发生', kind: 'minute' },
              { key: 'nextAt', title: '下次重试', kind: 'minute' },
              { key: 'lastError', title: '原因', wrap: true, width: 320 },
            ]}
            rowActions={(row) => [{ label: '立即重试', onPress: () => retry(row) }]}
          />
        </Card>
      )}
      <Card title="任务" actions={[{ label: '刷新', onPress: reload }]} flush>
        <DetailTable
          caption="后台任务"
          rows={chores}
          rowKey={(row) => row.name}
          columns={[
            { key: 'title', title: '任务', fixed: true, width: 220 },
            { key: 'state', title: '状态', cell: (row) => <State chore={row} /> },
            { key: 'pace', title: '频率' },
            { key: 'lastStartedAt', title: '上次运行', kind: 'time' },
            { key: 'lastDid', title: '上次处理', align: 'right' },
            { key: 'nextAt', title: '下次运行', cell: (row) => (row.nextAt ? <DateTime value={row.nextAt} kind="minute" /> : '随到随做') },
          ]}
          rowActions={(row) => [
            { label: '立即运行', onPress: () => run(row) },
            { label: '运行记录', onPress: () => setOpen(row) },
          ]}
        />
      </Card>
      {open && <ChoreRuns name={open.name} title={open.title} onClose={() => setOpen(null)} />}
    </div>
  );
}

function State({ chore }: { chore: Row }) {
  if (chore.failures > 0) return <Tag tone="danger">连续失败{chore.failures}次</Tag>;
  return chore.lastEndedAt ? <Tag tone="ok">正常</Tag> : <Tag>尚未运行</Tag>;
}
