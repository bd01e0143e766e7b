import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { notFound } from '~/shared/refusal';
import type { Printed, PrintInput } from './printed.schema';

/** Reads of other domains' documents: whether they are this person's to print. */
const tables = { ORDER: 'sales_order', DELIVERY: 'delivery', LABEL: 'delivery', RETURN: 'return_order' } as const;

/** How often each document went to a printer; those that never did are left out. */
export async function printCounts(tx: Tx, me: Me, input: Printed): Promise<{ counts: Record<string, number> }> {
  const rows = await tx
    .selectFrom('print_log')
    .select((of) => ['doc_id', of.fn.countAll<string>().as('n')])
    .where('tenant_id', '=', me.tenantId)
    .where('doc_type', '=', input.docType)
    .where('doc_id', '=', anyOf(input.ids))
    .groupBy('doc_id')
    .execute();
  return { counts: Object.fromEntries(rows.map((row) => [row.doc_id, Number(row.n)])) };
}

export async function recordPrint(tx: Tx, me: Me, input: PrintInput, now: Date): Promise<Record<string, never>> {
  const ids = [...new Set(input.ids)];
  const table = tables[input.docType];
  const known = await tx.selectFrom(table).select('id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  if (known.length !== ids.length) notFound();
  const { docType: doc_type, paper } = input;
  await tx
    .insertInto('print_log')
    .values(ids.map((doc_id) => ({ tenant_id: me.tenantId, id: newId(), doc_type, doc_id, paper, actor: actorName(me), at: now })))
    .execute();
  return {};
}
