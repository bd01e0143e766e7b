import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { displayCount } from '~/shared/money';
import { call, messageOf, newKey } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Stat } from '~/ui/kit/Card';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert } from '~/ui/kit/Feedback';
import { replayGet, replayStart } from '../calls';
import { channels } from '../strategy';
import type { Shown } from './StrategyHome';

type Result = AnswerOf<typeof replayGet>;
const PAUSE_MS = 1500;

/** 历史回放: what the draft, or else what is in force, would have done in the last twelve months. Nothing is sent. */
export default function ReplayDialog({ of, onClose }: { of: Shown; onClose: () => void }) {
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let stopped = false;
    const ask = async (id: string): Promise<void> => {
      const found = await call(replayGet, { id });
      if (stopped) return;
      setResult(found);
      if (found.status !== 'RUNNING') return;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      return ask(id);
    };
    call(replayStart, { strategyId: of.id, months: 12 }, { key: newKey() })
      .then(({ id }) => ask(id))
      .catch((error: unknown) => setProblem(messageOf(error)));
    return () => {
      stopped = true;
    };
  }, [of.id]);
  return (
    <Dialog open onClose={onClose} title={`历史回放：${of.name}`} width="xl">
      <div className="flex flex-col gap-4" aria-live="polite">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {!problem && (!result || result.status === 'RUNNING') && (
          <p className="flex flex-col gap-2">
            正在按过去12个月的应收、收款、争议和承诺回放
            {result && result.customers > 0 && `（${result.done}/${result.customers}家客户）`}…
            <progress className="w-full" aria-label="回放进度" {...(result && result.customers > 0 ? { value: result.done, max: result.customers } : {})} />
          </p>
        )}
        {result?.status === 'FAILED' && <Alert tone="danger">回放没有完成，请稍后重试。</Alert>}
        {result?.status === 'DONE' && <Found result={result} />}
      </div>
    </Dialog>
  );
}

function Found({ result }: { result: Result }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label="会发送" value={`${displayCount(result.sent)}条`} />
        <Stat label="涉及客户" value={`${displayCount(result.reached)}家`} />
        <Stat
          label="冲突"
          value={`${displayCount(result.conflicts.reduce((sum, { count }) => sum + count, 0))}处`}
          tone={result.conflicts.length ? 'warn' : 'ok'}
        />
        <Stat
          label="期间"
          value={
            <span className="flex flex-wrap gap-x-1 text-sm [&>span]:whitespace-nowrap">
              <span>{result.startOn}至</span>
              <span>{result.endOn}</span>
            </span>
          }
        />
      </div>
      {result.conflicts.map((one) => (
        <Alert key={one.kind} tone="warn" title={`${one.words}：${one.count}处`}>
          {one.examples.join('；')}
        </Alert>
      ))}
      <DetailTable
        caption="各步骤"
        rows={result.steps}
        rowKey={(row) => String(row.step)}
        columns={[
          { key: 'step', title: '步骤', cell: (row) => `第${row.step}步 ${channels[row.channel]}` },
          { key: 'count', title: '条数', align: 'right' },
          { key: 'customers', title: '客户数', align: 'right' },
        ]}
        empty="没有步骤"
      />
      <DetailTable
        caption="前30条"
        rows={result.sample}
        rowKey={(row) => `${row.customerName}${row.day}${row.step}`}
        columns={[
          { key: 'day', title: '日期', kind: 'date' },
          { key: 'customerName', title: '客户' },
          { key: 'step', title: '步骤', cell: (row) => `第${row.step}步 ${channels[row.channel]}` },
          { key: 'open', title: '当时欠款(元)', kind: 'money' },
        ]}
        empty="过去12个月没有会发送的提醒"
      />
    </>
  );
}
