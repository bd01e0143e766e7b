import { useState } from 'react';
import { MovedBatches } from '~/domains/warehouse/pickers/MovedBatches';
import { href } from '~/portal/href';
import { DELIVER_ADD, DELIVER_OUT, DELIVER_REVERSE, DELIVER_SIGN } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty, displayUnits, sumQty } from '~/shared/money';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { DateTime } from '~/ui/values/DateTime';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import type { deliveryDetail } from '../calls';
import { AWAITING_RETURN, deliveryStates } from '../delivery';
import type { Parcel } from '../pickers/Parcels';
import { SignForm } from '../pickers/SignForm';
import { cancelDialog, reverseDialog, shipDialog } from './actions';
import { Basics, Events, Lines, Receivables, StockSteps } from './DeliverySections';
import { PackageSection } from './PackageSection';
import { PickSection } from './PickSection';

type First = AnswerOf<typeof deliveryDetail>;
/** Fetched when first opened. */
const DeliveryPrint = late(() => import('./DeliveryPrint'));
const F = '/portal/supplyChain/factory';

/** Refused or damaged goods wait for a return document. */
export const hasTrouble = (delivery: First): boolean => compareQty(sumQty(delivery.lines.flatMap((line) => [line.refused, line.damage])), '0') > 0;

export default function DeliveryDetail({ first }: { first: First }) {
  const [signing, setSigning] = useState<{ parcel?: Parcel }>();
  const [printing, setPrinting] = useState(false);
  const [canAdd, canOut, canReverse, canSign] = [useCan(DELIVER_ADD), useCan(DELIVER_OUT), useCan(DELIVER_REVERSE), useCan(DELIVER_SIGN)];
  const { status } = first;
  const waiting = status === 'WAIT_OUT';
  const onRoad = status === 'SHIPPED' || status === 'PART_SIGNED';
  const reload = (done: boolean) => done && location.reload();
  return (
    <DetailPage
      title="发货单"
      no={first.no}
      status={<StatusTag status={status} names={deliveryStates} />}
      backHref={`${F}/deliver/list`}
      facts={[
        { label: '发货数量', value: displayUnits(first.lines) },
        { label: '发货金额(元)', value: <Money value={first.amount} /> },
        { label: '发货时间', value: <DateTime value={first.shippedAt ?? ''} kind="minute" /> },
        { label: '签收时间', value: <DateTime value={first.signedAt ?? ''} kind="minute" /> },
      ]}
      actions={[
        waiting && canOut && { label: '确认出库', tone: 'primary', onPress: async () => reload(await shipDialog(first)) },
        waiting && canAdd && { label: '编辑', href: href(`${F}/deliver/edit`, { id: first.id }) },
        waiting && canAdd && { label: '取消', onPress: async () => reload(await cancelDialog(first)) },
        onRoad && canSign && { label: '代签收', tone: 'primary', onPress: () => setSigning({}) },
        { label: '打印', onPress: () => setPrinting(true) },
        status === 'SHIPPED' && canReverse && { label: '冲销', tone: 'danger', onPress: async () => reload(await reverseDialog(first)) },
      ]}
    >
      {first.reverseReason && <Alert tone="danger">已冲销，原因：{first.reverseReason}</Alert>}
      {hasTrouble(first) && <Alert tone="warn">{AWAITING_RETURN}</Alert>}
      <Basics delivery={first} />
      <Lines delivery={first} />
      <PackageSection
        delivery={first}
        canEdit={(waiting || onRoad) && (canAdd || canOut)}
        canTrace={(onRoad || status === 'SIGNED') && (canAdd || canOut)}
        onSign={onRoad && canSign ? (parcel) => setSigning({ parcel }) : undefined}
      />
      {waiting && <PickSection delivery={first} canEdit={canAdd || canOut} />}
      <StockSteps delivery={first} />
      <MovedBatches id={first.id} />
      <Receivables delivery={first} />
      <Events delivery={first} />
      {signing && (
        <SignForm delivery={first} {...signing} perspective="factory" open onClose={() => setSigning(undefined)} onSigned={() => location.reload()} />
      )}
      {printing && <DeliveryPrint ids={[first.id]} onClose={() => setPrinting(false)} />}
    </DetailPage>
  );
}
