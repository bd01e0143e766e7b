import { type Selectable, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { DB, Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { countFlow } from './count';
import * as subjects from './subjects';

export type Count = Selectable<DB['stock_count']>;
export const counts = defineDocument({ table: 'stock_count', noun: '盘点单', title: (doc) => `盘点单${doc.no}`, states: countFlow });

export interface Saved {
  id: string;
  no: string;
  version: number;
}
export interface Ref {
  id: string;
  version: number;
}

export const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.stockCount, id: doc.id, no: doc.no, after: { note } });

type Set = Parameters<typeof counts.update>[3];
export async function step(tx: Tx, me: Me, doc: Count, status: string, action: string, note: string, set: Set = {}): Promise<Saved> {
  const version = await counts.update(tx, me, doc, { ...set, status });
  await log(tx, me, doc, action, note);
  return { id: doc.id, no: doc.no, version };
}

/** The goods of its scope that are in the warehouse; chosen ones also where there are none. Run again it adds what has come since. */
export async function addLines(tx: Tx, me: Me, doc: Pick<Count, 'id' | 'warehouse_id' | 'scope' | 'scope_values'>): Promise<void> {
  const inScope = {
    ALL: sql`true`,
    BRAND: sql`p.brand = any(${doc.scope_values}::text[])`,
    CATEGORY: sql`exists (select from category top join category c on c.tenant_id = top.tenant_id and starts_with(c.path, top.path)
      where top.tenant_id = s.tenant_id and top.id = any(${doc.scope_values}::uuid[]) and c.id = p.category_id)`,
    SKU: sql`s.id = any(${doc.scope_values}::uuid[])`,
  }[doc.scope as 'ALL'];
  const there = doc.scope === 'SKU' ? sql`true` : sql`b.on_hand > 0`;
  await sql`insert into stock_count_line (tenant_id, id, count_id, sku_id, sku_code)
    select s.tenant_id, gen_random_uuid(), ${doc.id}, s.id, s.code from sku s
    join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    left join stock_balance b on b.tenant_id = s.tenant_id and b.sku_id = s.id and b.warehouse_id = ${doc.warehouse_id}
    where s.tenant_id = ${me.tenantId} and ${inScope} and ${there}
    on conflict do nothing`.execute(tx);
  await sql`update stock_count set skus = (select count(*) from stock_count_line l where l.tenant_id = ${me.tenantId} and l.count_id = ${doc.id})
    where tenant_id = ${me.tenantId} and id = ${doc.id}`.execute(tx);
}
