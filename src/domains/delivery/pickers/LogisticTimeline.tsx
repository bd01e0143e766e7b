import { useState } from 'react';
import { Photos } from '~/domains/file/pickers/PhotoInput';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty, sumQty } from '~/shared/money';
import { call } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Alert, EmptyState } from '~/ui/kit/Feedback';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import { myLogistic, orderLogistic } from '../calls';
import { AWAITING_RETURN, deliveryStates, shipWays } from '../delivery';
import { type Parcel, Parcels } from './Parcels';
import { SignForm, type SignPerspective } from './SignForm';

type First = AnswerOf<typeof myLogistic>;
type Delivery = First['deliveries'][number];

interface Props {
  /** The answer of `myLogistic` (dealer) or `orderLogistic` (factory). */
  first: First;
  perspective: SignPerspective;
  /** Whether this person may sign; the server decides again. */
  canSign?: boolean;
  /** Address of a delivery's own page, for whoever may open it. */
  hrefOf?: ((deliveryId: string) => string) | undefined;
  /** Told after each reload, for what stands around it. */
  onFresh?: ((now: First) => void) | undefined;
}

/** How an order travels: its deliveries with packages, traces and lines, what waits to leave; signing where it is due. Keeps itself fresh after signing. */
export function LogisticTimeline({ first, perspective, canSign = true, hrefOf, onFresh }: Props) {
  const [logistic, setLogistic] = useState(first);
  const [signing, setSigning] = useState<{ delivery: Delivery; parcel?: Parcel | undefined }>();
  const reload = async () => {
    const now = await call(perspective === 'dealer' ? myLogistic : orderLogistic, { orderId: first.orderId });
    setLogistic(now);
    onFresh?.(now);
  };
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
          perspective={perspective}
          onSign={canSign && delivery.signable ? (parcel) => setSigning({ delivery, parcel }) : undefined}
        />
      ))}
      <Waiting logistic={logistic} />
      {signing && <SignForm {...signing} perspective={perspective} open onClose={() => setSigning(undefined)} onSigned={() => void reload()} />}
    </div>
  );
}

interface CardProps {
  delivery: Delivery;
  href: string | undefined;
  onReload: () => Promise<void>;
  perspective: SignPerspective;
  /** Signs all of it, or one package. */
  onSign: ((parcel?: Parcel) => void) | undefined;
}

function DeliveryCard({ delivery, href, onReload, perspective, onSign }: CardProps) {
  const trouble = compareQty(sumQty(delivery.lines.flatMap((line) => [line.refused, line.damage])), '0') > 0;
  return (
    <DetailSection
      title={`发货单 ${delivery.no}`}
      note={<StatusTag status={delivery.status} names={deliveryStates} />}
      actions={[
        href !== undefined && { label: '发货单详情', href },
        { label: '刷新轨迹', onPress: onReload },
        onSign && { label: perspective === 'dealer' ? '确认签收' : '代签收', tone: 'primary', onPress: () => onSign() },
      ]}
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
        <Parcels delivery={delivery} perspective={perspective} onSign={onSign} />
        <div className="min-w-0">
          {delivery.packages.some((one) => !one.implied && one.lines.length > 0) && <p className="mb-2 font-medium">本发货单商品合计</p>}
          <LineTable delivery={delivery} />
        </div>
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
