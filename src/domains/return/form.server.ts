import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { RefundTo } from '~/domains/finance/refund';
import type { Me } from '~/portal/me';
import { attachmentsOf } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { perUnit } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import { returnRow } from './detail.server';
import type { ReturnableOrder, ReturnableOrderQuery, ReturnFormData } from './return.schema';
import { amountsOf, cameBack, deliveredParts, returnableOf } from './returnable.server';
import type { ReturnKind, ReturnReason, ReturnState } from './returns';
import * as subjects from './subjects';

/** Orders something of which was signed for or refused and has not come back, the newest first. */
export async function returnableOrders(tx: Tx, me: Me, query: z.output<typeof ReturnableOrderQuery>): Promise<Page<z.output<typeof ReturnableOrder>>> {
  let rows = tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'customer_name as customerName', 'payable', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', 'in', ['PARTIAL_DELIVERED', 'DELIVERED', 'COMPLETED', 'CLOSED'])
    .where(
      sql<SqlBool>`(signed_qty > returned_qty or exists (
        select from order_line l where l.tenant_id = sales_order.tenant_id and l.order_id = sales_order.id and l.refused > l.refused_returned))`,
    );
  if (query.customerId) rows = rows.where('customer_id', '=', query.customerId);
  if (query.orderNo) rows = rows.where(await holdsNumber(tx, 'sales_order.id', 'sales_order_text', 'no', query.orderNo));
  const page = await pageFrom(tx, rows, query.orderNo ? { countTo: FOUND_CAP, ...query } : query, {
    sort: { createdAt: 'sales_order.created_at' },
    initial: [['sales_order.created_at', 'desc']],
    tiebreak: 'sales_order.id',
    neverNull: ['sales_order.created_at'],
  });
  const { rows: signed } = await sql<{
    id: string;
    unitName: string;
    qty: string;
  }>`select order_id as id, sku_snapshot->>'unitName' as "unitName", signed as qty
    from order_line where tenant_id = ${me.tenantId} and order_id = ${anyOf(page.pagedRecords.map((row) => row.id))} and signed > 0 order by order_id, line_no`.execute(
    tx,
  );
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({ ...row, no: row.no ?? '', quantities: perUnit(signed.filter((line) => line.id === row.id)) })),
  };
}

/** The form of a new return of an order, or of one there is: what may still come back, and what that one asks for. */
export async function returnForm(tx: Tx, me: Me, input: { orderId: string; id: string }): Promise<z.output<typeof ReturnFormData>> {
  const draft = input.id ? await returnRow(tx, me, input.id) : null;
  const orderId = draft?.order_id ?? input.orderId;
  if (orderId === '') notFound('该订单');
  let found = tx.selectFrom('sales_order').select(['id', 'no', 'customer_name']).where('tenant_id', '=', me.tenantId).where('id', '=', orderId);
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const order = (await found.executeTakeFirst()) ?? notFound('该订单');
  const asked = draft ? await linesAsked(tx, me, draft.id) : [];
  const parts = await deliveredParts(tx, me, order.id, draft?.id ?? '');
  const before = await cameBack(tx, me, order.id, draft?.id ?? '');
  return {
    id: draft?.id ?? '',
    no: draft?.no ?? '',
    status: (draft?.status ?? 'DRAFT') as ReturnState,
    version: draft?.version ?? 1,
    orderId: order.id,
    orderNo: order.no ?? '',
    customerName: order.customer_name,
    type: (draft?.type ?? 'RETURN_REFUND') as ReturnKind,
    reasonCode: (draft?.reason_code ?? 'QUALITY') as ReturnReason,
    description: draft?.description ?? '',
    refundTo: (draft?.refund_to ?? 'ORIGINAL') as RefundTo,
    lines: parts.map((part) => {
      const returnable = returnableOf(part);
      const [amount = 0n] = amountsOf([{ deliveryLineId: part.deliveryLineId, qty: returnable }], new Map([[part.deliveryLineId, part]]), before);
      return {
        deliveryLineId: part.deliveryLineId,
        part: part.part,
        deliveryNo: part.deliveryNo,
        lineNo: part.lineNo,
        skuCode: part.sku.code,
        name: part.sku.name,
        spec: [part.sku.spec, part.sku.saleText].filter(Boolean).join(' '),
        image: part.sku.image,
        unitName: part.sku.unitName,
        unitDecimals: part.sku.unitDecimals,
        delivered: part.had,
        returnable,
        price: part.price,
        amount,
        qty: asked.find((line) => line.delivery_line_id === part.deliveryLineId && line.part === part.part)?.apply_qty ?? '0',
        signedAt: part.signedAt,
      };
    }),
    attachments: draft ? await attachmentsOf(tx, me, subjects.returnOrder, draft.id) : [],
  };
}

const linesAsked = (tx: Tx, me: Me, returnId: string) =>
  tx
    .selectFrom('return_line')
    .select(['delivery_line_id', 'part', 'apply_qty'])
    .where('tenant_id', '=', me.tenantId)
    .where('return_id', '=', returnId)
    .execute();
