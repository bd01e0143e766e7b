import { useEffect, useState } from 'react';
import type { CreditOrderTab } from '~/domains/credit/slots';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { creditTraces } from '../calls';
import { Explain, VerdictTag } from '../pickers/Explain';
import { type Checkpoint, checkpoints } from '../rule';

function Traces({ id }: { id: string }) {
  const [found, setFound] = useState<AnswerOf<typeof creditTraces> | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(creditTraces, { id }).then(setFound, (error: unknown) => setProblem(messageOf(error)));
  }, [id]);
  if (problem) return <EmptyState kind="error" title={problem} />;
  if (!found) return <Skeleton lines={4} />;
  if (found.traces.length === 0) return <EmptyState title="没有规则检查" note="用信时没有启用的授信规则" />;
  return (
    <ol className="flex flex-col gap-4">
      {found.traces.map((one) => (
        <li key={one.id}>
          <p className="mb-2 flex flex-wrap items-center gap-2">
            <span className="font-semibold">{checkpoints[one.checkpoint as Checkpoint]}</span>
            <VerdictTag verdict={one.verdict} />
            <span className="text-sm text-ink-3">
              <Money value={one.amount} /> 元，{one.actor}，<DateTime value={one.at} />
            </span>
          </p>
          <Explain rules={one.rules} />
        </li>
      ))}
    </ol>
  );
}

/** What the rules said whenever this credit was used, as they stood then. */
export const tabs: readonly CreditOrderTab[] = [{ value: 'rules', label: '规则检查', at: 30, Content: ({ subject }) => <Traces id={subject.id} /> }];
