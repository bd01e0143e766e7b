import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { port } from '~/server/port.server';

/** A product begins or ends being kept by batch; whoever keeps the stock takes over what there is of it. */
export const batchKeeping = port<(tx: Tx, me: Me, change: { productId: string; on: boolean }) => Promise<void>>('keeping by batch');
