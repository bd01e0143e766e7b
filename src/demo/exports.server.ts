import { startExport } from '~/domains/batch/exportJob.server';
import '~/domains/receivable/receivableExports.server';
import '~/domains/order/export/orderExport.server';
import { ExportStart } from '~/domains/batch/exportJob.schema';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** Two files the first start writes, so that the batch centre shows what it is for. */
export async function askExports(tx: Tx, clerk: Me, finance: Me): Promise<void> {
  const now = new Date();
  await startExport(tx, clerk, ExportStart.parse({ type: 'order', query: { status: 'PENDING_AUDIT' } }), now);
  await startExport(tx, finance, ExportStart.parse({ type: 'receivable', query: {}, format: 'csv' }), now);
}
