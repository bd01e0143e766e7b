import { useState } from 'react';
import { call, newKey } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { auditTakeBack } from '../../audit/auditCalls';
import { type ApprovalTask, blockedBy, holderOf, isWaiting, spent, stateOf, taskKinds } from '../../audit/auditTask';
import type { OrderDetail } from '../../views/orderView.schema';

/** Fetched when first opened: the form kit stays out of the page. */
const AnswerDialog = late(() => import('./AnswerDialog'));

const reload = () => location.reload();
const takeBackWord = (task: ApprovalTask): string => (task.kind === 'TRANSFER' ? '收回' : '撤回加签');

async function takeBack(task: ApprovalTask): Promise<void> {
  const key = newKey();
  const agreed = await confirm(
    task.kind === 'TRANSFER'
      ? { title: `收回转交给${task.name}的审核？`, body: '收回后审核回到转交之前的状态，对方会收到通知。', ok: '收回' }
      : { title: `撤回对${task.name}的加签？`, body: '撤回后不再需要其同意即可通过，已有的答复仍保留在记录中。', ok: '撤回加签' },
  );
  if (!agreed) return;
  await call(auditTakeBack, { id: task.id }, { key });
  toast(task.kind === 'TRANSFER' ? '审核已收回' : '加签已撤回', 'ok');
  reload();
}

/** What the reader is asked, who has the audit, and what it waits for: above everything else of the order. */
export function AuditNotes({ order }: { order: OrderDetail }) {
  const { tasks } = order.audit;
  const [answering, setAnswering] = useState<ApprovalTask>();
  const held = holderOf(tasks);
  const blocked = blockedBy(tasks);
  return (
    <>
      {tasks
        .filter((task) => task.kind === 'OPINION' && task.mine && isWaiting(task))
        .map((task) => (
          <Alert key={task.id} tone="warn" title={`${task.giver}请您加签`} actions={[{ label: '答复', tone: 'primary', onPress: () => setAnswering(task) }]}>
            {task.words}
          </Alert>
        ))}
      {held?.mine && <Alert title={`${held.giver}将审核转交给您`}>{held.words}</Alert>}
      {held && !held.mine && (
        <Alert
          title={`审核已由${held.giver}转交给${held.name}${held.active ? '' : '（账号已停用）'}`}
          actions={[held.mayEnd && { label: '收回', onPress: () => takeBack(held) }]}
        >
          {[`由${held.name}或管理员通过或驳回`, held.words].filter(Boolean).join('。转交说明：')}
        </Alert>
      )}
      {blocked && order.audit.mayDecide && (
        <Alert tone="warn" title="加签未完成，暂不能通过">
          {blocked}
        </Alert>
      )}
      {answering && <AnswerDialog task={answering} no={order.no} onClose={() => setAnswering(undefined)} onDone={reload} />}
    </>
  );
}

/** Every 转交 and 加签 of the order with what was answered and how long it took. */
export function AuditRecords({ order }: { order: OrderDetail }) {
  const { tasks } = order.audit;
  if (tasks.length === 0) return null;
  return (
    <DetailSection title="转交与加签" flush>
      <DetailTable
        caption="转交与加签"
        rows={tasks}
        columns={[
          { key: 'kind', title: '事项', cell: (task) => taskKinds[task.kind] },
          { key: 'people', title: '发起人 → 处理人', cell: (task) => `${task.giver} → ${task.name}${task.active ? '' : '（已停用）'}` },
          { key: 'words', title: '说明', wrap: true, width: 160 },
          { key: 'answer', title: '结果与意见', wrap: true, width: 160, cell: (task) => <Outcome task={task} /> },
          { key: 'time', title: '时间', cell: (task) => <Times task={task} /> },
        ]}
        {...(tasks.some((task) => task.mayEnd)
          ? { rowActions: (task: ApprovalTask) => [task.mayEnd && { label: takeBackWord(task), onPress: () => takeBack(task) }] }
          : {})}
      />
    </DetailSection>
  );
}

function Outcome({ task }: { task: ApprovalTask }) {
  const { text, tone } = stateOf(task);
  return (
    <>
      <Tag tone={tone}>{text}</Tag>
      {task.reply && <span className="mt-1 block">{task.reply}</span>}
    </>
  );
}

function Times({ task }: { task: ApprovalTask }) {
  const until = task.answeredAt ?? task.endedAt;
  return (
    <>
      <span className="block">
        <DateTime value={task.givenAt} kind="minute" /> 发起
      </span>
      {until && (
        <span className="block text-ink-3">
          <span className="block">
            <DateTime value={until} kind="minute" /> {task.answeredAt ? '答复' : '结束'}
          </span>
          用时{spent(task.givenAt, until)}
        </span>
      )}
    </>
  );
}
