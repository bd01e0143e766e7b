import { type RawBuilder, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { beyondScope, type Tx } from '~/server/db.server';
import type { Use } from './dictionary.schema';

interface Count {
  key: string;
  n: number;
}
/** Documents that name an item, each once, by the item's id (customer level) or its words; in the order of a sentence. */
type Place = readonly [what: string, count: (tenantId: bigint) => RawBuilder<Count>];

const places: Readonly<Record<string, readonly Place[]>> = {
  customer_level: [
    ['个客户', (tenant) => sql`select level_id::text as key, count(*)::int as n from customer where tenant_id = ${tenant} and level_id is not null group by 1`],
    [
      '个商品的可见范围',
      (tenant) =>
        sql`select scope_id::text as key, count(distinct product_id)::int as n from product_visibility where tenant_id = ${tenant} and scope = 'LEVEL' group by 1`,
    ],
  ],
  carrier: [
    ['张发货单', (tenant) => sql`select carrier as key, count(*)::int as n from delivery where tenant_id = ${tenant} and carrier <> '' group by 1`],
    ['个包裹', (tenant) => sql`select carrier as key, count(*)::int as n from package where tenant_id = ${tenant} and carrier <> '' group by 1`],
  ],
  order_cancel_reason: [['张订单', (tenant) => orderNotes(tenant, ['取消', '申请取消'])]],
  order_reject_reason: [['张订单', (tenant) => orderNotes(tenant, ['驳回'])]],
  order_close_reason: [
    [
      '张订单',
      (tenant) =>
        sql`select reason as key, count(distinct order_id)::int as n from order_version where tenant_id = ${tenant} and kind = 'CLOSE' and reason <> '' group by 1`,
    ],
  ],
  refuse_reason: [
    [
      '张发货单',
      // A line signed in several goes keeps what was said each time, behind one another.
      (tenant) => sql`select said.key, count(distinct l.delivery_id)::int as n from delivery_line l, unnest(string_to_array(l.sign_note, '；')) as said(key)
        where l.tenant_id = ${tenant} and l.sign_note <> '' group by 1`,
    ],
  ],
  pay_reject_reason: [
    [
      '张入账单',
      (tenant) =>
        sql`select reason as key, count(*)::int as n from enter_account where tenant_id = ${tenant} and status = 'REJECTED' and reason <> '' group by 1`,
    ],
  ],
};

const orderNotes = (tenant: bigint, actions: string[]): RawBuilder<Count> =>
  sql`select note as key, count(distinct order_id)::int as n from order_event where tenant_id = ${tenant} and action = any (${actions}::text[]) and note <> '' group by 1`;

/** Where each item is used, by its id or words: in all rows of the tenant, also those the person does not see. */
export async function usesOf(tx: Tx, me: Pick<Me, 'tenantId' | 'scope'>, category: string): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>();
  await beyondScope(tx, me, async () => {
    for (const [what, count] of places[category] ?? [])
      for (const { key, n } of (await count(me.tenantId).execute(tx)).rows) uses.set(key, [...(uses.get(key) ?? []), { what, n }]);
  });
  return uses;
}
