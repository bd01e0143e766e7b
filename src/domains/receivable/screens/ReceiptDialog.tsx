import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { FlowNoField, ReceiptWaySelect } from '~/domains/finance/pickers/ReceiptWay';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import { href } from '~/portal/href';
import { shanghaiTime } from '~/shared/dates';
import { Yuan } from '~/shared/fields.schema';
import { formatYuan, parseYuan } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Money } from '~/ui/values/Money';
import { registerReceipt } from '../calls';
import { type Applied, ApplyGrid, isAmount, partsOf } from './ApplyGrid';

const Draft = z.object({
  customerId: z.string().min(1, '请选择客户'),
  amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
  payWay: z.string(),
  bankFlowNo: z.string().max(64, '流水号不能超过64个字'),
  payer: z.string(),
  receivedAt: z.string().min(1, '请选择到账时间'),
  bizDate: z.string(),
  voucher: z.string(),
  remark: z.string().max(200, '备注不能超过200个字'),
  applied: z.record(z.string(), z.string()),
});
type Draft = z.input<typeof Draft>;

/** 登记收款: registers money received and what it settles; opens the receipt when done. */
export function ReceiptDialog({ customer, onClose }: { customer: { customerId: string; customerName: string }; onClose: () => void }) {
  const [key] = useState(newKey);
  const submit = async ({ applied, voucher, bizDate, ...draft }: Draft) => {
    const receivedAt = new Date(`${draft.receivedAt.replace(' ', 'T')}+08:00`).toISOString();
    const { id } = await call(
      registerReceipt,
      { ...draft, payWay: draft.payWay as ReceiptWay, receivedAt, voucher: fileKeysOf(voucher), applies: partsOf(applied), ...(bizDate ? { bizDate } : {}) },
      { key },
    );
    location.assign(href('/portal/supplyChain/factory/finance/receivables/receiptDetail', { id }));
  };
  const defaults = {
    customerId: customer.customerId,
    amount: '',
    payWay: 'BANK',
    bankFlowNo: '',
    payer: '',
    receivedAt: shanghaiTime(new Date()),
    bizDate: '',
    voucher: '',
    remark: '',
    applied: {},
  };
  return (
    <FormDialog<Draft> open onClose={onClose} title="登记收款" width="xl" ok="登记收款" schema={Draft} defaults={defaults} submit={submit}>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field name="customerId" label="客户" required>
          <CustomerPicker shown={customer.customerName} />
        </Field>
        <Field name="amount" label="收款金额(元)" required>
          <NumberInput decimals={2} />
        </Field>
        <Field name="receivedAt" label="到账时间" required>
          <DateInput time />
        </Field>
        <Field name="bizDate" label="记账日期" hint="默认为到账日；到账日所在账期已对账时，填账期之后的日期">
          <DateInput />
        </Field>
        <Field name="payWay" label="收款方式" required>
          <ReceiptWaySelect />
        </Field>
        <FlowNoField name="bankFlowNo" />
        <Field name="payer" label="付款人">
          <Input maxLength={60} />
        </Field>
        <Field name="voucher" label="收款凭证" span={3} hint="回单照片或截图，最多9张">
          <PhotoInput />
        </Field>
        <Field name="remark" label="备注" span={3}>
          <Textarea rows={2} maxLength={200} />
        </Field>
      </div>
      <Applying />
    </FormDialog>
  );
}

function Applying() {
  const [customerId, amount, applied] = useWatch({ name: ['customerId', 'amount', 'applied'] }) as [string, string, Applied];
  const sum = partsOf(applied ?? {}).reduce((total, part) => total + parseYuan(part.amount), 0n);
  const rest = isAmount(amount) ? parseYuan(amount) - sum : 0n;
  return (
    <section aria-label="核销">
      <ApplyGrid customerId={customerId} amount={amount} />
      <p className="mt-2 text-ink-2">
        核销合计 <Money value={formatYuan(sum)} strong /> 元，转入客户资金账户 <Money value={formatYuan(rest)} signed strong /> 元
      </p>
    </section>
  );
}
