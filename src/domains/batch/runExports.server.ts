import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { productName } from '~/portal/brand';
import type { Identity, Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { config } from '~/server/config.server';
import type { Opened, Tx } from '~/server/db.server';
import { type AnyExport, columnsFor, type ExportColumn, exportFor } from '~/server/export.server';
import { fileStore } from '~/server/files.server';
import { heapGuard } from '~/server/heap.server';
import { wordsWithout } from '~/server/hiddenWords.server';
import { claimDue, RUNNER } from '~/server/jobs/claim.server';
import type { RowKey } from '~/server/list.server';
import { log } from '~/server/log.server';
import { tell } from '~/server/outbox.server';
import { scopeOf } from '~/server/serve.server';
import { loadMe } from '~/server/session.server';
import type { Cell } from '~/server/sheet/exportCells';
import { openCsv, openXlsx, type SheetFile, type SheetInfo } from '~/server/sheet/sheetFile.server';
import { shanghaiTime } from '~/shared/dates';
import { maskMobile } from '~/shared/mask';
import { Refusal } from '~/shared/refusal';
import { CENTER } from './exportForm.server';
import { conditionsOf, exportRules, listQuery } from './exportJob.server';
import * as subjects from './subjects';

const LEASE_MS = 60_000;
const MOST_ATTEMPTS = 3;
const BATCH_ROWS = 500;
/** Exports up to this size never wait behind larger ones. */
export const SMALL_ROWS = 5000;
const DAY_MS = 86_400_000;

export type Lane = 'small' | 'large';
/** Between batches: the job was cancelled, or taken over, or this process is ending. */
class Stopped extends Error {}

const job = (tx: Tx) => tx.selectFrom('export_job').selectAll();
type Job = Awaited<ReturnType<ReturnType<typeof job>['executeTakeFirstOrThrow']>>;

/** Writes the queued exports of a lane, oldest first; answers how many ended. Ends early, leaving its job queued, when `stop` is set. */
export async function runExports(opened: Opened, lane: Lane, stop?: AbortSignal): Promise<number> {
  let ended = 0;
  for (;;) {
    const claimed = stop?.aborted ? undefined : await claim(opened, lane);
    if (!claimed) return ended;
    await runOne(opened, claimed, stop);
    ended++;
  }
}

/**
 * The next job of a lane: the oldest that is queued or whose process ended without a word. The embedded engine has one process, this one:
 * what another held is free, and what this one holds is not, however long it was held up.
 */
async function claim(opened: Opened, lane: Lane): Promise<Job | undefined> {
  const gone = opened.kind === 'embedded' ? sql<boolean>`runner is distinct from ${RUNNER}` : sql<boolean>`lease_until < now()`;
  const fits = lane === 'small' ? sql<boolean>`total <= ${SMALL_ROWS}` : sql<boolean>`total > ${SMALL_ROWS}`;
  const [next] = await opened.inSystem((tx) =>
    claimDue(tx, 'export_job', {
      where: sql`status in ('QUEUED', 'RUNNING') and (status = 'QUEUED' or ${gone}) and ${fits}`,
      order: sql`created_at, id`,
      most: 1,
      lease: { status: 'RUNNING', runner: RUNNER, lease_until: lease(), started_at: sql`now()`, done: 0, written: 0 },
    }),
  );
  return next;
}

async function runOne(opened: Opened, claimed: Job, stop: AbortSignal | undefined): Promise<void> {
  const folder = join(config().DATA_DIR, 'tmp');
  const path = join(folder, `export-${claimed.id}`);
  try {
    if (claimed.attempts > MOST_ATTEMPTS) throw new Refusal('', '导出多次被中断，请重试；若仍失败请缩小查询范围');
    await mkdir(folder, { recursive: true });
    const { me, definition } = await asRequester(opened, claimed);
    const written = await writeFile(opened, me, definition, claimed, path, stop);
    await deliver(opened, me, definition, claimed, path, written);
  } catch (error) {
    await settleFailure(opened, claimed, error, stop);
  } finally {
    await rm(path, { force: true });
  }
}

/** The person as they are now, who must still be allowed to: what was taken from them since counts. */
async function asRequester(opened: Opened, claimed: Job): Promise<{ me: Me; definition: AnyExport }> {
  const me = await opened.inSystem(async (tx) => {
    const account = await tx.selectFrom('account').select('status').where('id', '=', claimed.requested_by).executeTakeFirst();
    return account?.status === 'ACTIVE' ? loadMe(tx, claimed.requested_by, claimed.tenant_id, claimed.requester_identity as Identity) : null;
  });
  if (!me || me.tenantId !== claimed.tenant_id || me.customerId !== claimed.requester_customer)
    throw new Refusal('', '申请人已停用或不再属于该企业，导出已停止');
  return { me, definition: exportFor(me, claimed.type) };
}

async function writeFile(opened: Opened, me: Me, definition: AnyExport, claimed: Job, path: string, stop?: AbortSignal): Promise<number> {
  const now = new Date();
  const columns = columnsFor(me, definition, claimed.columns);
  const kinds = columns.map(({ title, kind = 'text', width }) => ({ title, kind, width }));
  const info = watermark(me, definition, claimed, now);
  const file: SheetFile = claimed.format === 'csv' ? await openCsv(path, kinds, info) : await openXlsx(path, kinds, info, definition.title);
  try {
    const query = { ...listQuery(me, definition, claimed.query as Record<string, unknown>), pageNo: 1, pageSize: BATCH_ROWS };
    let done = 0;
    let written = 0;
    const keepHeap = heapGuard();
    let after: RowKey | null | undefined = null;
    do {
      const reading: { after: RowKey | null } = { after };
      const page: Awaited<ReturnType<AnyExport['rows']>> = await opened.inTenant(scopeOf(me), (tx) => definition.rows(tx, me, { ...query, reading }, now), {
        readOnly: true,
      });
      if (page.next === undefined) throw new Error(`the rows of export ${definition.type} are not read by key: pass its query on to pageFrom`);
      await file.write(page.pagedRecords.map((row) => columns.map((column) => shownCell(me, cellOf(column, row)))));
      done += page.read ?? page.pagedRecords.length;
      written += page.pagedRecords.length;
      await report(opened, claimed, { done, written }, stop);
      after = page.next;
      keepHeap();
    } while (after !== null);
    await file.end();
    return written;
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/** Texts may tell what the person's roles hide. */
const shownCell = (me: Me, cell: Cell): Cell => (typeof cell === 'string' ? wordsWithout(me.hidden ?? [], cell) : cell);

const cellOf = ({ key, value }: ExportColumn<unknown>, row: unknown): Cell => (value ? value(row) : (row as Record<string, Cell>)[key]);

/** Says how far it is and prolongs the lease; stops when the job is no longer this process's. */
async function report(opened: Opened, claimed: Job, progress: { done: number; written: number }, stop?: AbortSignal): Promise<void> {
  if (stop?.aborted) throw new Stopped();
  const held = await opened.inSystem((tx) =>
    update(tx, claimed)
      .set({ ...progress, lease_until: lease() })
      .where('status', '=', 'RUNNING')
      .where('runner', '=', RUNNER)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!held) throw new Stopped();
  // Others get their turn on the one connection of the embedded engine.
  await pause(1);
}

async function deliver(opened: Opened, me: Me, definition: AnyExport, claimed: Job, path: string, written: number): Promise<void> {
  const key = exportKey(claimed);
  await fileStore().putFile(key, path);
  const { size } = await stat(path);
  const kept = await opened.inTenant({ tenantId: claimed.tenant_id }, async (tx) => {
    const { keepDays } = await exportRules(tx, me);
    const now = new Date();
    const done = await update(tx, claimed)
      .set({
        status: 'DONE',
        file_key: key,
        file_name: fileName(definition.title, claimed.format, now),
        file_size: BigInt(size),
        done: claimed.total,
        written,
        finished_at: now,
        expires_at: new Date(now.getTime() + keepDays * DAY_MS),
        runner: null,
        lease_until: null,
      })
      .where('status', '=', 'RUNNING')
      .where('runner', '=', RUNNER)
      .returning('id')
      .executeTakeFirst();
    if (!done) return false;
    await audit(tx, me, {
      action: '导出',
      subject: subjects.exportFile,
      id: claimed.id,
      no: claimed.title,
      after: { 行数: written, 条件: conditionWords(definition, claimed) },
    });
    await tell(tx, me, {
      kind: 'export.done',
      title: `导出“${claimed.title}”已完成`,
      body: `共${written}条，请在${keepDays}天内到批量中心下载`,
      link: CENTER,
      to: { side: 'account', accountId: claimed.requested_by },
    });
    return true;
  });
  if (!kept) await fileStore().delete(key);
}

/** Cancelled jobs stay cancelled; an ending process hands its job back; everything else is told to whoever asked. */
async function settleFailure(opened: Opened, claimed: Job, error: unknown, stop: AbortSignal | undefined): Promise<void> {
  if (!(error instanceof Refusal) && !(error instanceof Stopped)) log.error({ err: error, export: claimed.id }, 'export failed');
  await opened.inSystem(async (tx) => {
    const held = await job(tx)
      .where('tenant_id', '=', claimed.tenant_id)
      .where('id', '=', claimed.id)
      .where('status', '=', 'RUNNING')
      .where('runner', '=', RUNNER)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    if (stop?.aborted)
      await update(tx, held)
        .set({ status: 'QUEUED', runner: null, lease_until: null, done: 0, attempts: held.attempts - 1 })
        .execute();
    else await end(tx, held, error instanceof Refusal ? error.message : '导出时系统出错，请重试；若仍失败请联系管理员');
  });
}

async function end(tx: Tx, failed: Job, message: string): Promise<void> {
  await update(tx, failed).set({ status: 'FAILED', error: message, runner: null, lease_until: null, finished_at: sql`now()` }).execute();
  await tell(
    tx,
    { tenantId: failed.tenant_id },
    { kind: 'export.failed', title: `导出“${failed.title}”失败`, body: message, link: CENTER, to: { side: 'account', accountId: failed.requested_by } },
  );
}

export const exportKey = (one: Pick<Job, 'tenant_id' | 'id' | 'format'>): string => `exports/${one.tenant_id}/${one.id}.${one.format}`;
const lease = () => sql<Date>`now() + ${`${LEASE_MS} milliseconds`}::interval`;
const update = (tx: Tx, one: Pick<Job, 'tenant_id' | 'id'>) => tx.updateTable('export_job').where('tenant_id', '=', one.tenant_id).where('id', '=', one.id);

/** No path, no control characters, nothing a file system refuses. */
export function fileName(title: string, format: string, now: Date): string {
  const safe =
    title
      .replace(/[\p{Cc}\\/:*?"<>|]/gu, '')
      .trim()
      .slice(0, 60) || '导出';
  return `${safe}_${shanghaiTime(now).replace(/\D/g, '').slice(0, 14)}.${format}`;
}

const conditionWords = (definition: AnyExport, claimed: Job): string =>
  conditionsOf(definition, claimed.query as Record<string, unknown>)
    .map(({ name, value }) => `${name}=${value}`)
    .join('，') || '全部';

function watermark(me: Me, definition: AnyExport, claimed: Job, now: Date): SheetInfo {
  return [
    ['导出人', `${me.name}（${maskMobile(me.mobile)}）${me.customerId ? me.customerName : me.tenantName}`],
    ['导出时间', shanghaiTime(now)],
    ['内容', `${productName} ${definition.title}`],
    ['条件', conditionWords(definition, claimed)],
    ['任务编号', claimed.id],
    ...(claimed.approver ? ([['审批人', claimed.approver]] as const) : []),
  ];
}
