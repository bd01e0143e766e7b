import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { SalesPicker } from '~/domains/customer/pickers/SalesPicker';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { AttachmentPanel } from '~/domains/file/pickers/AttachmentPanel';
import { ProjectPicker } from '~/domains/project/pickers/ProjectPicker';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { Field } from '~/ui/form/Field';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { InputProps } from '~/ui/kit/types';
import { formatMoney } from '~/ui/values/format';
import type { FormDraft } from '../../form/orderForm.schema';
import { orderTypes, payMethods } from '../../order';
import { offeredPayMethods } from '../../payment/payMethod';
import type { Buyer, DealerOrderDetail, OrderDetail } from '../../views/orderView.schema';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { AddressBook } from './BuyerPanel';

type Stored = OrderDetail | DealerOrderDetail | undefined;
interface HeadProps {
  perspective: PerspectiveCalls;
  /** Being edited: its customer stays. */
  order: Stored;
  /** Whose names the pickers begin with. */
  shown: Stored;
  buyer: Buyer | undefined;
  first: Buyer | undefined;
  warehouses: readonly { id: string; name: string; isDefault: boolean }[];
}

export function HeadFields({ perspective, order, shown, buyer, first, warehouses }: HeadProps) {
  const customerId = useWatch<FormDraft, 'customerId'>({ name: 'customerId' });
  return (
    <FormSection title={perspective.dealer ? '支付与到货' : '客户与支付'} columns={4}>
      {!perspective.dealer && (
        <Field name="customerId" label="客户" required span={2}>
          <CustomerPicker shown={shown?.customerName ?? first?.name ?? ''} disabled={Boolean(order)} autoFocus={!order} />
        </Field>
      )}
      <Field name="projectId" label="项目">
        <ProjectInput customerId={customerId} shown={shown?.projectName ?? ''} />
      </Field>
      <Field name="payMethod" label="支付方式" required>
        <PayMethodInput buyer={buyer} stored={order?.payMethod} />
      </Field>
      <Field name="type" label="订单类型">
        <Select options={optionsOf(orderTypes)} />
      </Field>
      {!perspective.dealer && (
        <Field name="warehouseId" label="发货仓">
          <Select options={warehouses.map((one) => ({ value: one.id, label: one.name }))} />
        </Field>
      )}
      <Field name="expectDate" label="期望到货日">
        <DateInput />
      </Field>
      {!perspective.dealer && (
        <Field name="salesMemberId" label="业务员">
          <SalesPicker shown={sellerOf(shown) || buyer?.salesName || ''} />
        </Field>
      )}
      {!perspective.dealer && (
        <Field name="freight" label="运费(元)">
          <NumberInput decimals={2} />
        </Field>
      )}
    </FormSection>
  );
}

/** Credit is offered to whoever has some that may be used, and to an order that is paid so already. */
function PayMethodInput({ buyer, stored, ...input }: InputProps & { buyer: Buyer | undefined; stored: string | undefined }) {
  const options = offeredPayMethods
    .filter((value) => value !== 'CREDIT' || buyer?.credit || stored === 'CREDIT')
    .map((value) => ({
      value,
      label:
        value === 'CREDIT' && buyer?.credit
          ? `${payMethods[value]}（可用${buyer.credit.available === null ? '不限' : formatMoney(buyer.credit.available)}）`
          : payMethods[value],
    }));
  return <Select {...input} options={options} />;
}

const sellerOf = (order: Stored): string => (order && 'salesName' in order ? order.salesName : '');

/** A project belongs to a customer: another customer, no project. */
function ProjectInput({ customerId, shown, ...input }: InputProps & { customerId: string; shown: string }) {
  const { setValue } = useFormContext<FormDraft>();
  const last = useRef(customerId);
  useEffect(() => {
    if (last.current && last.current !== customerId) setValue('projectId', '', { shouldDirty: true });
    last.current = customerId;
  }, [customerId, setValue]);
  return <ProjectPicker {...input} key={customerId} customerId={customerId} shown={shown} disabled={!customerId} />;
}

export function PlaceFields({ perspective, buyer }: Pick<HeadProps, 'perspective' | 'buyer'>) {
  return (
    <FormSection title="收货信息" columns={4}>
      <AddressBook buyer={buyer} />
      <Field name="receiver" label="收货人" required>
        <Input maxLength={30} />
      </Field>
      <Field name="receiverPhone" label="电话" required>
        <Input maxLength={20} />
      </Field>
      <Field name="province" label="省市区" required span={2}>
        <PlaceInput />
      </Field>
      <Field name="address" label="详细地址" required span={4}>
        <Input maxLength={120} />
      </Field>
      <Field name="remark" label="备注" span={perspective.dealer ? 4 : 2} hint="最多200字">
        <Textarea rows={2} maxLength={200} />
      </Field>
      {!perspective.dealer && (
        <Field name="internalRemark" label="内部备注" span={2} hint="经销商看不到">
          <Textarea rows={2} maxLength={200} />
        </Field>
      )}
    </FormSection>
  );
}

export function FileFields({ order }: Pick<HeadProps, 'order'>) {
  return (
    <FormSection title="附件" columns={1}>
      {order ? (
        <AttachmentPanel type="order" subjectId={order.id} />
      ) : (
        <Field name="attachments" label="上传文件" hint="例如盖章的订货单、图纸；提交后双方都能查看">
          <AttachmentInput />
        </Field>
      )}
    </FormSection>
  );
}
