import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty, sumQty } from '~/shared/money';
import { call } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert, EmptyState } from '~/ui/kit/Feedback';
import { Timeline } from '~/ui/kit/Timeline';
import type { Column } from '~/ui/list/types';
import { Copyable } from '~/ui/values/Copyable';
import { DateTime } from '~/ui/values/DateTime';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { myLogistic, orderLogistic } from '../calls';
import { AWAITING_RETURN, deliveryStates, packageStates, shipWays } from '../delivery';
import { Photos } from './PhotoInput';
import { SignForm, type SignSide } from './SignForm';

type First = AnswerOf<typeof myLogistic>;
type Delivery = First['deliveries'][number];
export type Parcel = Delivery['packages'][number];

interface Props {
  /** The answer of `myLogistic` (dealer) or `orderLogistic` (factory). */
  first: First;
  side: SignSide;
  /** Whether this person may sign; the server decides again. */
  canSign?: boolean;
  /** Address of a delivery's own page, for whoever may open it. */
  hrefOf?: ((deliveryId: string) => string) | undefined;
}

/** How an order travels: its deliveries with packages, traces and lines, what waits to leave; signing where it is due. Keeps itself fresh after signing. */
export function LogisticTimeline({ first, side, canSign = true, hrefOf }: Props) {
  const [logistic, setLogistic] = useState(first);
  const [signing, setSigning] = useState<Delivery>();
  const reload = async () => setLogistic(await call(side === 'dealer' ? myLogistic : orderLogistic, { orderId: first.orderId }));
  return (
    <div className="flex flex-col gap-3">
      {!logistic.deliveries.length && (
        <EmptyState title="该订单还没有发货" note="出库后可以在这里查看包裹和物流轨迹" actions={[{ label: '刷新', onPress: reload }]} />
      )}
      {logistic.deliveries.map((delivery) => (
        <DeliveryCard
          key={delivery.id}
          delivery={delivery}
          href={hrefOf?.(delivery.id)}
          onReload={reload}
          sign={canSign && delivery.signable ? { label: side === 'dealer' ? '确认签收' : '代签收', onPress: () => setSigning(delivery) } : undefined}
        />
      ))}
      <Waiting logistic={logistic} />
      {signing && <SignForm delivery={signing} side={side} open onClose={() => setSigning(undefined)} onSigned={() => void reload()} />}
    </div>
  );
}

interface CardProps {
  delivery: Delivery;
  href: string | undefined;
  onReload: () => Promise<void>;
  sign: { label: string; onPress: () => void } | undefined;
}

function DeliveryCard({ delivery, href, onReload, sign }: CardProps) {
  const trouble = compareQty(sumQty(delivery.lines.flatMap((line) => [line.refused, line.damage])), '0') > 0;
  return (
    <DetailSection
      title={`发货单 ${delivery.no}`}
      note={<StatusTag status={delivery.status} names={deliveryStates} />}
      actions={[href !== undefined && { label: '发货单详情', href }, { label: '刷新轨迹', onPress: onReload }, sign && { ...sign, tone: 'primary' }]}
    >
      <div className="flex flex-col gap-5">
        {trouble && <Alert tone="warn">{AWAITING_RETURN}</Alert>}
        <Descriptions
          items={[
            { label: '发货方式', value: shipWays[delivery.shipWay] },
            { label: '物流公司', value: delivery.carrier },
            { label: '发货时间', value: delivery.shippedAt && <DateTime value={delivery.shippedAt} /> },
            { label: '司机', value: [delivery.driver, delivery.driverPhone, delivery.plateNo].filter(Boolean).join(' ') },
            { label: '收货人', value: [delivery.receiver, delivery.receiverPhone].filter(Boolean).join(' ') },
            { label: '签收时间', value: delivery.signedAt && <DateTime value={delivery.signedAt} /> },
            { label: '收货地址', value: delivery.address, span: 3 },
          ]}
        />
        <Parcels parcels={delivery.packages} />
        <LineTable delivery={delivery} />
      </div>
    </DetailSection>
  );
}

function Waiting({ logistic }: { logistic: First }) {
  if (logistic.waiting.length === 0) return null;
  return (
    <DetailSection title="待发商品" note={logistic.expectDate ? `期望${logistic.expectDate}到货` : undefined} flush>
      <DetailTable
        caption="待发商品"
        rows={logistic.waiting}
        columns={[
          { key: 'name', title: '商品', fixed: true },
          { key: 'skuCode', title: 'SKU编码' },
          { key: 'spec', title: '规格' },
          { key: 'ordered', title: '订购', align: 'right', cell: (line) => <Qty value={line.ordered} unit={line.unitName} /> },
          { key: 'shipped', title: '已发', kind: 'qty' },
          { key: 'left', title: '待发', kind: 'qty' },
        ]}
      />
    </DetailSection>
  );
}

/** Packages with their waybill and where they have been. */
export function Parcels({ parcels, onTrace }: { parcels: readonly Parcel[]; onTrace?: ((parcel: Parcel) => void) | undefined }) {
  if (!parcels.length) return <p className="text-ink-3">没有登记包裹</p>;
  return (
    <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {parcels.map((parcel) => (
        <li key={parcel.id} className="rounded-lg border border-line p-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">包裹 {parcel.seq}</span>
            <span>{parcel.carrier}</span>
            {parcel.waybillNo && <Copyable value={parcel.waybillNo} />}
            <span className="text-ink-2">{parcel.pieces} 件</span>
            {parcel.weightKg && <Qty value={parcel.weightKg} unit="kg" />}
            <StatusTag status={parcel.status} names={packageStates} />
            {onTrace && (
              <button type="button" className="ml-auto text-brand" onClick={() => onTrace(parcel)}>
                登记轨迹
              </button>
            )}
          </p>
          <div className="mt-3">
            <Traces traces={parcel.traces} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const TRACES_SHOWN = 3;

/** Newest first; older ones when asked for. */
function Traces({ traces }: { traces: Parcel['traces'] }) {
  const [all, setAll] = useState(false);
  const shown = all ? traces : traces.slice(0, TRACES_SHOWN);
  return (
    <>
      <Timeline
        empty="暂无物流轨迹"
        items={shown.map((trace) => ({
          title: trace.node || trace.text,
          note: trace.node ? trace.text : undefined,
          time: <DateTime value={trace.at} kind="minute" />,
          who: trace.actor,
        }))}
      />
      {shown.length < traces.length && (
        <button type="button" className="mt-2 cursor-pointer text-brand" onClick={() => setAll(true)}>
          展开全部{traces.length}条轨迹
        </button>
      )}
    </>
  );
}

/** Signing is shown once there is some; the order's number where a delivery carries several orders. */
function LineTable({ delivery }: { delivery: Delivery }) {
  const signed = delivery.lines.some((line) => line.signedAt !== null);
  const several = new Set(delivery.lines.map((line) => line.orderId)).size > 1;
  return (
    <DetailTable<Delivery['lines'][number]>
      caption="发货商品"
      rows={delivery.lines}
      columns={[
        { key: 'name', title: '商品', fixed: true },
        { key: 'skuCode', title: 'SKU编码' },
        { key: 'spec', title: '规格' },
        ...(several ? [{ key: 'orderNo', title: '订单编号' }] : []),
        { key: 'qty', title: '发货', align: 'right', cell: (line) => <Qty value={line.qty} unit={line.unitName} /> },
        ...(signed ? signColumns : []),
      ]}
    />
  );
}

/** How goods were signed for. */
export const signColumns: Column<Delivery['lines'][number]>[] = [
  { key: 'signed', title: '签收', kind: 'qty' },
  { key: 'refused', title: '拒收', kind: 'qty' },
  { key: 'damage', title: '破损', kind: 'qty' },
  { key: 'signedAt', title: '签收时间', kind: 'minute' },
  { key: 'signNote', title: '签收说明', wrap: true },
  { key: 'signPhotos', title: '照片', cell: (line) => <SignPhotos keys={line.signPhotos} /> },
];

const SignPhotos = ({ keys }: { keys: readonly string[] }) =>
  keys.length ? (
    <span className="flex gap-1">
      <Photos keys={keys} />
    </span>
  ) : (
    '- -'
  );
