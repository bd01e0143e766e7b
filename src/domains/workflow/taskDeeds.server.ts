import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiTime } from '~/shared/dates';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { Held } from './approval.server';
import { askAfter, askBefore, delegate, handOver, recall, runOf, setAside, takeBack } from './flowHands.server';
import { isGivenBy, isSignatureOf } from './flowMine.server';
import { type Moving, stop } from './flowStep.server';
import { addTask, change, type FlowTask, note } from './flowStore.server';
import type { SubmitInput } from './task.schema';
import { peopleFor } from './taskPeople.server';

export interface Acting {
  tx: Tx;
  me: Me;
  now: Date;
  held: Held;
  on: Moving;
  /** The person's own open task. */
  task: FlowTask | undefined;
  input: SubmitInput;
  files: readonly { key: string; name: string }[];
}
const HOUR_MS = 3_600_000;
/** Between one 催办 and the next of the same task. */
const URGE_PAUSE_HOURS = 2;

const own = ({ task }: Acting): FlowTask => task ?? notFound('该任务');

/** Those named, as far as they may be. */
async function named(acting: Acting, one = false): Promise<{ id: string; name: string }[]> {
  const { tx, me, input, on } = acting;
  const { members } = await peopleFor(tx, me, { taskId: acting.task?.id ?? '', instanceId: on.flow.instance.id, action: input.action });
  const chosen = [...new Set(input.users)].map(
    (id) => members.find((member) => member.id === id) ?? refuseField('users', '请选择能看到该单据的在职同事，不能选择自己'),
  );
  if (one && chosen.length > 1) refuseField('users', '只能选择一位同事');
  return chosen;
}
/** 加签: nobody is asked again who has not answered yet. */
async function namedToSign(acting: Acting): Promise<{ id: string; name: string }[]> {
  const people = await named(acting);
  const { run_id } = own(acting);
  const waiting = acting.on.flow.tasks.filter((one) => one.run_id === run_id && one.status === 'PENDING' && one.kind.startsWith('ADD_'));
  const again = people.find(({ id }) => waiting.some((one) => one.assignee_id === id));
  if (again) refuseField('users', `“${again.name}”尚未答复上一次加签`);
  return people;
}
const listed = (people: readonly { name: string }[]): string => people.map(({ name }) => name).join('、');
const said = ({ on, me, now, input, files, task }: Acting, about: string): void =>
  note(on.flow, me, now, { action: input.action, task, about, opinion: input.opinion, files });

/** Everything that may be done besides a vote; each leaves the flow as it then stands. */
export const deeds: Readonly<Record<string, (acting: Acting) => Promise<void>>> = {
  async TRANSFER(acting) {
    const [to] = await named(acting, true);
    handOver(acting.on, own(acting), to ?? notFound('该同事'), acting.input.opinion);
    said(acting, to?.name ?? '');
  },
  async DELEGATE(acting) {
    const [to] = await named(acting, true);
    delegate(acting.on, own(acting), to ?? notFound('该同事'), acting.input.opinion);
    said(acting, to?.name ?? '');
  },
  async ADD_BEFORE(acting) {
    const people = await namedToSign(acting);
    askBefore(acting.on, own(acting), people, acting.input.opinion);
    said(acting, listed(people));
  },
  async ADD_AFTER(acting) {
    const people = await namedToSign(acting);
    askAfter(acting.on, own(acting), people, acting.input.opinion);
    said(acting, listed(people));
  },
  async REMOVE_SIGN(acting) {
    const people = await named(acting);
    const { tasks } = acting.on.flow;
    for (const task of tasks.filter((one) => isSignatureOf(tasks, own(acting), one) && people.some(({ id }) => id === one.assignee_id)))
      await setAside(acting.on, task);
    said(acting, listed(people));
  },
  async COPY(acting) {
    const { on, now, task, me } = acting;
    const people = await named(acting);
    const has = people.find(({ id }) => on.flow.tasks.some((one) => one.status === 'COPIED' && one.assignee_id === id));
    if (has) refuseField('users', `已抄送“${has.name}”，对方尚未查看`);
    const run = task ? runOf(on.flow, task) : on.flow.runs.at(-1);
    if (!run) return notFound('该流程');
    for (const { id } of people)
      addTask(on.flow, run, { created_at: now, kind: 'CC', assignee_id: id, status: 'COPIED', giver: me.name, why: `“${me.name}”抄送` });
    said(acting, listed(people));
  },
  async URGE(acting) {
    const { on, now } = acting;
    const waiting = on.flow.tasks.filter((task) => task.status === 'PENDING' && task.kind !== 'CC');
    const last = waiting.map((task) => task.urged_at?.getTime() ?? 0).reduce((a, b) => Math.max(a, b), 0);
    const again = new Date(last + URGE_PAUSE_HOURS * HOUR_MS);
    if (again > now) refuse('BAD_STATE', `${shanghaiTime(new Date(last)).slice(11, 16)}已催办过，请在${shanghaiTime(again).slice(5, 16)}之后再催`);
    for (const task of waiting) change(on.flow, task, { urged: task.urged + 1, urged_at: now });
    said(acting, '');
  },
  async COMMENT(acting) {
    said(acting, '');
  },
  async RECALL(acting) {
    const { on, me } = acting;
    const last = on.flow.tasks.filter((task) => task.acted_by === me.accountId && task.status === 'APPROVED').at(-1);
    if (!last || !recall(on, last)) refuse('BAD_STATE', `${on.flow.instance.subject_name}的下一步已有人处理，不能收回`);
    said(acting, '');
  },
  async TAKE_BACK(acting) {
    const { on, me } = acting;
    const given = on.flow.tasks.find((task) => isGivenBy(me.memberId, on.flow.tasks, task));
    await takeBack(on, given ?? notFound('转办出去的任务'));
    said(acting, '');
  },
  async TERMINATE(acting) {
    said(acting, '');
    stop(acting.on, 'TERMINATED');
  },
};
