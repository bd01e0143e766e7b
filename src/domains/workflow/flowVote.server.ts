import { actorName } from '~/portal/me';
import { refuse } from '~/shared/refusal';
import type { Decision } from './approval';
import type { Approval, Opinion } from './approvalKind.server';
import { conclude } from './flowEnd.server';
import type { Asking } from './flowPeople.server';
import { goBack, type Moving, moving, settle, stop } from './flowStep.server';
import { addTask, change, countsAs, type FlowTask, note, type Run, stateOfFlow } from './flowStore.server';

/** What a decision taken in the to-do list brings beyond that of a document's page. */
export interface Voice {
  taskId: string;
  files: unknown;
  signature: string;
  /** Of 退回: a step that was passed; the starter otherwise. */
  backTo?: string | undefined;
  /** Of 退回 to the starter: submitted again, it comes back here at once. */
  resumeHere?: boolean | undefined;
}

/** Takes the locked task's vote and goes where it leads. Answers what the document became, or how it stands while others are asked. */
export async function vote<Doc, Given extends Opinion, Done>(
  asking: Asking,
  approval: Approval<Doc, Given, Done>,
  doc: Doc,
  task: FlowTask,
  decision: Decision,
  given: Given,
  voice?: Voice,
): Promise<Done> {
  const on = moving(asking);
  const { flow, me, now } = on;
  const run = flow.runs.find((one) => one.id === task.run_id) as Run;
  const status = { PASS: 'APPROVED', REJECT: 'REJECTED', RETURN: 'RETURNED' }[decision];
  const { files = [], signature = '' } = voice ?? {};
  change(flow, task, { status, acted_at: now, acted_by: me.accountId, actor: actorName(me), opinion: given.opinion, files: files as never, signature });
  const about = decision === 'RETURN' ? (flow.runs.find((one) => one.node_id === voice?.backTo)?.node_name ?? '发起人') : '';
  note(flow, me, now, { action: decision, task, about, opinion: given.opinion, onBehalf: await onBehalf(on, task), files, signature });
  if (task.kind === 'DELEGATE') giveBack(on, run, task);
  else if (decision !== 'RETURN') await settle(on, run);
  else if (voice?.backTo) await goBack(on, task.node_id, voice.backTo);
  else {
    change(flow, flow.instance, { state: { ...stateOfFlow(flow), ...(voice?.resumeHere ? { resume: task.node_id } : {}) } as never });
    stop(on, 'RETURNED');
  }
  const late = on.outcome === 'PASSED' ? undefined : approval.mustBeLast?.(given);
  if (late && decision === 'PASS') refuse('BAD_STATE', late);
  const done = await conclude(on, approval, doc, given, { opinion: given.opinion });
  if (on.outcome) return done as Done;
  return (await approval.stays?.(on.tx, me, doc)) as Done;
}

/** 委派: what the agent said goes back to who asked, who decides. */
function giveBack(on: Moving, run: Run, task: FlowTask): void {
  const words = task.status === 'APPROVED' ? '同意' : '不同意';
  addTask(on.flow, run, {
    ...{ created_at: on.now, kind: countsAs(on.flow, task), assignee_id: task.origin_id, parent_id: task.id, turn: task.turn },
    why: `委派给“${task.actor}”后交回`,
    words: `${task.actor}：${words}${task.opinion && `，${task.opinion}`}`,
  });
}

async function onBehalf({ tx, me }: Moving, task: FlowTask): Promise<string> {
  const whose = task.assignee_id !== null && task.assignee_id !== me.memberId ? task.assignee_id : task.origin_id;
  if (!whose || whose === me.memberId) return '';
  return (await tx.selectFrom('member').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', whose).executeTakeFirst())?.name ?? '';
}
