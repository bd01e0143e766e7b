import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { DictInput } from '~/domains/platform/pickers/DictInput';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { compareQty, subQty, sumQty } from '~/shared/money';
import { FormTable } from '~/ui/form/FormTable';
import { Button } from '~/ui/kit/Button';
import { formatQty } from '~/ui/values/format';
import type { deliveryDetail, savePackages } from '../calls';
import { inTransit, isDone, type PackageState, packageStates } from '../packing';
import { PackDialog } from './PackDialog';

/** Goods that go out, whether the delivery exists yet or not. */
export interface Goods {
  orderLineId: string;
  name: string;
  skuCode: string;
  spec: string;
  unitName: string;
  unitDecimals: number;
  qty: string;
}

export const PackageDraft = z.object({
  carrier: z.string().max(40, '物流公司不能超过40个字'),
  waybillNo: z.string(),
  pieces: z.string(),
  weightKg: z.string(),
  lines: z.array(z.object({ orderLineId: z.string(), qty: z.string() })),
});
export type PackageDraft = z.infer<typeof PackageDraft>;

type Delivery = Pick<AnswerOf<typeof deliveryDetail>, 'lines' | 'packages'>;

export function draftsOf({ lines, packages }: Delivery): PackageDraft[] {
  const orderLineOf = new Map(lines.map((line) => [line.id, line.orderLineId]));
  return packages.map((one) => ({
    carrier: one.carrier,
    waybillNo: one.waybillNo,
    pieces: String(one.pieces),
    weightKg: one.weightKg ?? '',
    lines: one.implied ? [] : one.lines.map((held) => ({ orderLineId: orderLineOf.get(held.lineId) ?? '', qty: held.qty })),
  }));
}

export const packagesFrom = (drafts: readonly PackageDraft[]): InputOf<typeof savePackages>['packages'] =>
  drafts.map(({ carrier, waybillNo, pieces, weightKg, lines }) => ({ carrier, waybillNo, pieces: pieces || '1', weightKg: weightKg || null, lines }));

/** Of each order line, what the packages hold together. */
const packedQty = (drafts: readonly PackageDraft[], orderLineId: string): string =>
  sumQty(drafts.flatMap((one) => one.lines.filter((line) => line.orderLineId === orderLineId).map((line) => line.qty)));

interface Props {
  goods: readonly Goods[];
  /** Of a new package. */
  carrier: string;
  /** Of the packages that are there already, by position. */
  states?: readonly PackageState[];
}

/** The packages of a delivery: waybill, weight and, where somebody knows, what is inside. */
export function PackageTable({ goods, carrier, states = [] }: Props) {
  const [packing, setPacking] = useState<{ index: number; set: (patch: Partial<PackageDraft>) => void }>();
  const packages = (useWatch({ name: 'packages' }) as PackageDraft[] | undefined) ?? [];
  const readOnly = (_: PackageDraft, index: number): boolean => isDone(states[index] ?? 'CREATED');
  return (
    <>
      <FormTable<PackageDraft>
        name="packages"
        label="包裹"
        newRow={() => ({ carrier, waybillNo: '', pieces: '1', weightKg: '', lines: [] })}
        columns={[
          { key: 'carrier', title: '物流公司', width: 150, readOnly, input: ({ props }) => <DictInput category="carrier" {...props} /> },
          { key: 'waybillNo', title: '物流单号', width: 180, readOnly },
          { key: 'pieces', title: '件数', kind: 'qty', width: 80, readOnly },
          { key: 'weightKg', title: '重量(kg)', kind: 'qty', width: 100, readOnly },
          {
            key: 'lines',
            title: '装箱商品',
            width: 220,
            wide: true,
            cell: (row, index, set) => (
              <PackCell row={row} index={index} state={states[index]} only={packages.length === 1} goods={goods} onPack={() => setPacking({ index, set })} />
            ),
          },
        ]}
        max={100}
      />
      <LooseNote goods={goods} packages={packages} />
      {packing && (
        <PackDialog
          title={`包裹${packing.index + 1}装箱`}
          goods={goods.map((one) => ({
            ...one,
            elsewhere: packedQty(
              packages.filter((_, index) => index !== packing.index),
              one.orderLineId,
            ),
          }))}
          lines={packages[packing.index]?.lines ?? []}
          onPacked={(lines) => packing.set({ lines })}
          onClose={() => setPacking(undefined)}
        />
      )}
    </>
  );
}

interface CellProps {
  row: PackageDraft;
  index: number;
  state: PackageState | undefined;
  only: boolean;
  goods: readonly Goods[];
  onPack: () => void;
}

function PackCell({ row, index, state = 'CREATED', only, goods, onPack }: CellProps) {
  const words = row.lines.map(({ orderLineId, qty }) => {
    const one = goods.find((line) => line.orderLineId === orderLineId);
    return one ? `${one.name} ${formatQty(qty)}${one.unitName}` : `不在本次发货里的商品 ${formatQty(qty)}`;
  });
  const none = only ? '本发货单的全部商品' : '未登记';
  return (
    <div className="flex items-start gap-2 leading-[22px] whitespace-normal">
      {inTransit(state) ? (
        <Button size="sm" aria-label={`第${index + 1}个包裹装箱`} onClick={onPack}>
          装箱
        </Button>
      ) : (
        <span className="py-[3px] whitespace-nowrap text-ink-3">{packageStates[state]}</span>
      )}
      <span className={`py-[3px] ${words.length ? '' : 'text-ink-3'}`}>{words.join('、') || none}</span>
    </div>
  );
}

/** What no package holds, once somebody began to say what is inside. */
function LooseNote({ goods, packages }: { goods: readonly Goods[]; packages: readonly PackageDraft[] }) {
  if (packages.every((one) => one.lines.length === 0)) {
    return packages.length > 1 ? <p className="px-4 pb-4 text-ink-2">没有登记装箱商品，客户按发货单逐行签收；登记后可以按包裹签收。</p> : null;
  }
  const loose = goods.flatMap((one) => {
    const left = subQty(one.qty, packedQty(packages, one.orderLineId));
    return compareQty(left, '0') > 0 ? [`${one.name} ${formatQty(left)}${one.unitName}`] : [];
  });
  return (
    <p className="px-4 pb-4 text-ink-2" role="status">
      {loose.length ? `未装入包裹：${loose.join('、')}` : '全部商品已装入包裹'}
    </p>
  );
}
