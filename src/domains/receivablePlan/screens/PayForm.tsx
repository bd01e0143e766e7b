import { useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { FlowNoField, ReceiptWaySelect } from '~/domains/finance/pickers/ReceiptWay';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { paySave } from '../calls';
import { type Part, PayParts, typed } from './PayParts';

const A = '/portal/receiveAdmin';
interface Draft {
  customerId: string;
  amount: string;
  payWay: string;
  bankFlowNo: string;
  payer: string;
  receivedAt: string;
  bizDate: string;
  voucher: string;
  remark: string;
  parts: Part[];
}

export default function PayForm({ query, at }: { query: Record<string, string>; at: string }) {
  const [key] = useState(newKey);
  const submit = async ({ parts, voucher, receivedAt, ...draft }: Draft) => {
    const { id } = await call(
      paySave,
      {
        ...draft,
        payWay: draft.payWay as ReceiptWay,
        receivedAt: new Date(`${receivedAt.replace(' ', 'T')}+08:00`).toISOString(),
        voucher: fileKeysOf(voucher),
        parts: parts.filter((part) => typed(part.amount) > 0n).map(({ receivableId, amount, rest }) => ({ receivableId, amount, rest: rest as 'KEEP' })),
        bankLineId: query['bankLineId'] ?? '',
      },
      { key },
    );
    location.assign(href(`${A}/payDetail`, { id }));
  };
  const defaults: Draft = {
    customerId: query['customerId'] ?? '',
    amount: query['amount'] ?? '',
    payWay: 'BANK',
    bankFlowNo: query['flowNo'] ?? '',
    payer: query['payer'] ?? '',
    receivedAt: query['at'] ?? at,
    bizDate: '',
    voucher: '',
    remark: '',
    parts: [],
  };
  return (
    <FormPage<Draft>
      defaults={defaults}
      submit={submit}
      draftKey={`receipt/new/${query['customerId'] ?? ''}/${query['bankLineId'] ?? ''}`}
      cancelHref={`${A}/payInfo`}
      buttons={[{ key: 'save', label: '登记回款', tone: 'primary' }]}
    >
      <FormSection title="到账信息" columns={3}>
        <Field name="customerId" label="客户" required>
          <CustomerPicker shown={query['customerName'] ?? ''} />
        </Field>
        <Field name="amount" label="到账金额" required>
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="payWay" label="收款方式" required>
          <ReceiptWaySelect />
        </Field>
        <FlowNoField name="bankFlowNo" />
        <Field name="payer" label="付款方" hint="与客户名称不同时填写">
          <Input maxLength={60} />
        </Field>
        <Field name="receivedAt" label="到账时间" required>
          <DateInput time />
        </Field>
        <Field name="bizDate" label="记账日期" hint="到账日所在账期已对账时填写，其余留空">
          <DateInput />
        </Field>
        <Field name="voucher" label="凭证" span={2} hint="回单、票据等照片或截图，最多9个">
          <PhotoInput />
        </Field>
        <Field name="remark" label="备注" span={3}>
          <Textarea maxLength={200} rows={2} />
        </Field>
      </FormSection>
      <FormSection title="核销应收" columns={1}>
        <PayParts />
      </FormSection>
    </FormPage>
  );
}
