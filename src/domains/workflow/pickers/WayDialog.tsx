import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { TaskTrail } from '../screens/work/TrailCard';
import { instanceHref } from '../task';
import { taskWay } from '../taskCalls';

type Way = AnswerOf<typeof taskWay>;

/** The approval of a document on its own page: with whom it is and who comes next, or who will be asked once it is submitted. */
export default function WayDialog({ type, id, ahead = false, onClose }: { type: string; id: string; ahead?: boolean; onClose: () => void }) {
  const [way, setWay] = useState<Way | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(taskWay, { type, id, ahead }).then(setWay, (error: unknown) => setProblem(messageOf(error)));
  }, [type, id, ahead]);
  return (
    <Dialog open onClose={onClose} title="审批流程">
      {problem && <EmptyState kind="error" title={problem} />}
      {!way && !problem && <Skeleton lines={5} />}
      {way && (
        <div className="flex flex-col gap-4">
          {way.said && <Alert title={way.said} actions={way.instanceId ? [{ label: '查看审批详情', href: instanceHref(way.instanceId) }] : []} />}
          <TaskTrail trail={way.trail} />
        </div>
      )}
    </Dialog>
  );
}
