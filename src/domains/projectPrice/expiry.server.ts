import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { PRICE_PROJECT } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';

const DAYS = 7;

/** 工程价即将到期: whoever keeps project prices hears once of sheets that end within a week; one that is extended is told again. Answers how many. */
export const tellExpiringSheets = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'tell-expiring-project-prices', (tx, clock) => tellOf(tx, clock, shanghaiDate(now)), stop);

async function tellOf(tx: Tx, clock: Me, today: string): Promise<number> {
  const { rows } = await sql<{ customer_id: string; no: string; valid_to: string }>`
    update project_price set expiry_told = valid_to
    where tenant_id = ${clock.tenantId} and status = 'ACTIVE' and valid_to between ${today}::date and ${addDays(today, DAYS)}::date and expiry_told is distinct from valid_to
    returning customer_id, no, valid_to`.execute(tx);
  for (const row of rows)
    await tell(tx, clock, {
      kind: 'projectPrice.expiring',
      title: `工程价${row.no}即将到期`,
      body: `工程价${row.no}将于${row.valid_to}到期，到期后按其他价格来源取价，请及时延期`,
      link: href('/portal/supplyChain/factory/projectPrice/list', { expiring: 'true' }),
      to: { side: 'factory', code: PRICE_PROJECT, about: { customerIds: [row.customer_id] } },
    });
  return rows.length;
}
