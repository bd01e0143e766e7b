import { CompiledQuery, sql } from 'kysely';
import { contextOf } from '~/server/db/transaction.server';
import type { Opened, Scope, Tx } from '~/server/db.server';

/** What the fill needs of a database. */
export interface Filled {
  inTenant<T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T>;
  inSystem<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  analyze(): Promise<void>;
}

/** Tables whose plans decide how long an order takes. */
const BUSY = [
  'sales_order',
  'order_line',
  'reservation',
  'delivery',
  'delivery_line',
  'package',
  'receivable',
  'fund_hold',
  'stock_balance',
  'sku',
  'sku_unit',
  'unit',
  'product',
  'customer',
];
const FILL_LOCK = 728_104_552;

/**
 * Runs `fill` in one transaction, each `inTenant` of it under that tenant's role and context: a fill cut short leaves nothing behind,
 * and of several processes that start on one empty database the others wait and find it filled.
 */
export function together(opened: Opened, fill: (within: Filled) => Promise<void>): Promise<void> {
  return opened.inSystem(
    async (tx) => {
      const run = (text: string) => tx.executeQuery(CompiledQuery.raw(text));
      await sql`select pg_advisory_xact_lock(${FILL_LOCK})`.execute(tx);
      await fill({
        inSystem: (fn) => fn(tx),
        async inTenant(scope, fn) {
          const { role, settings } = contextOf(scope);
          await run(`set local role ${role}`);
          await run(settings);
          const answer = await fn(tx);
          await run('reset role');
          return answer;
        },
        analyze: async () => void (await run(`analyze ${BUSY.join(', ')}`)),
      });
    },
    { statementTimeout: 0 },
  );
}
