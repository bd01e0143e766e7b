import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { FileAnswer } from '~/server/serve.server';
import { writeSheet, XLSX_MIME } from '~/server/sheet/write.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { formatYuan, trimQty } from '~/shared/money';
import { type DeliveryQuery, type DeliveryState, deliveryStates, type ShipWay, shipWays } from './delivery';
import { deliveriesBy, rowColumns } from './deliveryViews.server';

/** One more than a workbook takes, so that too many are refused instead of cut. */
const LIMIT = 50_001;
const columns = [
  { title: '发货单号' },
  { title: '客户' },
  { title: '订单编号' },
  { title: '仓库' },
  { title: '数量', numeric: true },
  { title: '金额(元)', numeric: true, format: '#,##0.00' },
  { title: '方式' },
  { title: '物流单号' },
  { title: '发货时间' },
  { title: '签收时间' },
  { title: '状态' },
  { title: '制单人' },
];

/** The list as it is filtered, newest first. */
export async function exportDeliveries(tx: Tx, me: Me, query: z.output<typeof DeliveryQuery>, now: Date): Promise<FileAnswer> {
  const all = deliveriesBy(tx, me, query).select(rowColumns).orderBy('delivery.created_at', 'desc').orderBy('delivery.id', 'desc').limit(LIMIT);
  const rows = await (query.status ? all.where('delivery.status', '=', query.status) : all).execute();
  const cells = rows.map((row) => [
    row.no,
    row.customerName,
    row.orderNos.join('、'),
    row.warehouseName,
    trimQty(row.totalQty),
    formatYuan(row.amount),
    shipWays[row.shipWay as ShipWay],
    row.waybillNos.join('、'),
    row.shippedAt && shanghaiTime(row.shippedAt),
    row.signedAt && shanghaiTime(row.signedAt),
    deliveryStates[row.status as DeliveryState],
    row.creator,
  ]);
  return { name: `发货单_${shanghaiDate(now)}.xlsx`, mime: XLSX_MIME, bytes: await writeSheet(columns, cells, '发货单') };
}
