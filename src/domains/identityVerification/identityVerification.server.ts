import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import { setAttachments } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { fingerprint, seal, unseal } from '~/server/secrets.server';
import { maskBankCard, maskIdCard, maskMobile } from '~/shared/mask';
import { refuse } from '~/shared/refusal';
import { normalizeUscc } from '~/shared/uscc';
import type { Application, IdentityVerificationInput, MyIdentityVerification } from './identityVerification.schema';
import { type ApplicationState, type IdentityVerificationKind, identityVerificationKinds, standingOf } from './identityVerificationState';
import * as subjects from './subjects';

type View = z.output<typeof Application>;

export const columns = [
  'id',
  'kind',
  'status',
  'company_name as companyName',
  'uscc',
  'person_name as personName',
  'id_card',
  'mobile',
  'bank_name as bankName',
  'bank_account',
  'reason',
  'applicant',
  'submitted_at as submittedAt',
  'decider',
  'decided_at as decidedAt',
  'version',
] as const;

/** Equal for the same paper in every tenant: the platform looks for one person behind several companies. */
export const cardHash = (idCard: string): string => fingerprint('real_name.id_card', idCard);
const cardUse = (tenantId: bigint): string => `real_name.id_card/${tenantId}`;
const bankUse = (tenantId: bigint): string => `real_name.bank_account/${tenantId}`;

interface Stored {
  kind: string;
  status: string;
  id_card: string;
  bank_account: string | null;
  mobile: string;
}

export function presented<R extends Stored>(tenantId: bigint, { id_card, bank_account, ...row }: R) {
  return {
    ...row,
    kind: row.kind as IdentityVerificationKind,
    status: row.status as ApplicationState,
    mobile: maskMobile(row.mobile),
    idCard: maskIdCard(unseal(cardUse(tenantId), id_card)),
    bankAccount: bank_account ? maskBankCard(unseal(bankUse(tenantId), bank_account)) : '',
  };
}

export const opened = (tenantId: bigint, row: Pick<Stored, 'id_card' | 'bank_account' | 'mobile'>) => ({
  idCard: unseal(cardUse(tenantId), row.id_card),
  bankAccount: row.bank_account ? unseal(bankUse(tenantId), row.bank_account) : '',
  mobile: row.mobile,
});

/** The company's applications and one's own, newest first. */
export async function myIdentityVerification(tx: Tx, me: Me): Promise<z.output<typeof MyIdentityVerification>> {
  const tenant = await tx.selectFrom('tenant').select(['name', 'uscc', 'operator']).where('id', '=', me.tenantId).executeTakeFirstOrThrow();
  const subject = async (kind: IdentityVerificationKind) => {
    const applications = await applicationsOf(tx, me, kind);
    return { standing: standingOf(applications), applications };
  };
  return {
    company: tenant.name,
    uscc: tenant.uscc ?? '',
    operator: tenant.operator,
    enterprise: await subject('ENTERPRISE'),
    person: await subject('PERSON'),
  };
}

export async function applicationsOf(tx: Tx, me: Pick<Me, 'tenantId' | 'accountId'>, kind: IdentityVerificationKind): Promise<View[]> {
  let rows = tx.selectFrom('real_name').select(columns).where('tenant_id', '=', me.tenantId).where('kind', '=', kind);
  if (kind === 'PERSON') rows = rows.where('account_id', '=', me.accountId);
  const found = await rows.orderBy('submitted_at', 'desc').orderBy('id', 'desc').limit(20).execute();
  return found.map((row) => presented(me.tenantId, row));
}

/** One application at a time; beside a valid one it is a change, and the valid one counts until the new one is accepted. */
export async function submitIdentityVerification(tx: Tx, me: Me, input: IdentityVerificationInput, now: Date): Promise<{ id: string }> {
  const id = newId();
  const company = input.kind === 'ENTERPRISE';
  await orRefuse(
    tx
      .insertInto('real_name')
      .values({
        tenant_id: me.tenantId,
        id,
        kind: input.kind,
        account_id: me.accountId,
        company_name: company ? input.companyName : '',
        uscc: company ? normalizeUscc(input.uscc) : '',
        person_name: input.personName,
        id_card: seal(cardUse(me.tenantId), input.idCard),
        id_card_hash: cardHash(input.idCard),
        mobile: input.mobile,
        bank_name: company ? input.bankName : '',
        bank_account: company ? seal(bankUse(me.tenantId), input.bankAccount) : null,
        applicant: actorName(me),
        submitted_at: now,
      })
      .execute(),
    { taken: () => refuse('REAL_NAME', `${identityVerificationKinds[input.kind]}已有申请正在审核，请等待结果或先撤回`) },
  );
  await setAttachments(tx, me, { subject: subjects.identityVerification, id, customerId: null }, input.attachments);
  await audit(tx, me, {
    action: '提交实名认证',
    subject: subjects.identityVerification,
    id,
    no: company ? input.companyName : input.personName,
    after: {
      类型: identityVerificationKinds[input.kind],
      姓名: input.personName,
      证件号: maskIdCard(input.idCard),
      统一社会信用代码: company ? normalizeUscc(input.uscc) : '',
    },
  });
  return { id };
}
