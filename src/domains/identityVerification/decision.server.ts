import { sql } from 'kysely';
import type { z } from 'zod';
import { changeCompany } from '~/domains/organisation/company.server';
import { decide, defineApproval, holding, type Opinion, withdraw } from '~/domains/workflow/approval.server';
import { actorName, type Me } from '~/portal/me';
import { REAL_AUTH_REVIEW } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { mustBeSeen, raised, updateKnown } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import type { ReviewDecision } from './identityVerification.schema';
import { identityVerificationKinds } from './identityVerificationState';
import { applicationOf, find } from './review.server';
import * as subjects from './subjects';

type Application = Awaited<ReturnType<typeof find>>;
type Made = { id: string };

/** Decided by the platform operator, for the tenant of the application; nobody decides their own. An accepted one takes the place of the one before. */
export const identityVerificationReview = defineApproval<Application, Opinion, Made>({
  type: 'real_name',
  title: '实名认证审核',
  decide: [REAL_AUTH_REVIEW],
  lock: (tx, me, { id }) => find(tx, me, { tenantId: me.tenantId.toString(), id }, true),
  subject: (row) => ({ id: row.id, no: row.companyName || row.personName, name: '该申请', customerId: null }),
  mustAllow: (row) => (row.status === 'PENDING' ? undefined : refuse('REAL_NAME', '该申请已审核或已撤回，请刷新后重试')),
  submitters: async (_tx, _me, row) => ({ accounts: [row.account_id], why: '不能审核自己提交的申请，请由其他人审核' }),
  on: {
    async PASS(tx, me, row, { opinion }, now) {
      if (row.uscc) await refuseTakenCode(tx, row);
      let earlier = tx
        .updateTable('real_name')
        .set({ status: 'REPLACED', version: raised() })
        .where('tenant_id', '=', row.tenant_id)
        .where('kind', '=', row.kind)
        .where('status', '=', 'APPROVED');
      if (row.kind === 'PERSON') earlier = earlier.where('account_id', '=', row.account_id);
      await earlier.execute();
      await writeDecision(tx, me, row, { status: 'APPROVED', action: '通过实名认证', result: '已通过', reason: opinion }, now);
      if (row.kind === 'ENTERPRISE') await changeCompany(tx, row.tenant_id, { uscc: row.uscc });
      return tellApplicant(tx, me, row, '已通过', `${row.companyName || row.personName}的认证资料已通过审核`);
    },
    async REJECT(tx, me, row, { opinion }, now) {
      await writeDecision(tx, me, row, { status: 'REJECTED', action: '驳回实名认证', result: '被驳回', reason: opinion }, now);
      return tellApplicant(tx, me, row, '被驳回', `原因：${opinion}，请修改后重新提交`);
    },
  },
});

/** By the operator, written down where the applicant is. */
export async function decideIdentityVerification(tx: Tx, me: Me, input: z.output<typeof ReviewDecision>, now: Date): Promise<Made> {
  const row = await find(tx, me, input, true);
  mustBeSeen(row, input.version);
  const there = { ...me, tenantId: row.tenant_id };
  const [held] = await holding(tx, there, identityVerificationReview, [row]);
  return decide(tx, there, held ?? notFound('该申请'), input.pass ? 'PASS' : 'REJECT', { opinion: input.reason }, now);
}

interface Outcome {
  status: 'APPROVED' | 'REJECTED';
  action: string;
  result: string;
  reason: string;
}
async function writeDecision(tx: Tx, me: Me, row: Application, { status, action, result, reason }: Outcome, now: Date): Promise<void> {
  const decided = { status, reason, decided_by: me.accountId, decider: actorName(me), decided_at: now };
  await updateKnown(tx, { tenantId: row.tenant_id }, 'real_name', row, decided);
  const subjectNo = row.companyName || row.personName;
  await audit(tx, me, { action, subject: subjects.identityVerification, id: row.id, no: subjectNo, after: { 结果: result, 原因: reason } });
}

async function tellApplicant(tx: Tx, me: Me, row: Application, result: string, body: string): Promise<Made> {
  await tell(tx, me, {
    kind: 'realName.decided',
    title: `${identityVerificationKinds[row.kind as keyof typeof identityVerificationKinds]}${result}`,
    body,
    link: '/portal/account/authReal',
    to: { side: 'account', accountId: row.account_id },
  });
  return { id: row.id };
}

async function refuseTakenCode(tx: Tx, row: { tenant_id: bigint; uscc: string }): Promise<void> {
  const other = await tx.selectFrom('tenant').select('name').where('uscc', '=', row.uscc).where('id', '<>', row.tenant_id).executeTakeFirst();
  if (other) refuse('REAL_NAME', `统一社会信用代码${row.uscc}已属于企业“${other.name}”，不能通过，请核实后驳回`);
}

export async function withdrawIdentityVerification(tx: Tx, me: Me, input: { id: string; version: number }, now: Date): Promise<Record<string, never>> {
  const row = await applicationOf(tx, me.tenantId, input.id, true);
  if (!row || (row.kind === 'PERSON' && row.account_id !== me.accountId)) return notFound('该申请');
  mustBeSeen(row, input.version);
  if (row.status !== 'PENDING') refuse('REAL_NAME', '该申请已审核，不能撤回');
  await withdraw(tx, me, identityVerificationReview, row, '', now);
  await updateKnown(tx, me, 'real_name', row, { status: 'WITHDRAWN', decided_at: sql`now()` });
  await audit(tx, me, { action: '撤回实名认证', subject: subjects.identityVerification, id: input.id, no: row.companyName || row.personName });
  return {};
}
