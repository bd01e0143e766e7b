import { useEffect, useState } from 'react';
import { DONE_PAGE, TODO_PAGE } from '~/portal/processPages';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { DetailPage } from '~/ui/detail/DetailPage';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tabs } from '~/ui/kit/Tabs';
import { Tag } from '~/ui/kit/Tag';
import { Timeline } from '~/ui/kit/Timeline';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { instanceStates, instanceTones, taskHref } from '../task';
import { taskInfo, taskRead } from '../taskCalls';
import type { Submitted } from './work/ActionDialog';
import { type Allowed, offerOf } from './work/actions';
import { BusinessCard } from './work/BusinessCard';
import { TaskTrail } from './work/TrailCard';
import { WorkBar } from './work/WorkBar';

type Info = AnswerOf<typeof taskInfo>;

/** Fetched when first opened. */
const ActionDialog = late(() => import('./work/ActionDialog'));
const TaskPrint = late(() => import('./work/TaskPrint'));
const Picture = late(() => import('./work/Picture'));

/** Where every kind of task is worked on and where it is read afterwards. */
export default function TaskWork({ first }: { first: Info }) {
  const [info, setInfo] = useState(first);
  const [acting, setActing] = useState<Allowed>();
  const [done, setDone] = useState<{ label: string; answer: Submitted }>();
  const [refused, setRefused] = useState('');
  const [printing, setPrinting] = useState(false);
  const reread = () => call(taskInfo, { instanceId: info.processInstanceId }).then(setInfo, () => undefined);
  useEffect(() => {
    if (first.unread) void call(taskRead, { instanceId: first.processInstanceId }).catch(() => undefined);
  }, [first]);
  useKeys(info, setActing, acting !== undefined);
  const subject = [info.title, info.subjectNo].filter(Boolean).join(' ');
  const backHref = info.taskId || done ? TODO_PAGE : DONE_PAGE;
  return (
    <DetailPage
      title={info.title}
      no={info.subjectNo}
      backHref={backHref}
      status={
        <span className="flex flex-wrap items-center gap-1.5">
          <StatusTag status={info.status} names={instanceStates} tones={instanceTones} />
          {info.overdue && <Tag tone="danger">已超时</Tag>}
          {info.round > 1 && <Tag>第{info.round}次提交</Tag>}
        </span>
      }
    >
      <Notes info={info} done={done} refused={refused} />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-3">
          <BusinessCard card={info.card} title={info.subjectName || info.title} document={info.document} />
        </div>
        <aside aria-label="审批" className="xl:sticky xl:top-[124px]">
          <Card>
            <Tabs
              label="审批"
              items={[
                { value: 'trail', label: '审批过程', content: <TaskTrail trail={info.trail} /> },
                { value: 'picture', label: '流程图', content: <Picture instanceId={info.processInstanceId} trail={info.trail} /> },
                { value: 'log', label: '操作记录', count: info.log.length, content: <Log info={info} /> },
              ]}
            />
          </Card>
        </aside>
      </div>
      <WorkBar info={info} onAct={setActing} more={[{ key: 'print', label: '打印', onPress: () => setPrinting(true) }]} />
      {acting && (
        <ActionDialog
          taskId={info.taskId}
          instanceId={info.processInstanceId}
          subject={subject}
          allowed={acting}
          onClose={() => setActing(undefined)}
          onDone={(answer) => {
            setDone({ label: offerOf(acting.action)?.label ?? '', answer });
            setRefused('');
            setActing(undefined);
            scrollTo({ top: 0 });
            void reread();
          }}
          onRefused={(why) => {
            setRefused(why);
            void reread();
          }}
        />
      )}
      {printing && <TaskPrint info={info} onClose={() => setPrinting(false)} />}
    </DetailPage>
  );
}

/** What happened just now and who is next; why it is here; why nothing can be done any more. */
function Notes({ info, done, refused }: { info: Info; done: { label: string; answer: Submitted } | undefined; refused: string }) {
  const { next } = info.neighbours;
  const onward = [next ? { label: '处理下一条', href: taskHref(next), tone: 'primary' as const } : { label: '返回待办', href: TODO_PAGE }];
  return (
    <>
      {done && (
        <Alert tone="ok" title={done.answer.message || `已${done.label}`} actions={onward}>
          {done.answer.next}
        </Alert>
      )}
      {!done && refused && info.past && (
        <Alert tone="warn" title="这个任务已经不在您这里了" actions={onward}>
          {info.past}
        </Alert>
      )}
      {!done && !refused && info.past && <Alert title="您现在没有需要处理的事项">{info.past}</Alert>}
      {info.taskId && info.words && <Alert title="给您的说明">{info.words}</Alert>}
      {info.taskId && info.why && (
        <p className="text-sm text-ink-3">
          为何由您处理：{info.why}
          {info.arrivedAt && (
            <>
              {' · 到达 '}
              <DateTime value={info.arrivedAt} kind="minute" />
            </>
          )}
          {info.dueAt && (
            <>
              {' · 时限 '}
              <DateTime value={info.dueAt} kind="minute" />
            </>
          )}
        </p>
      )}
    </>
  );
}

const Log = ({ info }: { info: Info }) => (
  <Timeline
    items={info.log.map((line) => ({
      title: line.action,
      who: [line.actor, line.node].filter(Boolean).join(' · '),
      time: <DateTime value={line.at} kind="minute" />,
      note: line.words,
    }))}
  />
);

/** Alt+J and Alt+K go through the to-do list, Alt+A agrees, Alt+R rejects. */
function useKeys(info: Info, act: (allowed: Allowed) => void, busy: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || busy) return;
      const { previous, next } = info.neighbours;
      const named = { KeyA: ['PASS', 'ANSWER'], KeyR: ['REJECT'] }[event.code];
      const allowed = info.allowed.find((one) => named?.includes(one.action));
      const to = event.code === 'KeyJ' ? next : event.code === 'KeyK' ? previous : '';
      if (!allowed && !to) return;
      event.preventDefault();
      if (allowed) act(allowed);
      else location.assign(taskHref(to));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [info, act, busy]);
}
