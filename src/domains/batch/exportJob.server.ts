import type { Updateable } from 'kysely';
import { decide, defineApproval, hold, isDecider, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import type { Me } from '~/portal/me';
import { DATA_EXPORT_APPROVE } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import { onCommit } from '~/server/db/transaction.server';
import { type DB, jsonb, type Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { type AnyExport, columnsFor, definedExport, exportFor, mayExport } from '~/server/export.server';
import { type Asked, refuseHiddenQuery } from '~/server/hiddenQuery.server';
import { newId } from '~/server/ids.server';
import { takeInput } from '~/server/input.server';
import { wake } from '~/server/jobs.server';
import { containing, pageFrom } from '~/server/list.server';
import { tell } from '~/server/outbox.server';
import { servedCalls } from '~/server/serve.server';
import { readSetting } from '~/server/settings.server';
import { lockOne } from '~/server/versioned.server';
import { instantRange } from '~/shared/dates';
import { displayCount } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound, refuse } from '~/shared/refusal';
import { CENTER, exportForm } from './exportForm.server';
import { type ExportState, exportFlow, isUnderWay, mayRetry } from './exportJob';
import { type ExportJob, type ExportQuery, ExportRules, type ExportStart } from './exportJob.schema';
import * as subjects from './subjects';

const NOUN = '导出任务';
export const RULES_KEY = 'export.rules';
/** The chores that write small and large exports (`exportChores.server`). */
export const LANES = ['run-small-exports', 'run-large-exports'] as const;

export const exportRules = async (tx: Tx, me: Pick<Me, 'tenantId'>): Promise<ExportRules> => (await readSetting(tx, me, RULES_KEY, ExportRules)).value;

/** How many rows it would be, whether somebody must approve, and which columns there are. Changes nothing. */
export async function sizeOfExport(tx: Tx, me: Me, ask: { type: string; query: Record<string, unknown> }, now: Date) {
  const definition = exportFor(me, ask.type);
  const rules = await exportRules(tx, me);
  const total = await countRows(tx, me, definition, ask.query, rules.mostRows, now);
  return {
    title: definition.title,
    total,
    needsApproval: total > rules.approvalRows,
    approvalRows: rules.approvalRows,
    mostRows: rules.mostRows,
    columns: columnsFor(me, definition, []).map(({ key, title }) => ({ key, title })),
    importable: definition.importable === true,
  };
}

/** Asks for an export: queued at once, or kept until somebody else has approved it. */
export async function startExport(tx: Tx, me: Me, input: ExportStart, now: Date): Promise<ExportJob> {
  const definition = exportFor(me, input.type);
  const rules = await exportRules(tx, me);
  const total = await countRows(tx, me, definition, input.query, rules.mostRows, now);
  const status: ExportState = total > rules.approvalRows ? 'PENDING_APPROVAL' : 'QUEUED';
  const id = newId();
  await tx
    .insertInto('export_job')
    .values({
      tenant_id: me.tenantId,
      id,
      type: definition.type,
      title: definition.title,
      query: jsonb(input.query),
      columns: input.columns,
      format: input.format,
      status,
      reason: input.reason,
      total,
      requested_by: me.accountId,
      requester: me.name,
      requester_identity: me.identity,
      requester_customer: me.customerId,
      created_at: now,
    })
    .execute();
  await enter(tx, me, { id, title: definition.title, total, reason: input.reason }, status, now);
  return exportJobOf(tx, me, id);
}

/** Again, with the rows there are now: after a failure the approval still counts, otherwise as if asked anew. */
export async function retryExport(tx: Tx, me: Me, id: string, now: Date): Promise<ExportJob> {
  const job = await lockOwnJob(tx, me, id);
  mustStand(standingOf(job), mayRetry, '重新导出');
  const definition = exportFor(me, job.type);
  const rules = await exportRules(tx, me);
  const total = await countRows(tx, me, definition, job.query as Record<string, unknown>, rules.mostRows, now);
  const approved = job.status === 'FAILED' && job.approver_id !== null && total <= job.total;
  const status: ExportState = total > rules.approvalRows && !approved ? 'PENDING_APPROVAL' : 'QUEUED';
  const undecided = approved ? {} : { approver_id: null, approver: '', decided_at: null, decision_note: '' };
  await set(tx, me, id, {
    ...undecided,
    status,
    total,
    done: 0,
    written: 0,
    error: '',
    attempts: 0,
    runner: null,
    lease_until: null,
    started_at: null,
    finished_at: null,
    expires_at: null,
    file_name: '',
    file_size: 0n,
  });
  await enter(tx, me, { id, title: job.title, total, reason: job.reason }, status, now);
  return exportJobOf(tx, me, id);
}

/** Whoever asked may stop it until it has ended; what was written so far is thrown away. */
export async function cancelExport(tx: Tx, me: Me, id: string, now: Date): Promise<ExportJob> {
  const job = await lockOwnJob(tx, me, id);
  mustStand(standingOf(job), (state) => exportFlow.mayBecome(state, 'CANCELLED'), '取消');
  if (job.status === 'PENDING_APPROVAL') await withdraw(tx, me, exportApproval, job, '', now);
  await set(tx, me, id, { status: 'CANCELLED', finished_at: now, runner: null, lease_until: null });
  await audit(tx, me, { action: '取消导出', subject: subjects.exportFile, id, no: job.title });
  return exportJobOf(tx, me, id);
}

const lockJob = (tx: Tx, me: Me, id: string) => lockOne(tx, me, 'export_job', NOUN, id);
type Job = Awaited<ReturnType<typeof lockJob>>;

/** Many rows leave the house only when somebody else than who asked agrees. */
export const exportApproval = defineApproval<Job, Opinion, ExportJob>({
  type: 'export',
  key: 'dataExport',
  title: '导出审批',
  form: exportForm,
  stays: (tx, me, job) => exportJobOf(tx, me, job.id),
  decide: [DATA_EXPORT_APPROVE],
  lock: (tx, me, { id }) => lockJob(tx, me, id),
  subject: ({ id, title }) => ({ id, no: title, name: `导出“${title}”`, customerId: null }),
  mustAllow(job, decision, { opinion }) {
    mustStand(standingOf(job), 'PENDING_APPROVAL', '审批');
    if (decision === 'REJECT' && opinion === '') refuse('EXPORT_STATE', '驳回时请填写原因', { fields: { note: '驳回时请填写原因' } });
  },
  submitters: async (_tx, _me, job) => ({ accounts: [job.requested_by], why: `导出“${job.title}”由您申请，须由其他人审批` }),
  on: {
    async PASS(tx, me, job, { opinion }, now) {
      await writeDecision(tx, me, job, { status: 'QUEUED', action: '同意导出', note: opinion }, now);
      wakeRunners();
      return exportJobOf(tx, me, job.id);
    },
    async REJECT(tx, me, job, { opinion }, now) {
      await writeDecision(tx, me, job, { status: 'REFUSED', action: '驳回导出', note: opinion }, now);
      const body = `${me.name}驳回：${opinion}`;
      const to = { side: 'account', accountId: job.requested_by } as const;
      await tell(tx, me, { kind: 'export.refused', title: `导出“${job.title}”未获同意`, body, link: CENTER, to });
      return exportJobOf(tx, me, job.id);
    },
  },
});

export async function decideExport(tx: Tx, me: Me, { id, pass, note }: { id: string; pass: boolean; note: string }, now: Date): Promise<ExportJob> {
  return decide(tx, me, await hold(tx, me, exportApproval, { id }), pass ? 'PASS' : 'REJECT', { opinion: note }, now);
}

async function writeDecision(tx: Tx, me: Me, job: Job, to: { status: ExportState; action: string; note: string }, now: Date): Promise<void> {
  const ended = to.status === 'REFUSED' ? { finished_at: now } : {};
  await set(tx, me, job.id, { status: to.status, approver_id: me.accountId, approver: me.name, decided_at: now, decision_note: to.note, ...ended });
  await audit(tx, me, { action: to.action, subject: subjects.exportFile, id: job.id, no: job.title, after: { note: to.note } });
}

/** Newest first: one's own, and for approvers everybody's. */
export async function listExports(tx: Tx, me: Me, query: ExportQuery): Promise<Page<ExportJob>> {
  let rows = visible(tx, me);
  if (query.title) rows = rows.where('export_job.title', 'ilike', containing(query.title));
  if (query.status) rows = rows.where('export_job.status', '=', query.status);
  if (query.requester) rows = rows.where('export_job.requester', 'ilike', containing(query.requester));
  const { from, before } = instantRange(query.createdStart, query.createdEnd);
  if (from) rows = rows.where('export_job.created_at', '>=', from);
  if (before) rows = rows.where('export_job.created_at', '<', before);
  const page = await pageFrom(tx, rows, query, {
    sort: { createdAt: 'export_job.created_at' },
    initial: [['export_job.created_at', 'desc']],
    tiebreak: 'export_job.id',
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(me, row)) };
}

export async function exportJobOf(tx: Tx, me: Me, id: string): Promise<ExportJob> {
  const row = await visible(tx, me).where('export_job.id', '=', id).executeTakeFirst();
  return row ? shown(me, row) : notFound(`该${NOUN}`);
}

export const mayApprove = (me: Me): boolean => me.memberId !== null && isDecider(me, exportApproval);

/** Rows this person may see: those asked for on the same side, of approvers everybody's. */
export function visible(tx: Tx, me: Me) {
  const rows = tx.selectFrom('export_job').selectAll('export_job').where('export_job.tenant_id', '=', me.tenantId);
  if (mayApprove(me)) return rows;
  return rows.where('export_job.requested_by', '=', me.accountId).where('export_job.requester_customer', me.customerId === null ? 'is' : '=', me.customerId);
}
type Row = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

export const isMine = (me: Me, row: Pick<Row, 'requested_by' | 'requester_customer'>): boolean =>
  row.requested_by === me.accountId && row.requester_customer === me.customerId;

function shown(me: Me, row: Row): ExportJob {
  const status = row.status as ExportState;
  const definition = definedExport(row.type);
  const mine = isMine(me, row);
  const still = mine && definition !== undefined && mayExport(me, definition);
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    format: row.format as ExportJob['format'],
    status,
    reason: row.reason,
    conditions: conditionsOf(definition, row.query as Record<string, unknown>),
    total: row.total,
    done: row.done,
    written: row.written,
    error: row.error,
    requester: row.requester,
    mine,
    approver: row.approver,
    decidedAt: row.decided_at,
    decisionNote: row.decision_note,
    fileName: row.file_name,
    fileSize: Number(row.file_size),
    downloads: row.downloads,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    mayDownload: still && status === 'DONE',
    mayCancel: mine && exportFlow.mayBecome(status, 'CANCELLED'),
    mayRetry: still && mayRetry(status),
    mayDecide: status === 'PENDING_APPROVAL' && mayApprove(me) && row.requested_by !== me.accountId,
  };
}

const yesNo: Readonly<Record<string, string>> = { true: '是', false: '否' };

/** The filters in words; ids of things picked say only that something was picked. */
export function conditionsOf(definition: AnyExport | undefined, query: Record<string, unknown>): { name: string; value: string }[] {
  const named = Object.entries(definition?.filters ?? {});
  return named.flatMap(([key, name]) => {
    const value = String(query[key] ?? '');
    const [label, names] = typeof name === 'string' ? [name, yesNo] : name;
    const shown = /^[0-9a-f-]{36}$/.test(value) ? '指定' : value.split(',').map((one) => names[one] ?? one);
    return value === '' ? [] : [{ name: label, value: [shown].flat().join('、').slice(0, 100) }];
  });
}

/**
 * The query as the list takes it; refuses with the list's own sentences, and what the list would not be asked by this person. Values are never
 * dropped here, not for pages either: a file must not hold more than was asked for.
 */
export function listQuery(me: Me, definition: AnyExport, query: Record<string, unknown>) {
  const { pageNo: _, pageSize: __, ...conditions } = query;
  const list = listBehind(definition);
  const asked = takeInput(list, conditions) as Record<string, unknown>;
  refuseHiddenQuery(me, list, asked);
  return asked;
}

/** The list whose query the export takes; its rows say what one may order by. */
export const listBehind = (definition: AnyExport): Asked =>
  servedCalls().find(({ endpoint }) => endpoint.input === definition.query)?.endpoint ?? { input: definition.query };

async function countRows(tx: Tx, me: Me, definition: AnyExport, query: Record<string, unknown>, most: number, now: Date): Promise<number> {
  const page = await definition.rows(tx, me, { ...listQuery(me, definition, query), ascs: '', descs: '', pageNo: 1, pageSize: 1, countTo: most }, now);
  if (page.capped) refuse('EXPORT_LIMIT', `“${definition.title}”超过单次导出上限${displayCount(most)}条，请缩小查询范围后分批导出`);
  if (page.totalCount === 0) refuse('EXPORT_LIMIT', `没有符合条件的${definition.title}可以导出`);
  return page.totalCount;
}

/** Into the queue, or before the people who decide. */
async function enter(tx: Tx, me: Me, job: { id: string; title: string; total: number; reason: string }, status: ExportState, now: Date): Promise<void> {
  await audit(tx, me, { action: '申请导出', subject: subjects.exportFile, id: job.id, no: job.title, after: { rows: job.total, reason: job.reason } });
  if (isUnderWay(status)) return wakeRunners();
  await submitDocument(tx, me, exportApproval, await lockJob(tx, me, job.id), now, {
    notice: {
      kind: 'export.waiting',
      title: `导出“${job.title}”待审批`,
      body: `${me.name}申请导出${displayCount(job.total)}条${job.reason ? `，原因：${job.reason}` : ''}`,
      link: `${CENTER}?status=PENDING_APPROVAL`,
      to: { side: 'factory', code: DATA_EXPORT_APPROVE },
    },
  });
}

const wakeRunners = (): void => onCommit(() => LANES.forEach(wake));

export async function lockOwnJob(tx: Tx, me: Me, id: string) {
  const job = await lockJob(tx, me, id);
  return isMine(me, job) ? job : notFound(`该${NOUN}`);
}

/** For `mustStand`. */
export const standingOf = ({ title, status }: { title: string; status: string }) =>
  ({ title: `导出“${title}”`, state: status as ExportState, names: exportFlow.names, reason: 'EXPORT_STATE' }) as const;

const set = (tx: Tx, me: Me, id: string, values: Updateable<DB['export_job']>) =>
  tx.updateTable('export_job').set(values).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
