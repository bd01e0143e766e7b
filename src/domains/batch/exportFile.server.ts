import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { database, type Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { exportFor } from '~/server/export.server';
import { fileStore, reportMissing } from '~/server/files.server';
import { mayImport } from '~/server/import.server';
import type { StreamAnswer } from '~/server/serve.server';
import { scopeOf } from '~/server/serve.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { XLSX_MIME } from '~/server/sheet/write.server';
import { notFound, refuse } from '~/shared/refusal';
import { type BatchCounts, ExportRules } from './exportJob.schema';
import { lockOwnJob, mayApprove, RULES_KEY, standingOf } from './exportJob.server';
import * as subjects from './subjects';

/** The file for whoever asked for it, while their permission and the file last; each download is in the log. */
export async function downloadExport(me: Me, id: string, now: Date): Promise<StreamAnswer> {
  const job = await database().inTenant(scopeOf(me), async (tx) => {
    const found = await lockOwnJob(tx, me, id);
    exportFor(me, found.type);
    mustStand(standingOf(found), 'DONE', { said: '没有可下载的文件' });
    if (!found.file_key || !found.expires_at || found.expires_at <= now) refuse('EXPORT_STATE', `导出“${found.title}”的文件已过期，请重新导出`);
    if (await mayShowMore(tx, me, found.started_at ?? found.created_at))
      refuse('EXPORT_STATE', `导出“${found.title}”之后您的账号或角色有过修改，文件中可能有您现在看不到的内容，请重新导出`);
    await tx.updateTable('export_job').set({ downloads: sql`downloads + 1` }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
    await audit(tx, me, { action: '下载导出文件', subject: subjects.exportFile, id, no: found.title });
    return { key: found.file_key, name: found.file_name, format: found.format };
  });
  const file = await fileStore().open(job.key);
  if (!file) {
    reportMissing({ file: job.name, at: job.key });
    return notFound('该导出文件');
  }
  return { name: job.name, mime: job.format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_MIME, ...file };
}

/** Whether a file of then may hold what its person does not see now: fields or rows are kept from them, and what says which was changed since. */
async function mayShowMore(tx: Tx, me: Me, then: Date): Promise<boolean> {
  if (!me.hidden?.length && !me.scope) return false;
  const { rows } = await sql<{ changed: boolean }>`select exists (
    select from member where tenant_id = ${me.tenantId} and id = ${me.memberId} and updated_at > ${then}
    union all select from member_role mr join role r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
      where mr.tenant_id = ${me.tenantId} and mr.member_id = ${me.memberId} and r.updated_at > ${then}
  ) as changed`.execute(tx);
  return rows[0]?.changed === true;
}

export async function readRules(tx: Tx, me: Me) {
  const { value, version } = await readSetting(tx, me, RULES_KEY, ExportRules);
  return { ...value, version };
}

export async function saveRules(tx: Tx, me: Me, { version, ...rules }: ExportRules & { version: number }) {
  if (rules.approvalRows > rules.mostRows)
    refuse('EXPORT_LIMIT', `免审批条数${rules.approvalRows}不能大于单次上限${rules.mostRows}`, {
      fields: { approvalRows: `不能大于单次上限${rules.mostRows}` },
    });
  const { value: before } = await readSetting(tx, me, RULES_KEY, ExportRules);
  await writeSetting(tx, me, RULES_KEY, rules, version);
  await audit(tx, me, { action: '修改导出规则', subject: subjects.tenantSetting, id: RULES_KEY, before, after: rules });
  return readRules(tx, me);
}

/** Own exports under way, files not yet fetched and requests to decide; imports uploaded and not yet committed. */
export async function countBatches(tx: Tx, me: Me): Promise<z.output<typeof BatchCounts>> {
  const own = sql`requested_by = ${me.accountId} and requester_customer is not distinct from ${me.customerId}::uuid
    and (status in ('QUEUED', 'RUNNING', 'PENDING_APPROVAL') or (status = 'DONE' and downloads = 0))`;
  const toDecide = mayApprove(me) ? sql`or (status = 'PENDING_APPROVAL' and requested_by <> ${me.accountId})` : sql``;
  const exports = await sql<{ n: number }>`
    select count(*)::int as n from export_job where tenant_id = ${me.tenantId} and ((${own}) ${toDecide})`.execute(tx);
  const types = me.customerId === null ? mayImport(me).map((one) => one.type) : [];
  const imports = await sql<{ n: number }>`
    select count(*)::int as n from import_job where tenant_id = ${me.tenantId} and created_by = ${me.accountId} and status = 'PARSED' and type = any(${types}::text[])`.execute(
    tx,
  );
  return { exportTotal: exports.rows[0]?.n ?? 0, importTotal: imports.rows[0]?.n ?? 0 };
}
