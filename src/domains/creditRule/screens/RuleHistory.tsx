import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { DateTime } from '~/ui/values/DateTime';
import { ruleVersions } from '../calls';
import { type Checkpoint, checkpoints, type Reaction, reactions } from '../rule';
import { RuleState, scopeWords } from './RuleCard';
import type { RuleShown } from './RuleHome';

const Checks = late(() => import('./Checks'));

/** Every version of a rule, the newest first. */
export default function RuleHistory({ rule, onClose }: { rule: RuleShown; onClose: () => void }) {
  const [found, setFound] = useState<AnswerOf<typeof ruleVersions> | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(ruleVersions, { id: rule.id }).then(setFound, (error: unknown) => setProblem(messageOf(error)));
  }, [rule.id]);
  return (
    <Dialog open onClose={onClose} title={`版本历史：${rule.name}`} width="lg">
      {problem && <EmptyState kind="error" title={problem} />}
      {!found && !problem && <Skeleton lines={6} />}
      <ol className="flex flex-col gap-3">
        {found?.versions.map((one) => (
          <li key={one.ver} className="rounded-md border border-line px-3 py-2.5 text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{`第${one.ver}版`}</span>
              <RuleState rule={one} />
              <span className="ml-auto text-ink-3">
                {one.creator} <DateTime value={one.createdAt} />
              </span>
            </div>
            <p className="mt-1">{`${one.words} → ${reactions[one.reaction as Reaction]}`}</p>
            <p className="text-ink-3">
              {`${one.effectiveFrom}起；${one.checkpoints.map((key) => checkpoints[key as Checkpoint]).join('、')}；优先级${one.priority}；${scopeWords(one)}`}
              {one.notes && `；${one.notes}`}
            </p>
          </li>
        ))}
      </ol>
      <h3 className="mt-4 mb-2 text-sm font-semibold">命中记录</h3>
      <Checks of={{ ruleId: rule.id }} />
    </Dialog>
  );
}
