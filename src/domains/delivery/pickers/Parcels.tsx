import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { DetailTable } from '~/ui/detail/DetailTable';
import { ActionRow } from '~/ui/kit/Button';
import { Tag } from '~/ui/kit/Tag';
import { Timeline } from '~/ui/kit/Timeline';
import type { Column } from '~/ui/list/types';
import { Copyable } from '~/ui/values/Copyable';
import { DateTime } from '~/ui/values/DateTime';
import { Qty } from '~/ui/values/Qty';
import { StatusTag } from '~/ui/values/StatusTag';
import type { myLogistic } from '../calls';
import { inTransit, isDone, looseOf, packageStates, transitStates } from '../packing';
import type { SignPerspective } from './SignForm';

type Delivery = Pick<AnswerOf<typeof myLogistic>['deliveries'][number], 'no' | 'status' | 'lines' | 'packages'>;
export type Parcel = Delivery['packages'][number];

interface Props {
  delivery: Delivery;
  perspective: SignPerspective;
  onTrace?: ((parcel: Parcel) => void) | undefined;
  /** Signs this package; absent where it is not due. */
  onSign?: ((parcel: Parcel) => void) | undefined;
}

/** Packages with their waybill, what they hold, where they have been and whether they are signed for. */
export function Parcels({ delivery, perspective, onTrace, onSign }: Props) {
  const { packages } = delivery;
  if (!packages.length) return <p className="text-ink-3">没有登记包裹</p>;
  return (
    <div className="flex flex-col gap-3">
      <ul className={`grid grid-cols-1 gap-3 ${packages.some((one) => holdsGoods(one)) ? '' : 'lg:grid-cols-2'}`}>
        {packages.map((parcel) => (
          <li key={parcel.id} className="min-w-0 rounded-lg border border-line p-4" aria-label={`包裹${parcel.seq}`}>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <span className="font-medium">包裹 {parcel.seq}</span>
              <span>{parcel.carrier}</span>
              {parcel.waybillNo && <Copyable value={parcel.waybillNo} />}
              <span className="text-ink-2">{parcel.pieces} 件</span>
              {parcel.weightKg && <Qty value={parcel.weightKg} unit="kg" />}
              <ParcelState parcel={parcel} delivery={delivery} />
              <span className="ml-auto">
                <ActionRow
                  size="sm"
                  actions={[
                    onTrace && { label: '登记轨迹', onPress: () => onTrace(parcel) },
                    onSign &&
                      holdsGoods(parcel) &&
                      !isDone(parcel.status) && { label: `${perspective === 'dealer' ? '' : '代'}签收包裹${parcel.seq}`, onPress: () => onSign(parcel) },
                  ]}
                />
              </span>
            </div>
            <div className={`mt-3 grid grid-cols-1 gap-x-6 gap-y-3 ${holdsGoods(parcel) ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]' : ''}`}>
              <Contents parcel={parcel} delivery={delivery} />
              <Traces traces={parcel.traces} />
            </div>
          </li>
        ))}
      </ul>
      <Loose delivery={delivery} />
    </div>
  );
}

const holdsGoods = (parcel: Parcel): boolean => !parcel.implied && parcel.lines.length > 0;
const left = new Set(['SHIPPED', 'PART_SIGNED', 'SIGNED']);

/** Signing is what counts once the goods left; until then only that it is packed. */
function ParcelState({ parcel, delivery }: { parcel: Parcel; delivery: Delivery }) {
  const { status } = parcel;
  if (!inTransit(status)) return <StatusTag status={status} names={packageStates} tones={{ REFUSED: 'danger' }} />;
  if (!left.has(delivery.status)) return <Tag dot>{transitStates[status]}</Tag>;
  return (
    <>
      <Tag dot tone="warn">
        待签收
      </Tag>
      <span className="text-ink-2">{transitStates[status]}</span>
    </>
  );
}

interface Goods {
  id: string;
  name: string;
  skuCode: string;
  spec: string;
  unitName: string;
  qty: string;
  signed: string;
  refused: string;
  damage: string;
}
const goodsColumns: Column<Goods>[] = [
  { key: 'name', title: '商品', fixed: true },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'spec', title: '规格' },
  { key: 'qty', title: '数量', align: 'right', cell: (one) => <Qty value={one.qty} unit={one.unitName} /> },
];
const countColumns: Column<Goods>[] = [
  { key: 'signed', title: '签收', kind: 'qty' },
  { key: 'refused', title: '拒收', kind: 'qty' },
  { key: 'damage', title: '破损', kind: 'qty' },
];

function Contents({ parcel, delivery }: { parcel: Parcel; delivery: Delivery }) {
  if (parcel.implied) return <p className="text-ink-2">装有本发货单的全部商品</p>;
  if (!parcel.lines.length) return <p className="text-ink-3">没有登记装箱商品</p>;
  const goods = parcel.lines.flatMap((held) => {
    const line = delivery.lines.find((one) => one.id === held.lineId);
    return line ? [{ ...line, ...held }] : [];
  });
  return (
    <DetailTable<Goods>
      caption={`包裹${parcel.seq}的商品`}
      rows={goods}
      columns={inTransit(parcel.status) ? goodsColumns : [...goodsColumns, ...countColumns]}
    />
  );
}

function Loose({ delivery }: { delivery: Delivery }) {
  const loose = looseOf(delivery.lines, delivery.packages);
  if (!loose.length) return null;
  return (
    <div className="min-w-0 rounded-lg border border-line p-4">
      <p className="mb-3">
        <span className="font-medium">未装入包裹的商品</span> <span className="text-ink-2">签收时按发货单逐行签收</span>
      </p>
      <DetailTable<Goods> caption="未装入包裹的商品" rows={loose} columns={goodsColumns} />
    </div>
  );
}

const TRACES_SHOWN = 3;

/** Newest first; older ones when asked for. */
function Traces({ traces }: { traces: Parcel['traces'] }) {
  const [all, setAll] = useState(false);
  const shown = all ? traces : traces.slice(0, TRACES_SHOWN);
  return (
    <div className="min-w-0">
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
    </div>
  );
}
