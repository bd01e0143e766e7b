import { COPIES, loadToPrint, printHistory } from '~/domains/order/pickers/printing';
import { type Company, PrintFoot, PrintHead, useCompany } from '~/domains/platform/pickers/company';
import { capitals } from '~/shared/capitals';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useMe } from '~/shell/session';
import { Barcode } from '~/ui/print/Barcode';
import { PrintFlow } from '~/ui/print/PrintFlow';
import { Sheet } from '~/ui/print/Sheet';
import { formatMoney, formatQty, formatTime } from '~/ui/values/format';
import { deliveryDetail } from '../calls';
import { shipWays } from '../delivery';
import { looseOf } from '../packing';

type Delivery = AnswerOf<typeof deliveryDetail>;
const LABEL_LINES = 8;

/** 打印发货单 and 面单/箱贴, of one or many deliveries. */
export default function DeliveryPrint({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const company = useCompany();
  const tenant = useMe()?.tenantName ?? '';
  const owner = company?.companyName || tenant;
  return (
    <PrintFlow<Delivery>
      title={`打印发货单（${ids.length}张）`}
      kinds={[
        { value: 'A4', label: '发货单 A4 纸', paper: 'A4', amounts: true },
        { value: 'TRIPLE', label: '发货单 三联纸（241 mm）', paper: 'TRIPLE', amounts: true },
        { value: 'LABEL', label: '面单/箱贴（100×150 mm，每个包裹一张）', paper: 'LABEL' },
      ]}
      history={() => printHistory('DELIVERY', ids)}
      load={(kind) => loadToPrint(kind.paper === 'LABEL' ? 'LABEL' : 'DELIVERY', ids, kind.paper, (id) => call(deliveryDetail, { id }))}
      keyOf={(delivery) => delivery.id}
      sheet={(delivery, { kind, amounts }) =>
        kind.paper === 'LABEL' ? (
          <Labels delivery={delivery} owner={owner} />
        ) : (
          <Note delivery={delivery} owner={owner} company={company} amounts={amounts} copies={kind.paper === 'TRIPLE' ? COPIES : ''} />
        )
      }
      onClose={onClose}
    />
  );
}

type Parcel = Delivery['packages'][number];

/** What a package holds; nothing when nobody said. */
function goodsIn({ lines }: Delivery, parcel: Pick<Parcel, 'implied' | 'lines'>): Delivery['lines'] {
  if (parcel.implied) return lines;
  return parcel.lines.flatMap((held) => lines.filter((line) => line.id === held.lineId).map((line) => ({ ...line, qty: held.qty })));
}

/** A row a package whose contents are known, and what none of them holds. */
function packingRows(delivery: Delivery): { title: string; text: string }[] {
  const text = (goods: readonly Delivery['lines'][number][]) =>
    goods.map((line) => `${line.skuCode} ${line.name} × ${formatQty(line.qty)} ${line.unitName}`).join('；');
  const known = delivery.packages.filter((one) => !one.implied && one.lines.length > 0);
  const loose = looseOf(delivery.lines, delivery.packages);
  return [
    ...known.map((one) => ({ title: `包裹${one.seq}${one.waybillNo ? `（${one.waybillNo}）` : ''}`, text: text(goodsIn(delivery, one)) })),
    ...(loose.length ? [{ title: '未装入包裹', text: text(loose) }] : []),
  ];
}

interface NoteProps {
  delivery: Delivery;
  owner: string;
  company?: Company | undefined;
  amounts: boolean;
  copies: string;
}

export function Note({ delivery, owner, company, amounts, copies }: NoteProps) {
  const waybills = delivery.packages.flatMap((one) => one.waybillNo || []).join('、');
  return (
    <Sheet
      owner={<PrintHead company={company} name={owner} />}
      foot={<PrintFoot company={company} />}
      title="发货单"
      no={delivery.no}
      facts={[
        { label: '客户', value: delivery.customerName },
        { label: '发货时间', value: delivery.shippedAt ? formatTime(delivery.shippedAt, 'minute') : '' },
        { label: '收货人', value: `${delivery.receiver} ${delivery.receiverPhone}` },
        { label: '发货仓', value: delivery.warehouseName },
        { label: '收货地址', value: delivery.address, wide: true },
        {
          label: '发货方式',
          value: [shipWays[delivery.shipWay], delivery.carrier, delivery.driver, delivery.driverPhone, delivery.plateNo].filter(Boolean).join(' '),
        },
        { label: '物流单号', value: waybills },
        ...(delivery.remark ? [{ label: '备注', value: delivery.remark, wide: true }] : []),
      ]}
      columns={[
        { title: '行' },
        { title: '订单编号' },
        { title: 'SKU编码' },
        { title: '商品' },
        { title: '规格' },
        { title: '单位' },
        { title: '数量', numeric: true },
        ...(amounts ? [{ title: '金额(元)', numeric: true }] : []),
        { title: '实收' },
      ]}
      rows={delivery.lines.map((line) => [
        line.lineNo,
        line.orderNo,
        line.skuCode,
        line.name,
        line.spec,
        line.unitName,
        formatQty(line.qty),
        ...(amounts ? [formatMoney(line.amount)] : []),
        '',
      ])}
      totals={[
        [
          { text: '合计', span: 6 },
          { text: displayUnits(delivery.lines), span: 1, numeric: true },
          ...(amounts ? [{ text: formatMoney(delivery.amount), span: 1, numeric: true }] : []),
          { text: '', span: 1 },
        ],
        ...(amounts ? [[{ text: `金额（大写）：${capitals(delivery.amount)}`, span: 9 }]] : []),
        ...packingRows(delivery).map(({ title, text }) => [{ text: `${title}：${text}`, span: amounts ? 9 : 8 }]),
      ]}
      signs={[`制单：${delivery.creator}`, '发货人：__________', '承运人：__________', '收货人签字：__________', '日期：__________']}
      copies={copies}
    />
  );
}

/** One label a package; a delivery without packages gets one for all of it. */
export function Labels({ delivery, owner }: { delivery: Delivery; owner: string }) {
  const packages = delivery.packages.length
    ? delivery.packages
    : [{ id: delivery.id, seq: 1, carrier: delivery.carrier, waybillNo: '', pieces: 1, weightKg: null, implied: true, lines: [] }];
  return packages.map((one) => (
    <section key={one.id} className="print-sheet">
      <div style={{ display: 'flex', justifyContent: 'space-between', borderBottom: '2px solid #000', paddingBottom: 4, fontSize: 14 }}>
        <strong>{one.carrier || shipWays[delivery.shipWay]}</strong>
        <strong>
          {one.seq} / {packages.length}
        </strong>
      </div>
      <div style={{ textAlign: 'center', padding: '6px 0' }}>
        <Barcode value={one.waybillNo || delivery.no} />
      </div>
      <div style={{ borderTop: '1px solid #000', borderBottom: '1px solid #000', padding: '6px 0', fontSize: 15 }}>
        <strong>
          收：{delivery.receiver} {delivery.receiverPhone}
        </strong>
        <div>{delivery.address}</div>
      </div>
      <div style={{ padding: '4px 0' }}>寄：{owner}</div>
      <div>
        发货单 {delivery.no}　{one.pieces} 件{one.weightKg ? `　${formatQty(one.weightKg)} kg` : ''}
      </div>
      <LabelGoods delivery={delivery} parcel={one} count={packages.length} />
    </section>
  ));
}

function LabelGoods({ delivery, parcel, count }: { delivery: Delivery; parcel: Pick<Parcel, 'implied' | 'lines'>; count: number }) {
  const goods = goodsIn(delivery, parcel);
  if (!goods.length) return <div>{`共 ${delivery.lines.length} 种商品，${displayUnits(delivery.lines)}（分装 ${count} 个包裹）`}</div>;
  return (
    <div>
      {goods.slice(0, LABEL_LINES).map((line) => (
        <div key={line.id}>
          {line.skuCode} {line.name} × {formatQty(line.qty)} {line.unitName}
        </div>
      ))}
      {goods.length > LABEL_LINES && <div>等 {goods.length} 种商品</div>}
    </div>
  );
}
