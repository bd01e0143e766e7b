import { sql } from 'kysely';
import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import { attachmentsOf } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import { database, type Tx } from '~/server/db.server';
import { findTenantFile, readFound } from '~/server/files.server';
import { containing, pageFrom } from '~/server/list.server';
import { isOperator } from '~/server/operator.server';
import { tell } from '~/server/outbox.server';
import type { FileAnswer, StreamAnswer } from '~/server/serve.server';
import type { Page } from '~/shared/page';
import { notFound, refuse, versionConflict } from '~/shared/refusal';
import type { QueueQuery, QueueRow, ReviewDecision, ReviewDetail } from './realName';
import { columns, opened, presented } from './realName.server';
import { realNameKinds } from './realNameState';

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
      const twins = (match: ReturnType<typeof sql<boolean>>) =>
        tx
          .selectFrom('real_name')
          .innerJoin('tenant', 'tenant.id', 'real_name.tenant_id')
          .select(['tenant.name', 'real_name.person_name'])
          .where('real_name.id', '<>', ref.id)
          .where('real_name.status', 'in', ['PENDING', 'APPROVED'])
          .where(match)
          .limit(5)
          .execute();
      const sameCard = await twins(sql<boolean>`real_name.id_card_hash = ${row.id_card_hash}`);
      const sameCode = row.uscc ? await twins(sql<boolean>`real_name.uscc = ${row.uscc} and real_name.tenant_id <> ${row.tenant_id}`) : [];
      const text = (list: typeof sameCard) => list.map((one) => `${one.name} ${one.person_name}`);
      const documents = await attachmentsOf(tx, { tenantId: row.tenant_id }, 'real_name', ref.id);
      return { ...rowOf(row), documents, sameCard: text(sameCard), sameCode: text(sameCode) };
    },
    { readOnly: true },
  );
}

/** Full numbers for the one who compares them with the papers; every look is written down in the applicant's own log. */
export async function revealNumbers(me: Me, ref: Ref): Promise<{ idCard: string; bankAccount: string; mobile: string }> {
  return database().inSystem(async (tx) => {
    const row = await find(tx, me, ref);
    await audit(tx, { ...me, tenantId: row.tenant_id }, { action: '平台查看完整证件号', subjectType: 'real_name', subjectId: ref.id });
    return opened(row.tenant_id, row);
  });
}

export async function openDocument(me: Me, ref: Ref & { fileKey: string }): Promise<FileAnswer | StreamAnswer> {
  const found = await database().inSystem(
    async (tx) => {
      const row = await find(tx, me, ref);
      const documents = await attachmentsOf(tx, { tenantId: row.tenant_id }, 'real_name', ref.id);
      if (!documents.some((one) => one.key === ref.fileKey)) notFound('该文件');
      return findTenantFile(tx, row.tenant_id, ref.fileKey);
    },
    { readOnly: true },
  );
  const file = await readFound(found);
  return { ...file, inline: file.mime.startsWith('image/') };
}

/** Nobody decides their own application; an accepted one takes the place of the one before. */
export async function decideRealName(tx: Tx, me: Me, input: z.output<typeof ReviewDecision>, now: Date): Promise<{ id: string }> {
  const row = await find(tx, me, input, true);
  if (row.version !== input.version) versionConflict();
  if (row.status !== 'PENDING') refuse('REAL_NAME', '该申请已审核或已撤回，请刷新后重试');
  if (row.account_id === me.accountId) refuse('SAME_PERSON', '不能审核自己提交的申请，请由其他人审核');
  if (input.pass && row.uscc) await refuseTakenCode(tx, row);
  const own = tx.updateTable('real_name').where('tenant_id', '=', row.tenant_id);
  if (input.pass) {
    let earlier = own.set({ status: 'REPLACED', version: sql<number>`version + 1` }).where('kind', '=', row.kind).where('status', '=', 'APPROVED');
    if (row.kind === 'PERSON') earlier = earlier.where('account_id', '=', row.account_id);
    await earlier.execute();
  }
  await own
    .set({
      status: input.pass ? 'APPROVED' : 'REJECTED',
      reason: input.reason,
      decided_by: me.accountId,
      decider: actorName(me),
      decided_at: now,
      version: row.version + 1,
    })
    .where('id', '=', input.id)
    .execute();
  if (input.pass && row.kind === 'ENTERPRISE') await tx.updateTable('tenant').set({ uscc: row.uscc }).where('id', '=', row.tenant_id).execute();
  const there = { ...me, tenantId: row.tenant_id };
  const result = input.pass ? '已通过' : '被驳回';
  await audit(tx, there, {
    action: input.pass ? '通过实名认证' : '驳回实名认证',
    subjectType: 'real_name',
    subjectId: input.id,
    subjectNo: row.companyName || row.personName,
    after: { 结果: result, 原因: input.reason },
  });
  await tell(tx, there, {
    kind: 'realName.decided',
    title: `${realNameKinds[row.kind as keyof typeof realNameKinds]}${result}`,
    body: input.pass ? `${row.companyName || row.personName}的认证资料已通过审核` : `原因：${input.reason}，请修改后重新提交`,
    link: '/portal/account/authReal',
    to: { side: 'account', accountId: row.account_id },
  });
  return { id: input.id };
}

async function refuseTakenCode(tx: Tx, row: { tenant_id: bigint; uscc: string }): Promise<void> {
  const other = await tx.selectFrom('tenant').select('name').where('uscc', '=', row.uscc).where('id', '<>', row.tenant_id).executeTakeFirst();
  if (other) refuse('REAL_NAME', `统一社会信用代码${row.uscc}已属于企业“${other.name}”，不能通过，请核实后驳回`);
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

async function find(tx: Tx, me: Me, ref: Ref, lock = false) {
  if (!(await isOperator(tx, me))) notFound('该申请');
  let asked = applications(tx)
    .select(['real_name.account_id', 'real_name.id_card_hash'])
    .where('real_name.tenant_id', '=', BigInt(ref.tenantId))
    .where('real_name.id', '=', ref.id);
  if (lock) asked = asked.forUpdate('real_name');
  return (await asked.executeTakeFirst()) ?? notFound('该申请');
}
