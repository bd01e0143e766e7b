import type { Selectable } from 'kysely';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { subQty } from '~/shared/money';
import { transferFlow } from './transfer';

export type Transfer = Selectable<DB['stock_transfer']>;
export type TransferLine = Selectable<DB['stock_transfer_line']>;

export const transfers = defineDocument({ table: 'stock_transfer', noun: '调拨单', title: (doc) => `调拨单${doc.no}`, states: transferFlow });

export const linesOf = (tx: Tx, me: Me, id: string): Promise<TransferLine[]> =>
  tx.selectFrom('stock_transfer_line').selectAll().where('tenant_id', '=', me.tenantId).where('transfer_id', '=', id).orderBy('line_no').execute();

/** What of the line is still on the way, in base units. */
export const openQty = (line: Pick<TransferLine, 'base_qty' | 'in_qty' | 'loss_qty'>): string => subQty(subQty(line.base_qty, line.in_qty), line.loss_qty);
