import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { type NodeState, ProcessPicture } from '../../pickers/ProcessPicture';
import type { FormField, ProcessTree } from '../../process';
import type { TrailStepView } from '../../task.schema';
import { taskPicture } from '../../taskCalls';

type Drawn = AnswerOf<typeof taskPicture>;

const words = {
  done: { label: '已完成', tone: 'ok' },
  now: { label: '进行中', tone: 'brand' },
  future: { label: '预计', tone: 'neutral' },
  stopped: { label: '已驳回', tone: 'danger' },
  back: { label: '已退回', tone: 'warn' },
  void: { label: '已作废', tone: 'neutral' },
} as const;

/** The process the document runs by, with how far it has come and by whom. */
export default function Picture({ instanceId, trail }: { instanceId: string; trail: readonly TrailStepView[] }) {
  const [drawn, setDrawn] = useState<Drawn>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(taskPicture, { processInstanceId: instanceId }).then(setDrawn, (error: unknown) => setProblem(messageOf(error)));
  }, [instanceId]);
  if (problem) return <EmptyState kind="error" title={problem} />;
  if (!drawn) return <Skeleton lines={6} />;
  return <ProcessPicture tree={drawn.tree as ProcessTree} fields={drawn.fields as FormField[]} names={drawn.names} states={statesOf(trail)} />;
}

/** The last time a node was entered counts. */
function statesOf(trail: readonly TrailStepView[]): Record<string, NodeState> {
  return Object.fromEntries(
    trail.map(({ nodeId, state, people }) => [
      nodeId,
      { ...words[state], people: people.map(({ name, state: said }) => [name, said].filter(Boolean).join(' ')).join('、') },
    ]),
  );
}
