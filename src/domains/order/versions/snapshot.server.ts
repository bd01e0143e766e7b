import { formatYuan, trimPrice, trimQty } from '~/shared/money';
import type { PricedLine } from '../lines/lines.server';
import type { Line, Order } from '../store.server';
import type { Snapshot } from './versions';

type Header = Pick<
  Order,
  | 'customer_name'
  | 'receiver'
  | 'receiver_phone'
  | 'province'
  | 'city'
  | 'district'
  | 'address'
  | 'pay_method'
  | 'goods_amount'
  | 'expense_used'
  | 'freight'
  | 'payable'
  | 'remark'
> & { expect_date: string | null };

function headerOf(order: Header): Record<string, string> {
  return {
    customerName: order.customer_name,
    receiver: order.receiver,
    receiverPhone: order.receiver_phone,
    region: [order.province, order.city, order.district].filter(Boolean).join(' '),
    address: order.address,
    expectDate: order.expect_date ?? '',
    payMethod: order.pay_method,
    goodsAmount: formatYuan(order.goods_amount),
    // Orders that use none keep the shape versions had before.
    ...(order.expense_used > 0n ? { expenseUsed: formatYuan(order.expense_used) } : {}),
    freight: formatYuan(order.freight),
    payable: formatYuan(order.payable),
    remark: order.remark,
  };
}

/** The order as stored. */
export function snapshotOf(order: Header, lines: readonly Line[]): Snapshot {
  return {
    header: headerOf(order),
    lines: lines.map((line) => {
      const sku = line.sku_snapshot as unknown as { code: string; name: string; spec: string; saleText: string; unitName: string };
      return {
        id: line.id,
        lineNo: String(line.line_no),
        skuId: line.sku_id,
        skuCode: sku.code,
        name: sku.name,
        spec: [sku.spec, sku.saleText].filter(Boolean).join(' '),
        unitId: line.unit_id,
        unit: sku.unitName,
        qty: trimQty(line.qty),
        price: trimPrice(line.price),
        priceSource: line.price_source,
        priceSourceId: line.price_source_id ?? '',
        manualReason: line.manual_reason,
        gift: line.is_gift ? '是' : '否',
        amount: formatYuan(line.amount),
        closed: trimQty(line.closed),
        remark: line.remark,
      };
    }),
  };
}

/** The order as it is about to be written. */
export function snapshotOfPriced(order: Header, lines: readonly PricedLine[]): Snapshot {
  return {
    header: headerOf(order),
    lines: lines.map((line, index) => ({
      id: line.id,
      lineNo: String(index + 1),
      skuId: line.sku.skuId,
      skuCode: line.sku.skuCode,
      name: line.sku.name,
      spec: [line.sku.spec, line.sku.saleText].filter(Boolean).join(' '),
      unitId: line.unit.unitId,
      unit: line.unit.name,
      qty: trimQty(line.input.qty),
      price: trimPrice(line.price),
      priceSource: line.source,
      priceSourceId: line.sourceId ?? '',
      manualReason: line.manualReason,
      gift: line.input.gift ? '是' : '否',
      amount: formatYuan(line.amount),
      closed: '0',
      remark: line.input.remark,
    })),
  };
}
