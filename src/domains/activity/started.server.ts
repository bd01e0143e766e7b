import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { shanghaiTime } from '~/shared/dates';

/** 限时折扣开始: dealers whose customer an activity is for hear once that it has begun. Answers how many activities. */
export const tellStarted = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'tell-started-activities', (tx, clock) => tellOne(tx, clock, now), stop);

/** Taken and told in one transaction, so nothing is leased: whoever dies in between has neither marked it nor told anybody. */
async function tellOne(tx: Tx, clock: Me, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; name: string; end_at: Date; item_count: number }>`
    update activity set start_told = ${now} where (tenant_id, id) = (
      select tenant_id, id from activity where tenant_id = ${clock.tenantId} and status = 'OPEN' and start_told is null and start_at <= ${now} and end_at > ${now}
      order by start_at limit 1 for update skip locked)
    returning id, name, end_at, item_count`.execute(tx);
  const [one] = rows;
  if (!one) return 0;
  const { rows: buyers } = await sql<{ id: string }>`
    select c.id from activity a join customer c on c.tenant_id = a.tenant_id and c.status = 'ACTIVE' and case a.customer_scope when 'ALL' then true
      when 'LEVEL' then c.level_id = any (a.level_ids)
      when 'REGION' then c.province = any (a.regions) or c.province || c.city = any (a.regions)
      else c.id = any (a.customer_ids) end
    where a.tenant_id = ${clock.tenantId} and a.id = ${one.id}
      and exists (select from customer_member m where m.tenant_id = c.tenant_id and m.customer_id = c.id and m.status = 'ACTIVE')`.execute(tx);
  for (const { id: customerId } of buyers)
    await tell(tx, clock, {
      kind: 'activity.started',
      title: `限时折扣“${one.name}”已开始`,
      body: `${one.item_count}个商品参加，${shanghaiTime(one.end_at)}结束；有限量的售完为止，下单时自动取活动价`,
      link: href('/portal/supplyChain/dealer/order/create'),
      to: { side: 'dealer', customerId },
    });
  return 1;
}
