import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, Refusal } from '~/shared/refusal';
import { listMovements } from './fundAccounts.server';
import { listHolds } from './holdViews.server';
import type { MyHoldQuery, MyMovementQuery } from './myFunds.schema';

/** Whose account a dealer's own pages show. */
export function customerOf(me: Me): string {
  if (me.customerId === null) throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE);
  return me.customerId;
}

/** A customer nothing was ever opened for has no account, and so no movements. */
async function accountOf(tx: Tx, me: Me): Promise<string | undefined> {
  const account = await tx
    .selectFrom('fund_account')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerOf(me))
    .where('type', '=', 'BALANCE')
    .executeTakeFirst();
  return account?.id;
}
const nothing = (query: { pageNo: number }) => ({ pagedRecords: [], pageNo: query.pageNo, totalCount: 0 });

export async function pageMyMovements(tx: Tx, me: Me, query: z.output<typeof MyMovementQuery>) {
  const accountId = await accountOf(tx, me);
  return accountId ? listMovements(tx, me, { ...query, accountId }) : nothing(query);
}

export async function pageMyHolds(tx: Tx, me: Me, query: z.output<typeof MyHoldQuery>) {
  const accountId = await accountOf(tx, me);
  return accountId ? listHolds(tx, me, { ...query, accountId }) : nothing(query);
}
