import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { DictInput } from '~/domains/platform/pickers/DictInput';
import { href } from '~/portal/href';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { compareQty, displayUnits } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { withFormLines } from '~/shell/sentLines';
import { Descriptions } from '~/ui/detail/Descriptions';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { deliveryDetail, editDelivery, type newDelivery, saveDelivery } from '../calls';
import { deliveryStates, isEditable, shipWays } from '../delivery';
import { LineGrid } from './LineGrid';
import { draftsOf, PackageDraft, PackageTable, packagesFrom } from './PackageTable';

type First = AnswerOf<typeof newDelivery>;
type Old = AnswerOf<typeof deliveryDetail>;
const F = '/portal/supplyChain/factory';

/** What the form holds: empty quantities are allowed here and left out when it is sent. */
const Draft = z.object({
  shipWay: z.string().min(1, '请选择发货方式'),
  carrier: z.string(),
  plateNo: z.string(),
  driver: z.string(),
  driverPhone: z.string(),
  freight: z.string(),
  planDate: z.string(),
  remark: z.string().max(200, '备注不能超过200个字'),
  lines: z.array(z.object({ orderLineId: z.string(), qty: z.string() })),
  packages: z.array(PackageDraft),
});
export type Draft = z.infer<typeof Draft>;

function draftOf(first: First, old: Old | undefined): Draft {
  return {
    shipWay: old?.shipWay ?? 'LOGISTICS',
    carrier: old?.carrier ?? '',
    plateNo: old?.plateNo ?? '',
    driver: old?.driver ?? '',
    driverPhone: old?.driverPhone ?? '',
    freight: old?.freight ?? '0.00',
    planDate: old?.planDate ?? '',
    remark: old?.remark ?? '',
    lines: first.lines.map((line) => ({ orderLineId: line.orderLineId, qty: old ? filledOr(line.qty) : filledOr(line.deliverable) })),
    packages: old ? draftsOf(old) : [],
  };
}
const filledOr = (qty: string): string => (compareQty(qty, '0') > 0 ? qty : '');
const isFilled = (qty: string): boolean => /[1-9]/.test(qty);
const isQty = (qty: string): boolean => isFilled(qty) && /^\d{1,14}(\.\d{1,4})?$/.test(qty);

function inputOf(draft: Draft, first: First, old: Old | undefined): InputOf<typeof saveDelivery> {
  return {
    ...draft,
    ...(old ? { id: old.id, version: old.version } : {}),
    warehouseId: first.warehouseId,
    shipWay: draft.shipWay as 'EXPRESS',
    freight: draft.freight || '0.00',
    planDate: draft.planDate || null,
    lines: draft.lines.filter((line) => isFilled(line.qty)),
    packages: packagesFrom(draft.packages),
  };
}

/** The quantities stay in the order of the lines the form opened with. */
async function latestOf(first: First, id: string) {
  const [lines, now] = await Promise.all([call(editDelivery, { id }), call(deliveryDetail, { id })]);
  const qtyOf = new Map(lines.lines.map((line) => [line.orderLineId, line.qty]));
  const asOpened = first.lines.map((line) => ({ ...line, qty: qtyOf.get(line.orderLineId) ?? '0' }));
  return { values: draftOf({ ...first, lines: asOpened }, now), version: now.version };
}

export default function DeliveryForm({ first, old }: { first: First; old?: Old }) {
  if (old && !isEditable(old.status))
    return (
      <NotEditable
        named={`发货单${old.no}`}
        state={deliveryStates[old.status]}
        note={old.status === 'CANCELLED' ? undefined : '已出库的发货单要改，请先冲销，再重新发货'}
        detailHref={href(`${F}/deliver/detail`, { id: old.id })}
      />
    );
  return <OpenForm first={first} old={old} />;
}

function OpenForm({ first, old }: { first: First; old: Old | undefined }) {
  const [key] = useState(newKey);
  const submit = async (draft: Draft, _key: string, _confirmed: boolean, version = old?.version) => {
    const stored = old && { ...old, version: version as number };
    const { id } = await call(saveDelivery, inputOf(draft, first, stored), { key }).catch((error) =>
      Promise.reject(
        withFormLines(
          error,
          draft.lines.map((line) => isFilled(line.qty)),
        ),
      ),
    );
    location.assign(href(`${F}/deliver/detail`, { id }));
  };
  const cancelHref = old ? href(`${F}/deliver/detail`, { id: old.id }) : `${F}/deliver/orderList`;
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={draftOf(first, old)}
      submit={submit}
      latest={old ? () => latestOf(first, old.id) : undefined}
      draftKey={old ? `delivery/${old.id}/${old.version}` : `delivery/new/${first.lines.map((line) => line.orderLineId).join()}`}
      cancelHref={cancelHref}
      buttons={[{ key: 'save', label: '保存发货单', tone: 'primary' }]}
      footer={<Totals lines={first.lines} />}
    >
      <Head first={first} old={old} />
      <Shipping />
      <FormSection title="商品明细" note="本次发货不超过待发数量与可发数量中较小者" flush>
        <LineGrid lines={first.lines} />
      </FormSection>
      <FormSection title="包裹" note={first.waybillRequired ? '基础配置要求快递、物流发货必须填写物流单号' : '可以出库后再补录'} flush>
        <Packages first={first} />
      </FormSection>
    </FormPage>
  );
}

/** What goes out now may be packed. */
function Packages({ first }: { first: First }) {
  const lines = (useWatch({ name: 'lines' }) as Draft['lines']) ?? [];
  const goods = first.lines.flatMap((line, index) => {
    const qty = lines[index]?.qty ?? '';
    return isQty(qty) ? [{ ...line, qty }] : [];
  });
  return <PackageTable goods={goods} carrier="" />;
}

function Head({ first, old }: { first: First; old: Old | undefined }) {
  const change = (warehouseId: string) => {
    const url = new URL(location.href);
    url.searchParams.set('warehouseId', warehouseId);
    location.assign(url);
  };
  const choice = !old && first.warehouses.length > 1;
  return (
    <FormSection title="收货信息" columns={1}>
      <Descriptions
        items={[
          { label: '客户', value: first.customerName },
          { label: '收货人', value: `${first.receiver} ${first.receiverPhone}` },
          { label: '收货地址', value: first.address },
          {
            label: '发货仓',
            value: choice ? (
              <Select
                aria-label="发货仓"
                value={first.warehouseId}
                onChange={change}
                options={first.warehouses.map((one) => ({ value: one.id, label: one.name }))}
              />
            ) : (
              first.warehouseName
            ),
          },
        ]}
      />
    </FormSection>
  );
}

function Shipping() {
  const way = useWatch({ name: 'shipWay' }) as string;
  const own = way === 'OWN' || way === 'LOGISTICS';
  return (
    <FormSection title="发货信息">
      <Field name="shipWay" label="发货方式" required>
        <Select options={optionsOf(shipWays)} />
      </Field>
      <Field name="carrier" label="物流公司">
        <DictInput category="carrier" maxLength={40} disabled={way === 'SELF' || way === 'OWN'} />
      </Field>
      <Field name="planDate" label="计划日期">
        <DateInput />
      </Field>
      <Field name="driver" label="司机">
        <Input maxLength={20} disabled={!own} />
      </Field>
      <Field name="plateNo" label="车牌号">
        <Input maxLength={20} disabled={!own} />
      </Field>
      <Field name="driverPhone" label="电话">
        <Input type="tel" maxLength={13} disabled={!own} />
      </Field>
      <Field name="freight" label="运费(元)" hint="承运费用，不计入客户应收">
        <NumberInput decimals={2} />
      </Field>
      <Field name="remark" label="备注" span={3}>
        <Textarea maxLength={200} rows={2} />
      </Field>
    </FormSection>
  );
}

function Totals({ lines }: { lines: First['lines'] }) {
  const typed = (useWatch({ name: 'lines' }) as Draft['lines']) ?? [];
  const filled = lines.flatMap(({ unitName }, index) => {
    const qty = typed[index]?.qty ?? '';
    return isQty(qty) ? [{ unitName, qty }] : [];
  });
  return (
    <span className="text-ink-2">
      本次发货 <strong className="figures text-ink">{filled.length}</strong> 行，合计 <strong className="figures text-ink">{displayUnits(filled)}</strong>
    </span>
  );
}
