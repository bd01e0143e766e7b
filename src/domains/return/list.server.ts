import { sql } from 'kysely';
import type { z } from 'zod';
import type { RefundTo } from '~/domains/finance/refund';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, searched } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { instantRange } from '~/shared/dates';
import { displayYuan, perUnit } from '~/shared/money';
import type { Page } from '~/shared/page';
import type { ReturnQuery, ReturnRow } from './return.schema';
import { type ReturnKind, type ReturnReason, type ReturnSource, type ReturnState, returnStates } from './returns';

type Row = z.output<typeof ReturnRow>;

export async function pageReturns(tx: Tx, me: Me, query: ReturnQuery): Promise<Page<Row>> {
  const { rows: all, few } = await returnsBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all), tabsOf(tx, all, 'return_order.status', Object.keys(returnStates), few)]);
  // More than can be counted is not added up either.
  if (page.capped) return { ...page, tabs };
  const chosen = query.status ? all.where('return_order.status', '=', query.status) : all;
  const { refund } = await chosen.select(sql<string>`coalesce(sum(return_order.refund), 0)::text`.as('refund')).executeTakeFirstOrThrow();
  return { ...page, tabs, totals: { refund: displayYuan(BigInt(refund)) } };
}

/** The list without its totals and tabs. */
export async function returnRowsOf(tx: Tx, me: Me, query: ReturnQuery): Promise<Page<Row>> {
  return rowsAmong(tx, me, query, (await returnsBy(tx, me, query)).rows);
}

async function rowsAmong(tx: Tx, me: Me, query: ReturnQuery, all: Returns): Promise<Page<Row>> {
  const rows = (query.status ? all.where('return_order.status', '=', query.status) : all).select([
    'id',
    'no',
    'type',
    'source',
    'reason_code as reasonCode',
    'order_id as orderId',
    'order_no as orderNo',
    'customer_id as customerId',
    'customer_name as customerName',
    'refund',
    'refund_to as refundTo',
    'waybill_no as waybillNo',
    'creator',
    'approver',
    'receiver',
    'finisher',
    'created_at as createdAt',
    'finished_at as finishedAt',
    'status',
    'version',
  ]);
  const paging = query.no || query.orderNo || query.waybillNo ? { countTo: FOUND_CAP, ...query } : query;
  return pageFrom(
    tx,
    rows,
    paging,
    {
      sort: { no: 'return_order.no', refund: 'return_order.refund', createdAt: 'return_order.created_at' },
      initial: [['return_order.created_at', 'desc']],
      tiebreak: 'return_order.id',
      neverNull: ['return_order.no', 'return_order.refund', 'return_order.created_at'],
    },
    async (found) => {
      const ids = found.map((row) => row.id);
      const quantities = await quantitiesOf(tx, me, ids);
      return found.map(({ creator, approver, receiver, finisher, ...row }) => ({
        ...row,
        type: row.type as ReturnKind,
        source: row.source as ReturnSource,
        reasonCode: row.reasonCode as ReturnReason,
        refundTo: row.refundTo as RefundTo,
        status: row.status as ReturnState,
        quantities: quantities(row.id),
        handler: isDealer(me) ? '' : finisher || receiver || approver || creator,
      }));
    },
  );
}

/** What is returned of each document, by unit: as applied for, as agreed to, as it came back. */
export async function quantitiesOf(tx: Tx, me: Me, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; unitName: string; qty: string }>`
    select l.return_id as id, o.sku_snapshot->>'unitName' as "unitName",
      case when r.received_at is not null then l.good_qty + l.bad_qty else coalesce(l.approve_qty, l.apply_qty) end as qty
    from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
    join order_line o on o.tenant_id = l.tenant_id and o.id = l.order_line_id
    where l.tenant_id = ${me.tenantId} and l.return_id = ${anyOf(ids)} order by l.return_id, l.line_no`.execute(tx);
  return (id: string) => perUnit(rows.filter((row) => row.id === id));
}

type Returns = Awaited<ReturnType<typeof returnsBy>>['rows'];
/** Returns a query asks for, of every state. */
async function returnsBy(tx: Tx, me: Me, query: ReturnQuery) {
  const found = await searched(tx.selectFrom('return_order').where('return_order.tenant_id', '=', me.tenantId), [
    query.no && holdsNumber(tx, 'return_order.id', 'return_order_text', 'no', query.no),
    query.orderNo && holdsNumber(tx, 'return_order.id', 'return_order_text', 'order_no', query.orderNo),
    query.waybillNo && holdsNumber(tx, 'return_order.id', 'return_order_text', 'waybill_no', query.waybillNo),
  ]);
  let { rows } = found;
  if (me.customerId !== null) rows = rows.where('return_order.customer_id', '=', me.customerId);
  if (query.customerId) rows = rows.where('return_order.customer_id', '=', query.customerId);
  if (query.orderId) rows = rows.where('return_order.order_id', '=', query.orderId);
  if (query.type) rows = rows.where('return_order.type', '=', query.type);
  if (query.reasonCode) rows = rows.where('return_order.reason_code', '=', query.reasonCode);
  if (query.source) rows = rows.where('return_order.source', '=', query.source);
  const created = instantRange(query.createdStart, query.createdEnd);
  if (created.from) rows = rows.where('return_order.created_at', '>=', created.from);
  if (created.before) rows = rows.where('return_order.created_at', '<', created.before);
  return { rows, few: found.few };
}

const MOST_OF_ORDER = 100;
/** Of one order, the newest first. */
export async function returnsOfOrder(tx: Tx, me: Me, { orderId }: { orderId: string }): Promise<{ rows: Row[] }> {
  const { pagedRecords } = await returnRowsOf(tx, me, { orderId, pageNo: 1, pageSize: MOST_OF_ORDER, ascs: '', descs: '' } as unknown as ReturnQuery);
  return { rows: pagedRecords };
}
