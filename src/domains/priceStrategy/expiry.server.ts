import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { PRICE_STRATEGY } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';

const DAYS = 7;

/** 价格即将到期: whoever keeps strategies hears once of those that end within a week. Answers how many. */
export const tellExpiringStrategies = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'tell-expiring-strategies', (tx, clock) => tellOf(tx, clock, shanghaiDate(now)), stop);

async function tellOf(tx: Tx, clock: Me, today: string): Promise<number> {
  const { rows } = await sql<{ name: string; valid_to: string }>`
    update price_strategy s set expiry_told = s.valid_to
    where s.tenant_id = ${clock.tenantId} and s.status = 'ACTIVE' and s.valid_to between ${today}::date and ${addDays(today, DAYS)}::date
      and s.expiry_told is distinct from s.valid_to
    returning s.name, s.valid_to`.execute(tx);
  if (!rows.length) return 0;
  const first = [...rows].sort((a, b) => a.valid_to.localeCompare(b.valid_to))[0] as (typeof rows)[number];
  await tell(tx, clock, {
    kind: 'price.expiring',
    title: `${rows.length}条价格策略即将到期`,
    body: `最早的是“${first.name}”，${first.valid_to}到期；到期后适用的客户按其他价格来源取价，请及时延期`,
    link: href('/portal/supplyChain/factory/pricestrategy', { state: 'ACTIVE', ascs: 'validTo' }),
    to: { side: 'factory', code: PRICE_STRATEGY },
  });
  return rows.length;
}
