import type { z } from 'zod';
import { holdsAny, type Me } from '~/portal/me';
import { screenOf } from '~/portal/screens';
import type { Tx } from '~/server/db.server';
import { notFound } from '~/shared/refusal';
import { type Approval, approvalNamed, subjectOf } from './approvalKind.server';
import { inForce, keyOf, valuesOf } from './flowStart.server';
import { emptyFlow, type Instance as Row, treeOf } from './flowStore.server';
import type { InstanceState } from './task';
import type { TaskWay, WayInput } from './task.schema';
import { stepsAhead } from './taskFuture.server';
import { concerns, tasksIn, wholeTrail } from './taskInfo.server';
import { instancesOf } from './taskRows.server';
import type { Step } from './taskTrail.server';

type Way = z.output<typeof TaskWay>;

/**
 * The approval of a document as its own page tells it: what was done, with whom it is now and who comes next; of one that is still to be
 * submitted (`ahead`), who will be asked by the process in force. For whoever may open that page; anybody else is answered as of something missing.
 */
export async function wayOf(tx: Tx, me: Me, { type, id, ahead }: z.output<typeof WayInput>, now: Date): Promise<Way> {
  const approval = approvalNamed(type);
  const last = await latestOf(tx, me, approval, id);
  const instance = last && (await instancesOf(tx, me, [last])).get(last);
  if (!instance) return neverSubmitted(tx, me, approval, { id, ahead }, now);
  const open = concerns(me, instance, await tasksIn(tx, me, instance.id));
  if (!open && !mayOpen(me, approval, { ...(instance.vars as object), id })) notFound();
  const status = instance.status as InstanceState;
  const again = ahead && status !== 'RUNNING' ? await aheadOf(tx, me, approval, id, now) : [];
  const trail = [...(await wholeTrail(tx, me, instance, now)), ...again];
  return { status, instanceId: open ? instance.id : '', said: again.length ? saidAgain : status === 'RUNNING' ? standsAt(trail) : '', trail };
}

const saidAhead = '还没有提交；提交后将按下面的流程审批';
const saidAgain = '上次审批的过程，以及再次提交后将由谁审批';
const saidNone = '没有经过审批流程';

async function neverSubmitted(tx: Tx, me: Me, approval: Approval, { id, ahead }: { id: string; ahead: boolean }, now: Date): Promise<Way> {
  if (!mayOpen(me, approval, { id })) notFound();
  const trail = await aheadOf(tx, me, approval, id, now);
  return { status: '', instanceId: '', said: ahead ? saidAhead : saidNone, trail: ahead ? trail : [] };
}

async function latestOf(tx: Tx, me: Pick<Me, 'tenantId'>, approval: Approval, subjectId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('wf_instance')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('subject_id', '=', subjectId)
    .where('key', '=', keyOf(approval))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

function mayOpen(me: Me, { form }: Approval, vars: { id: string }): boolean {
  const screen = screenOf(form?.route(vars, '').split('?')[0] ?? '');
  return screen !== undefined && (me.isAdmin || holdsAny(me, ...(screen.codes ?? [])));
}

async function aheadOf(tx: Tx, me: Me, approval: Approval, id: string, now: Date): Promise<Step[]> {
  const doc = await approval.lock(tx, me, { id });
  const { customerId, warehouseId } = subjectOf(approval, doc);
  const { version_id } = await inForce(tx, me, approval, now);
  const submitted = { key: approval.key, customer_id: customerId, warehouse_id: warehouseId ?? null, vars: await valuesOf(tx, me, approval, doc), state: {} };
  const instance = { ...submitted, starter_id: me.accountId, starter_member_id: me.memberId } as unknown as Row;
  return stepsAhead({ tx, me, approval, flow: emptyFlow(instance, await treeOf(tx, me, version_id)), now });
}

/** 现在由张三、李四处理（部门审核）. */
function standsAt(trail: readonly Step[]): string {
  const here = trail.filter(({ state }) => state === 'now');
  const said = here.map(({ title, people }) => {
    const names = people.filter(({ tone }) => tone === 'now').map(({ name }) => name);
    return `${names.join('、') || '有权限的人'}处理（${title}）`;
  });
  return said.length ? `现在由${said.join('，')}` : '';
}
