import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { attachmentsOf } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import { database, type Tx } from '~/server/db.server';
import { findTenantFile, readFound } from '~/server/files.server';
import { containing, pageFrom } from '~/server/list.server';
import { isOperator } from '~/server/operator.server';
import type { FileAnswer, StreamAnswer } from '~/server/serve.server';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import { companyGroup } from './companyGroup.server';
import type { QueueQuery, QueueRow, ReviewDetail } from './identityVerification.schema';
import { columns, opened, presented } from './identityVerification.server';
import * as subjects from './subjects';

/*
 * The platform operator decides applications of every tenant, so these run as the system and check everything themselves:
 * for people of other tenants the queue is empty and every application a missing one.
 */

type Row = z.output<typeof QueueRow>;
interface Ref {
  tenantId: string;
  id: string;
}
const names = columns.map((column) => `real_name.${column}` as const);

export async function reviewQueue(me: Me, query: z.output<typeof QueueQuery>): Promise<Page<Row>> {
  return database().inSystem(
    async (tx) => {
      let rows = applications(tx);
      if (!(await isOperator(tx, me))) rows = rows.where(sql<boolean>`false`);
      if (query.status) rows = rows.where('real_name.status', '=', query.status);
      else rows = rows.where('real_name.status', '<>', 'WITHDRAWN');
      if (query.kind) rows = rows.where('real_name.kind', '=', query.kind);
      const like = containing(query.keyword);
      if (query.keyword)
        rows = rows.where((any) =>
          any.or([any('tenant.name', 'ilike', like), any('real_name.company_name', 'ilike', like), any('real_name.person_name', 'ilike', like)]),
        );
      const page = await pageFrom(tx, rows, query, {
        sort: { submittedAt: 'real_name.submitted_at' },
        initial: [['real_name.submitted_at', 'desc']],
        tiebreak: 'real_name.id',
      });
      return { ...page, pagedRecords: page.pagedRecords.map(rowOf) };
    },
    { readOnly: true },
  );
}

export async function reviewDetail(me: Me, ref: Ref): Promise<z.output<typeof ReviewDetail>> {
  return database().inSystem(
    async (tx) => {
      const row = await find(tx, me, ref);
      const duplicates = (match: ReturnType<typeof sql<boolean>>) =>
        tx
          .selectFrom('real_name')
          .innerJoin('tenant', 'tenant.id', 'real_name.tenant_id')
          .select(['tenant.name', 'real_name.person_name'])
          .where('real_name.id', '<>', ref.id)
          .where('real_name.status', 'in', ['PENDING', 'APPROVED'])
          .where(match)
          .limit(5)
          .execute();
      const sameCard = await duplicates(sql<boolean>`real_name.id_card_hash = ${row.id_card_hash}`);
      const sameCode = row.uscc ? await duplicates(sql<boolean>`real_name.uscc = ${row.uscc} and real_name.tenant_id <> ${row.tenant_id}`) : [];
      const text = (list: typeof sameCard) => list.map((one) => `${one.name} ${one.person_name}`);
      const documents = await attachmentsOf(tx, { tenantId: row.tenant_id }, subjects.identityVerification, ref.id);
      return { ...rowOf(row), parent: (await companyGroup(tx, row.tenant_id)).parent, documents, sameCard: text(sameCard), sameCode: text(sameCode) };
    },
    { readOnly: true },
  );
}

/** Full numbers for the one who compares them with the papers; every look is written down in the applicant's own log. */
export async function revealNumbers(me: Me, ref: Ref): Promise<{ idCard: string; bankAccount: string; mobile: string }> {
  return database().inSystem(async (tx) => {
    const row = await find(tx, me, ref);
    await audit(tx, { ...me, tenantId: row.tenant_id }, { action: '平台查看完整证件号', subject: subjects.identityVerification, id: ref.id });
    return opened(row.tenant_id, row);
  });
}

export async function openDocument(me: Me, ref: Ref & { fileKey: string }): Promise<FileAnswer | StreamAnswer> {
  const found = await database().inSystem(
    async (tx) => {
      const row = await find(tx, me, ref);
      const documents = await attachmentsOf(tx, { tenantId: row.tenant_id }, subjects.identityVerification, ref.id);
      if (!documents.some((one) => one.key === ref.fileKey)) notFound('该文件');
      return findTenantFile(tx, row.tenant_id, ref.fileKey);
    },
    { readOnly: true },
  );
  const file = await readFound(found);
  return { ...file, inline: file.mime.startsWith('image/') };
}

function applications(tx: Tx) {
  return tx
    .selectFrom('real_name')
    .innerJoin('tenant', 'tenant.id', 'real_name.tenant_id')
    .select(names)
    .select(['real_name.tenant_id', 'tenant.name as tenantName']);
}

const rowOf = <R extends Parameters<typeof presented>[1] & { tenant_id: bigint }>(row: R) => ({
  ...presented(row.tenant_id, row),
  tenantId: row.tenant_id.toString(),
});

/** The application for the operator, a missing one for everybody else. */
export async function find(tx: Tx, me: Me, ref: Ref, lock = false) {
  if (!(await isOperator(tx, me))) notFound('该申请');
  return (await applicationOf(tx, BigInt(ref.tenantId), ref.id, lock)) ?? notFound('该申请');
}

/** Whoever asks: the caller shows that they may see it. */
export function applicationOf(tx: Tx, tenantId: bigint, id: string, lock = false) {
  const asked = applications(tx)
    .select(['real_name.account_id', 'real_name.id_card_hash'])
    .where('real_name.tenant_id', '=', tenantId)
    .where('real_name.id', '=', id);
  return (lock ? asked.forUpdate('real_name') : asked).executeTakeFirst();
}
