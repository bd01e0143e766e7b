import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { AnswerOf } from '~/shared/endpoint';
import { formatQty, formatTime } from '~/ui/values/format';
import type { deliveryDetail } from '../calls';
import { shipWays } from '../delivery';

export type PrintedDelivery = AnswerOf<typeof deliveryDetail>;

const sheetStyle = `@media print { body > *:not(#print-sheets) { display: none !important } #print-sheets { display: block !important } .print-sheet { break-after: page } .print-sheet:last-child { break-after: auto } }
#print-sheets { display: none; color: #000; background: #fff; font-size: 12px }
#print-sheets table { width: 100%; border-collapse: collapse } #print-sheets th, #print-sheets td { border: 1px solid #000; padding: 4px 6px; text-align: left } #print-sheets .num { text-align: right }`;

/** Delivery notes on paper, one page each; printing starts as soon as they are drawn. */
export function PrintSheets({ deliveries, onDone }: { deliveries: readonly PrintedDelivery[]; onDone: () => void }) {
  useEffect(() => {
    if (!deliveries.length) return;
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [deliveries, onDone]);
  if (!deliveries.length) return null;
  return createPortal(
    <div id="print-sheets">
      <style>{sheetStyle}</style>
      {deliveries.map((one) => (
        <Sheet key={one.id} delivery={one} />
      ))}
    </div>,
    document.body,
  );
}

function Sheet({ delivery }: { delivery: PrintedDelivery }) {
  const facts = [
    ['发货单号', delivery.no],
    ['客户', delivery.customerName],
    ['收货人', `${delivery.receiver} ${delivery.receiverPhone}`],
    ['收货地址', delivery.address],
    ['发货仓', delivery.warehouseName],
    ['发货方式', [shipWays[delivery.shipWay], delivery.carrier, delivery.driver, delivery.plateNo].filter(Boolean).join(' ')],
    [
      '物流单号',
      delivery.packages
        .map((one) => one.waybillNo)
        .filter(Boolean)
        .join('、'),
    ],
    ['发货时间', delivery.shippedAt ? formatTime(delivery.shippedAt) : ''],
  ];
  return (
    <div className="print-sheet">
      <h1 style={{ textAlign: 'center', fontSize: 18, margin: '8px 0' }}>发货单</h1>
      <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4, marginBottom: 8 }}>
        {facts.map(([label, value]) => (
          <div key={label}>
            {label}：{value || '- -'}
          </div>
        ))}
      </div>
      <table>
        <thead>
          <tr>
            {['行', '订单编号', 'SKU编码', '商品', '规格', '单位', '数量', '实收', '备注'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {delivery.lines.map((line) => (
            <tr key={line.id}>
              <td>{line.lineNo}</td>
              <td>{line.orderNo}</td>
              <td>{line.skuCode}</td>
              <td>{line.name}</td>
              <td>{line.spec}</td>
              <td>{line.unitName}</td>
              <td className="num">{formatQty(line.qty)}</td>
              <td />
              <td />
            </tr>
          ))}
          <tr>
            <td colSpan={6}>合计</td>
            <td className="num">{formatQty(delivery.totalQty)}</td>
            <td />
            <td />
          </tr>
        </tbody>
      </table>
      <p>备注：{delivery.remark || '- -'}</p>
      <div style={{ display: 'flex', justifyContent: 'space-between', marginTop: 24 }}>
        <span>制单：{delivery.creator}</span>
        <span>发货人：____________</span>
        <span>承运人：____________</span>
        <span>收货人签字：____________</span>
      </div>
    </div>
  );
}
