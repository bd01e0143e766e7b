import '~/domains/message/api.server';
import '~/domains/workflow/taskApi.server';
import type { ProcessNode, ProcessTree } from '~/domains/workflow/process';
import * as calls from '~/domains/workflow/taskCalls';
import type { Me } from '~/portal/me';
import { FLOW_DONE, FLOW_TODO, STOCK_MANAGE } from '~/portal/permissions';
import type { Opened } from '~/server/db.server';
import { deliverEvents } from '~/server/outbox.server';
import { makeMember, makeTenant, type Person } from './app';
import { ask, NOON } from './catalogue';
import { instanceOf, pendingOn, publishProcess, submitSlip, tasksOn, treeOf } from './flows';
import { addSlip, type Slip } from './slips';

const flows = [FLOW_TODO, FLOW_DONE];
const names = ['制单', '甲', '乙', '丙', '丁', '路人'] as const;
type Name = (typeof names)[number] | '管理员';
/** What a call is given besides task and action. */
type Said = Partial<Record<'opinion' | 'signature' | 'target' | 'taskId' | 'instanceId', string>> & {
  to?: readonly Name[];
  users?: unknown;
  files?: unknown;
  more?: unknown;
};

/** Colleagues who hold the pages of tasks and nothing that decides slips, a slip of 制单, and the calls they make about it. */
export async function openDesk(opened: Opened) {
  await makeTenant(1n, '甲厂');
  const people = {} as Record<Name, Person>;
  for (const name of names) people[name] = await makeMember(1n, name, name === '制单' ? [...flows, STOCK_MANAGE] : flows);
  people.管理员 = await makeMember(1n, '管理员', 'admin');
  const me = (name: Name): Me => people[name].me;
  const idOf = (name: Name): string => me(name).memberId as string;
  const nameOf = (memberId: string | null): string => Object.values(people).find((one) => one.me.memberId === memberId)?.me.name ?? '';
  let slip: Slip = await addSlip(opened, me('制单'));
  const seen = new Set<string>();

  const waiting = async () => (await pendingOn(opened, slip)).filter(({ kind }) => kind !== 'CC').map((task) => nameOf(task.assignee_id));
  const taskOf = async (name: Name) => (await pendingOn(opened, slip)).find((task) => task.assignee_id === idOf(name))?.id ?? '';
  const instanceId = async () => (await instanceOf(opened, slip)).id;
  const act = async (name: Name, action: string, { to, ...said }: Said = {}, now = NOON) => {
    const taskId = said.taskId ?? (await taskOf(name));
    const at = { taskId, ...(taskId ? {} : { instanceId: await instanceId() }) };
    return ask(me(name), calls.taskSubmit, { ...at, action, ...(to ? { users: to.map(idOf) } : {}), ...said } as never, now);
  };
  return {
    ...{ people, me, idOf, nameOf, waiting, taskOf, instanceId, act },
    slip: () => slip,
    /** A process of these steps, and a slip submitted to it. */
    async runs(...nodes: ProcessNode[]) {
      await this.runsBy(treeOf(...nodes));
    },
    async runsBy(tree: ProcessTree) {
      await publishProcess(opened, 1n, tree);
      slip = await addSlip(opened, me('制单'));
      await submitSlip(opened, me('制单'), slip, NOON);
    },
    status: async () => (await instanceOf(opened, slip)).status,
    tasks: async () => (await tasksOn(opened, slip)).map(({ assignee_id, kind, status }) => `${nameOf(assignee_id)} ${kind} ${status}`),
    info: async (name: Name) => ask(me(name), calls.taskInfo, { instanceId: await instanceId() }),
    todo: async (name: Name) => (await ask(me(name), calls.taskList, { pageSize: 50 })).totalCount,
    handled: async (name: Name, view: '' | 'copied' | 'started' = '') => (await ask(me(name), calls.taskHandledList, { view })).pagedRecords,
    /** Notices of approvals that came since this was last asked: what, and to whom. */
    async news(): Promise<{ what: string; link: string }[]> {
      // A change in an approval, and then the notices it becomes.
      while ((await deliverEvents(opened, new Date(Date.now() + 60_000))) > 0);
      const { rows } = await opened.pool.query("select id, account_id, kind, link from message where kind like 'approval.%' order by created_at, id");
      const fresh = rows.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      const of = (account: string) => Object.values(people).find((one) => one.me.accountId === account)?.me.name ?? '别家';
      return fresh.map(({ kind, account_id, link }) => ({ what: `${kind.slice('approval.'.length)} ${of(account_id)}`, link }));
    },
  };
}
export type Desk = Awaited<ReturnType<typeof openDesk>>;
