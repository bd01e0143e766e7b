import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { PRICE_CUSTOMER } from '~/portal/permissions';
import { partsFor } from '~/server/authority.server';
import type { Opened, Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';

const DAYS = 7;

/** 价格即将到期: whoever keeps prices hears once of those they see that end within a week without another to follow. Answers how many. */
export const tellExpiringPrices = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'tell-expiring-prices', (tx, clock) => tellOf(tx, clock, shanghaiDate(now)), stop);

async function tellOf(tx: Tx, clock: Me, today: string): Promise<number> {
  const { rows } = await sql<{ customer_id: string; valid_to: string }>`
    update customer_price p set expiry_told = p.valid_to
    where p.tenant_id = ${clock.tenantId} and p.status = 'ACTIVE' and p.valid_to between ${today}::date and ${addDays(today, DAYS)}::date
      and p.expiry_told is distinct from p.valid_to
      and not exists (select from customer_price n where n.tenant_id = p.tenant_id and n.customer_id = p.customer_id and n.sku_id = p.sku_id
        and n.unit_id = p.unit_id and n.min_qty = p.min_qty and n.status = 'ACTIVE' and n.valid_from > p.valid_to)
    returning p.customer_id, p.valid_to`.execute(tx);
  if (!rows.length) return 0;
  const customerIds = [...new Set(rows.map((row) => row.customer_id))];
  await tell(tx, clock, { ...wordsOf(rows), to: { side: 'factory', code: PRICE_CUSTOMER, about: { customerIds } } });
  for (const [accountId, seen] of await partsFor(tx, clock.tenantId, PRICE_CUSTOMER, customerIds))
    await tell(tx, clock, { ...wordsOf(rows.filter((row) => seen.includes(row.customer_id))), to: { side: 'account', accountId } });
  return rows.length;
}

function wordsOf(rows: readonly { customer_id: string; valid_to: string }[]) {
  const customers = new Set(rows.map((row) => row.customer_id)).size;
  const first = rows.map((row) => row.valid_to).sort()[0] as string;
  return {
    kind: 'price.expiring',
    title: `${rows.length}条客户价即将到期`,
    body: `${customers}个客户的${rows.length}条客户价将在${DAYS}天内到期，最早${first}；到期后按其他价格来源取价，请及时续价`,
    link: href('/portal/supplyChain/factory/customerPrice/list', { expiring: 'true', ascs: 'validTo' }),
  };
}
