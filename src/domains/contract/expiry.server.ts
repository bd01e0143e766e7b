import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { tellEnding } from './certificates.server';
import { endContract } from './signing.server';
import { docs, nowhere, tellOffice, tellSigners } from './store.server';

const BATCH = 50;
const WARN_DAYS = 2;

/** 合同到期: what nobody signed in time ends; whoever still has time is told once, two days before. Answers how many it did. */
export const expireContracts = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'expire-contracts', (tx, clock) => expireSome(tx, clock, now), stop);

export async function expireSome(tx: Tx, clock: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const due = await tx
    .selectFrom('ct_contract')
    .select('id')
    .where('tenant_id', '=', clock.tenantId)
    .where('status', '=', 'SIGNING')
    .where('deadline', '<', today)
    // Confirmed in time, waiting for the provider: it ends by itself.
    .where(
      sql<boolean>`not exists (select from ct_signer s where s.tenant_id = ct_contract.tenant_id and s.contract_id = ct_contract.id and s.status = 'SEALING')`,
    )
    .orderBy('deadline')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of due) {
    const doc = await docs.lock(tx, clock, { id });
    await endContract(
      tx,
      clock,
      doc,
      { status: 'EXPIRED', reason: `${doc.deadline}截止时未签完（${doc.signed}/${doc.signers}）`, action: '过期' },
      nowhere(now),
    );
    await tellOffice(tx, clock, doc, 'expired', `${docs.title(doc)}已过期`, `“${doc.title}”到${doc.deadline}未签署完成，可延期后继续签署`);
    await tellSigners(tx, clock, doc, 'ended', `${clock.tenantName}：合同${doc.no}已过签署期`, `“${doc.title}”到${doc.deadline}未签署完成`);
  }
  return due.length + (await warnSome(tx, clock, today)) + (await tellEnding(tx, clock, now));
}

async function warnSome(tx: Tx, clock: Me, today: string): Promise<number> {
  const soon = await tx
    .updateTable('ct_contract')
    .set({ expiry_told: true })
    .where('tenant_id', '=', clock.tenantId)
    .where('status', '=', 'SIGNING')
    .where('expiry_told', '=', false)
    .where('deadline', '<=', addDays(today, WARN_DAYS))
    .where('deadline', '>=', today)
    .returningAll()
    .execute();
  for (const doc of soon) {
    const body = `“${doc.title}”${doc.deadline}截止签署，还剩${doc.signers - doc.signed}方未签`;
    if (doc.turn !== 'OURS') await tellSigners(tx, clock, doc, 'urged', `${clock.tenantName}：合同${doc.no}即将截止签署`, body);
    await tellOffice(tx, clock, doc, 'expiring', `${docs.title(doc)}即将截止签署`, body);
  }
  return soon.length;
}
