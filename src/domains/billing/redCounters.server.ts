import { sql } from 'kysely';
import { recordInvoicing } from '~/domains/order/lines/invoiced.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { raised } from '~/server/versioned.server';
import type { Billing } from './steps.server';

type Red = Pick<Billing, 'id' | 'no' | 'origin_id' | 'amount' | 'lines'>;

/** What a red letter takes of the lines it takes back: on the way, given back, or gone for good. */
export async function moveReds(tx: Tx, me: Me, { lines }: Red, what: 'TAKE' | 'GIVE_BACK' | 'ISSUE'): Promise<void> {
  const sign = what === 'TAKE' ? 1 : -1;
  const gone = what === 'ISSUE' ? 1 : 0;
  const ids = lines.map((line) => line.origin_line_id as string);
  const of = (figure: 'qty' | 'amount' | 'tax') => lines.map((line) => String(line[figure]));
  await sql`update billing_line l set
      redding_qty = l.redding_qty + ${sign} * v.qty, redding_amount = l.redding_amount + ${sign} * v.amount, redding_tax = l.redding_tax + ${sign} * v.tax,
      red_qty = l.red_qty + ${gone} * v.qty, red_amount = l.red_amount + ${gone} * v.amount, red_tax = l.red_tax + ${gone} * v.tax
    from unnest(${ids}::uuid[], ${of('qty')}::numeric[], ${of('amount')}::bigint[], ${of('tax')}::bigint[]) as v(id, qty, amount, tax)
    where l.tenant_id = ${me.tenantId} and l.id = ${anyOf(ids)} and l.id = v.id`.execute(tx);
  if (what !== 'ISSUE') return;
  await recordInvoicing(
    tx,
    me,
    lines.map(({ order_id, order_line_id, qty, amount }) => ({ orderId: order_id, orderLineId: order_line_id, invoiced: `-${qty}`, invoicedAmount: -amount })),
  );
}

/** The invoice it takes back is taken back in part, or whole. The caller has locked it. */
export async function settleRed(tx: Tx, me: Me, { origin_id, amount }: Red): Promise<void> {
  await sql`update billing set red_amount = red_amount + ${amount}, version = ${raised()},
      status = case when red_amount + ${amount} = amount then 'RED' else 'PART_RED' end
    where tenant_id = ${me.tenantId} and id = ${origin_id}`.execute(tx);
}
