import { useState } from 'react';
import { call, messageOf } from '~/shell/call';
import { QuickOpinions } from '~/ui/approval/QuickOpinions';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Progress } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { usePress } from '~/ui/kit/usePress';
import type { TaskRow } from '../../task.schema';
import { taskSubmit } from '../../taskCalls';

interface Outcome {
  task: TaskRow;
  ok: boolean;
  words: string;
}
const nameOf = (task: TaskRow): string => [task.title, task.subjectNo].filter(Boolean).join(' ');

/** Agrees to several, each by itself: what is refused says why and leaves the others alone. Steps that must be looked at one by one are left out, by name. */
export default function BatchDialog({ tasks, onClose, onDone }: { tasks: readonly TaskRow[]; onClose: () => void; onDone: () => void }) {
  const fit = tasks.filter((task) => task.mayBatch);
  const unfit = tasks.filter((task) => !task.mayBatch);
  const [words, setWords] = useState('');
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const [keys] = useState(() => new Map(tasks.map((task) => [task.id, crypto.randomUUID()])));
  const send = usePress(async () => {
    for (const task of fit) {
      const outcome = await call(taskSubmit, { taskId: task.id, action: 'PASS', opinion: words.trim() }, { key: keys.get(task.id) ?? '' }).then(
        (done) => ({ task, ok: true, words: done.next || done.message }),
        (error: unknown) => ({ task, ok: false, words: messageOf(error) }),
      );
      setOutcomes((before) => [...before, outcome]);
    }
  });
  const over = outcomes.length > 0 && !send.pending;
  const close = () => {
    if (outcomes.length) onDone();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={`批量同意（${fit.length}项）`}
      footer={
        over ? (
          <Button tone="primary" onClick={close}>
            完成
          </Button>
        ) : (
          <>
            <Button onClick={close}>取消</Button>
            <Button tone="primary" onPress={send.press} disabled={fit.length === 0} loading={send.pending}>
              同意{fit.length}项
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {unfit.length > 0 && (
          <Alert tone="warn" title={`${unfit.length}项须逐个办理，不在本次之内`}>
            {unfit.map(nameOf).join('、')}
          </Alert>
        )}
        {outcomes.length === 0 ? (
          <>
            <Textarea aria-label="审批意见" value={words} onChange={setWords} rows={3} maxLength={500} placeholder="审批意见（选填），写给每一项" />
            <QuickOpinions kind="for" typed={words} onPick={setWords} />
          </>
        ) : (
          <>
            <Progress value={outcomes.length} max={fit.length} label="已处理" />
            <ul className="flex flex-col gap-2">
              {outcomes.map(({ task, ok, words: said }) => (
                <li key={task.id} className="flex flex-wrap gap-x-3">
                  <span className={ok ? 'text-ok' : 'text-danger'}>{ok ? '已同意' : '未通过'}</span>
                  <span>{nameOf(task)}</span>
                  <span className="text-ink-3">{said}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
