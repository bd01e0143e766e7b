import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { wordsWithout } from '~/server/hiddenWords.server';
import { newId } from '~/server/ids.server';
import { type AnyImport, type ImportMode, importFor, mayImport } from '~/server/import.server';
import { containing, refuseOrder } from '~/server/list.server';
import { sealJson, unsealJson } from '~/server/secrets.server';
import type { FileAnswer } from '~/server/serve.server';
import type { RowError, Sheet } from '~/server/sheet/columns';
import { readSheet, type SheetFile } from '~/server/sheet/read.server';
import { writeErrorFile, XLSX_MIME } from '~/server/sheet/write.server';
import { shanghaiTime } from '~/shared/dates';
import type { Page } from '~/shared/page';
import { notFound, refuse } from '~/shared/refusal';
import { ERRORS_SHOWN, IMPORT_ROWS_DAYS, type ImportState, importStates, SAMPLE_SHOWN, UNDO_HOURS } from './importJob';
import type { ImportJob, ImportPreview, ImportQuery } from './importJob.schema';
import { type PreviewRows, previewRows } from './previewRows.server';
import * as subjects from './subjects';
import { checkGoodRows, checkRows } from './validateRows.server';

const HOUR_MS = 3_600_000;
interface StoredRows {
  header: string[];
  rows: [number, ...string[]][];
  /** As the uploader was shown it; uploads of before have none. */
  preview?: PreviewRows;
}

/** Outside any transaction: reading may take seconds, and the embedded engine has one connection. */
export function readImport(me: Me, type: string, file: SheetFile): Promise<Sheet> {
  const { columns, maxRows } = importFor(me, type);
  return readSheet(file, Object.values(columns), maxRows ? { rows: maxRows } : {}, me.tenantId);
}

/** Checks all rows and keeps the batch for the person to commit; nothing else changes. */
export async function uploadImport(
  tx: Tx,
  me: Me,
  input: { type: string; mode?: ImportMode | undefined; fileName: string; sheet: Sheet },
  now: Date,
): Promise<ImportPreview> {
  const definition = importFor(me, input.type);
  const mode = input.mode ?? definition.modes[0] ?? 'MERGE';
  if (!definition.modes.includes(mode)) refuse('IMPORT_FILE', `${definition.title}导入不支持“${mode}”方式`);
  const checked = await checkRows(tx, me, definition, input.sheet, mode, now);
  const { errors, good } = checked;
  const total = input.sheet.rows.length;
  const id = newId();
  await tx
    .insertInto('import_job')
    .values({
      tenant_id: me.tenantId,
      id,
      type: input.type,
      file_name: input.fileName.slice(-120),
      mode,
      total,
      ok: good.length,
      bad: total - good.length,
      rows: jsonb(sealJson(useOf(me), { ...packed(input.sheet), preview: previewRows(me, definition, input.sheet, checked) })),
      errors: jsonb(sealJson(useOf(me), errors)),
      created_by: me.accountId,
      creator: me.name,
      created_at: now,
    })
    .execute();
  return previewImport(tx, me, id);
}

export async function previewImport(tx: Tx, me: Me, jobId: string): Promise<ImportPreview> {
  const { job, definition, stored, errors } = await jobOf(tx, me, jobId);
  return { ...summary(job, definition), ...shownRows(me, job.created_by, stored), errors: errors.slice(0, ERRORS_SHOWN), errorCount: errors.length };
}

/** What a row changes compares it with what is stored: a colleague from whom fields are kept sees the rows alone. */
function shownRows(me: Me, uploader: string | null, { header, rows, preview }: StoredRows) {
  if (!preview) {
    const sample = rows.slice(0, SAMPLE_SHOWN).map(([rowNumber, ...cells]) => ({ rowNumber, effect: null, cells }));
    return { header, ignored: [], effects: null, sample };
  }
  if (uploader === me.accountId || !me.hidden?.length) return preview;
  return { ...preview, effects: null, sample: preview.sample.map((row) => ({ ...row, effect: null })) };
}

/** Checks again (others may have changed things since the upload) and applies in the same transaction, all or the good rows. */
export async function commitImport(tx: Tx, me: Me, input: { jobId: string; how: 'ALL' | 'GOOD_ONLY' }, now: Date): Promise<ImportPreview> {
  const { job, definition, stored } = await jobOf(tx, me, input.jobId, true);
  mustStand(standingOf(job), 'PARSED', '再次导入');
  if (now.getTime() - job.created_at.getTime() > UNDO_HOURS * HOUR_MS) refuse('IMPORT_STATE', `文件“${job.file_name}”上传已超过${UNDO_HOURS}小时，请重新上传`);
  const sheet = unpacked(stored);
  const mode = job.mode as ImportMode;
  const checked = input.how === 'ALL' ? await checkRows(tx, me, definition, sheet, mode, now) : await checkGoodRows(tx, me, definition, sheet, mode, now);
  if (input.how === 'ALL' && checked.errors.length > 0) refuseBadRows(job.file_name, checked.errors);
  if (checked.good.length === 0) refuse('IMPORT_ROWS', `文件“${job.file_name}”没有可以导入的行，共${sheet.rows.length}行全部有错误`);
  const has = (key: string) => sheet.header.includes(definition.columns[key]?.title ?? '');
  const applied = await definition.apply(tx, me, checked.plan, { rows: checked.good, mode, has, now });
  await tx
    .updateTable('import_job')
    .set({
      status: 'COMMITTED',
      ok: checked.good.length,
      bad: sheet.rows.length - checked.good.length,
      created: applied.created,
      updated: applied.updated,
      note: applied.note ?? '',
      errors: jsonb(sealJson(useOf(me), checked.errors)),
      undo: jsonb(applied.undo ?? null),
      committed_at: now,
      undo_until: new Date(now.getTime() + UNDO_HOURS * HOUR_MS),
    })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', job.id)
    .execute();
  await audit(tx, me, {
    action: '导入',
    subject: subjects.importFile,
    part: job.type,
    id: job.id,
    no: job.file_name,
    after: { rows: checked.good.length, created: applied.created, updated: applied.updated },
  });
  return previewImport(tx, me, job.id);
}

function refuseBadRows(fileName: string, errors: readonly RowError[]): never {
  const bad = new Set(errors.map((error) => error.rowNumber)).size;
  return refuse('IMPORT_ROWS', `文件“${fileName}”有${bad}行错误，未导入任何数据。${errors[0]?.message ?? ''}`, {
    errors: errors.slice(0, ERRORS_SHOWN),
    errorCount: errors.length,
  });
}

export async function importErrorFile(tx: Tx, me: Me, jobId: string): Promise<FileAnswer> {
  const { job, definition, stored, errors } = await jobOf(tx, me, jobId);
  if (errors.length === 0) refuse('IMPORT_STATE', `文件“${job.file_name}”没有错误行`);
  const sheet = unpacked(stored);
  const said = errors.map((error) => ({ ...error, message: wordsWithout(me.hidden ?? [], error.message) }));
  return { name: `${definition.title}导入错误.xlsx`, mime: XLSX_MIME, bytes: await writeErrorFile(sheet.header, sheet.rows, said) };
}

export async function undoImport(tx: Tx, me: Me, jobId: string, now: Date): Promise<ImportPreview> {
  const { job, definition } = await jobOf(tx, me, jobId, true);
  mustStand(standingOf(job), 'COMMITTED', '撤销');
  if (!job.undo_until || job.undo_until <= now)
    refuse('IMPORT_STATE', `文件“${job.file_name}”的撤销期限为${job.undo_until ? shanghaiTime(job.undo_until) : '导入后24小时'}，已不能撤销`);
  await definition.undo(tx, me, job.undo as never, now);
  await tx.updateTable('import_job').set({ status: 'UNDONE', undo: null }).where('tenant_id', '=', me.tenantId).where('id', '=', job.id).execute();
  await audit(tx, me, { action: '撤销导入', subject: subjects.importFile, part: job.type, id: job.id, no: job.file_name });
  return previewImport(tx, me, job.id);
}

/** An upload nobody wants any more; nothing of it was ever written. */
export async function cancelImport(tx: Tx, me: Me, jobId: string): Promise<ImportPreview> {
  const { job } = await jobOf(tx, me, jobId, true);
  mustStand(standingOf(job), 'PARSED', '取消');
  await tx.updateTable('import_job').set({ status: 'CANCELLED' }).where('tenant_id', '=', me.tenantId).where('id', '=', job.id).execute();
  await audit(tx, me, { action: '取消导入', subject: subjects.importFile, part: job.type, id: job.id, no: job.file_name });
  return previewImport(tx, me, job.id);
}

/** Colleagues who see everything work on one another's uploads; whoever sees a part of the rows has their own alone: others' files name what lies outside. */
const mineOnly = (me: Me): boolean => Boolean(me.scope);

/** Newest first, of the types this person may import. */
export async function listImportJobs(tx: Tx, me: Me, query: ImportQuery): Promise<Page<ImportJob>> {
  const allowed = mayImport(me).filter((one) => query.type === '' || one.type === query.type);
  refuseOrder(query);
  if (allowed.length === 0) return { pagedRecords: [], pageNo: 1, totalCount: 0 };
  const types = new Map(allowed.map((one) => [one.type, one]));
  let jobs = tx
    .selectFrom('import_job')
    .where('tenant_id', '=', me.tenantId)
    .where('type', 'in', [...types.keys()]);
  if (mineOnly(me)) jobs = jobs.where('created_by', '=', me.accountId);
  if (query.fileName !== '') jobs = jobs.where('file_name', 'ilike', containing(query.fileName));
  if (query.status !== '') jobs = jobs.where('status', '=', query.status);
  const { count } = await jobs.select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count')).executeTakeFirstOrThrow();
  const rows = await jobs
    .select([...summaryColumns, hasRows])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize)
    .execute();
  return { pagedRecords: rows.map((row) => summary(row, types.get(row.type) as AnyImport)), pageNo: query.pageNo, totalCount: count };
}

/** Uploads nobody committed become 已过期. */
export async function expireImports(tx: Tx, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('import_job')
    .set({ status: 'EXPIRED' })
    .where('status', '=', 'PARSED')
    .where('created_at', '<', new Date(now.getTime() - UNDO_HOURS * HOUR_MS))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The job itself stays with its sums. */
export async function forgetImportedRows(tx: Tx, before: Date, most: number): Promise<number> {
  const old = tx
    .selectFrom('import_job')
    .select('id')
    .where('created_at', '<', before)
    .where((row) => row.or([sql<boolean>`rows <> ${jsonb(NO_ROWS)}`, row('undo', 'is not', null)]))
    .limit(most);
  const { numUpdatedRows } = await tx
    .updateTable('import_job')
    .set({ rows: jsonb(NO_ROWS), undo: null })
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
const NO_ROWS = { header: [], rows: [] };

const summaryColumns = [
  'id',
  'type',
  'file_name',
  'mode',
  'status',
  'total',
  'ok',
  'bad',
  'created',
  'updated',
  'created_at',
  'committed_at',
  'undo_until',
  'note',
  'creator',
] as const;
const hasRows = sql<boolean>`created_at > now() - ${sql.lit(IMPORT_ROWS_DAYS)} * interval '1 day'`.as('has_rows');
interface Summed {
  id: string;
  type: string;
  file_name: string;
  mode: string;
  status: string;
  total: number;
  ok: number;
  bad: number;
  created: number;
  updated: number;
  created_at: Date;
  committed_at: Date | null;
  undo_until: Date | null;
  note: string;
  creator: string;
  has_rows?: boolean;
}

function summary(job: Summed, definition: AnyImport): ImportJob {
  return {
    jobId: job.id,
    type: job.type,
    title: definition.title,
    fileName: job.file_name,
    mode: job.mode as ImportJob['mode'],
    status: job.status as ImportJob['status'],
    total: job.total,
    good: job.ok,
    bad: job.bad,
    created: job.created,
    updated: job.updated,
    createdAt: job.created_at,
    committedAt: job.committed_at,
    undoUntil: job.undo_until,
    note: job.note,
    creator: job.creator,
    hasRows: job.has_rows ?? true,
  };
}

async function jobOf(tx: Tx, me: Me, jobId: string, lock = false) {
  const found = tx.selectFrom('import_job').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', jobId);
  const job = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!job || (mineOnly(me) && job.created_by !== me.accountId)) return notFound('该导入批次');
  const stored = unsealJson<StoredRows>(useOf(me), job.rows);
  return { job, definition: importFor(me, job.type), stored, errors: unsealJson<RowError[]>(useOf(me), job.errors) };
}

const standingOf = ({ file_name, status }: { file_name: string; status: string }) =>
  ({ title: `文件“${file_name}”`, state: status as ImportState, names: importStates, reason: 'IMPORT_STATE' }) as const;

/** Uploaded rows hold whatever the file held, identity card and bank numbers too, so they are sealed at rest. */
const useOf = (me: Me): string => `import_job/${me.tenantId}`;

const packed = (sheet: Sheet): StoredRows => ({
  header: sheet.header,
  rows: sheet.rows.map((row) => [row.rowNumber, ...sheet.header.map((title) => row.cells[title] ?? '')]),
});
const unpacked = ({ header, rows }: StoredRows) => ({
  header,
  rows: rows.map(([rowNumber, ...cells]) => ({ rowNumber, cells: Object.fromEntries(header.map((title, index) => [title, cells[index] ?? ''])) })),
});
