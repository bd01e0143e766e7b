import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';

interface Seat {
  tenantId: bigint;
  accountId: string;
  name: string;
}

/** The first seat of a new company. */
export async function seatAdministrator(tx: Tx, { tenantId, accountId, name }: Seat): Promise<void> {
  await tx.insertInto('member').values({ tenant_id: tenantId, id: newId(), account_id: accountId, name, is_admin: true, job_title: '管理员' }).execute();
}

/** A seat without rights of its own, made when first needed and put right whenever somebody changed it. */
export async function seatVisitor(tx: Tx, { tenantId, accountId, name }: Seat): Promise<void> {
  await sql`insert into member (tenant_id, id, account_id, name, job_title) select ${tenantId}, ${newId()}, ${accountId}, ${name}, '演示参观'
    where not exists (select 1 from member where tenant_id = ${tenantId} and account_id = ${accountId})`.execute(tx);
  await tx.updateTable('member').set({ status: 'ACTIVE', is_admin: false }).where('tenant_id', '=', tenantId).where('account_id', '=', accountId).execute();
}

/** Takes every role from the seats of the account with this login. */
export async function takeRoles(tx: Tx, login: string): Promise<void> {
  await sql`delete from member_role using member, account where member.tenant_id = member_role.tenant_id and member.id = member_role.member_id
    and account.id = member.account_id and account.login_account = ${login}`.execute(tx);
}

/** Whether one's own home page still shows the list of first steps. */
export async function showFirstSteps(tx: Tx, me: Me, shown: boolean): Promise<void> {
  await tx
    .updateTable('member')
    .set({ guide_closed_at: shown ? null : sql`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', me.memberId)
    .execute();
}
