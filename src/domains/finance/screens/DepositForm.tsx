import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { href } from '~/portal/href';
import { Yuan } from '~/shared/fields.schema';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { depositSave } from '../calls';
import { FlowNoField } from '../pickers/ReceiptWay';
import { needsFlowNo, type ReceiptWay, receiptWays } from '../receiptWay';
import { capitalHint } from './fundDialogs';

const base = '/portal/supplyChain/factory/finance/accountManage';
const ways = optionsOf(receiptWays);

/** What the form holds; the server checks the same rules again. */
const Draft = z
  .object({
    customerId: z.string().min(1, '请选择客户'),
    amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
    payWay: z.string().min(1, '请选择付款方式'),
    bankFlowNo: z.string().trim().max(64, '流水号长度不能超过64个字'),
    payer: z.string().trim().max(60, '付款人长度不能超过60个字'),
    paidAt: z.string().min(1, '请填写付款时间'),
    voucher: z.string().min(1, '请上传付款凭证'),
    remark: z.string().max(200, '备注长度不能超过200个字'),
  })
  .refine((form) => !needsFlowNo(form.payWay as ReceiptWay) || form.bankFlowNo !== '', { path: ['bankFlowNo'], message: '请填写流水号' });
type Draft = z.input<typeof Draft>;

export default function DepositForm({ customerId, customerName, now }: { customerId: string; customerName: string; now: string }) {
  const [key] = useState(newKey);
  const submit = async ({ voucher, paidAt, ...draft }: Draft) => {
    const instant = new Date(`${paidAt.replace(' ', 'T')}+08:00`).toISOString();
    const { id } = await call(depositSave, { ...draft, payWay: draft.payWay as ReceiptWay, paidAt: instant, voucher: fileKeysOf(voucher) }, { key });
    location.assign(href(`${base}/enterAccountDetail`, { id }));
  };
  const defaults: Draft = { customerId, amount: '', payWay: 'BANK', bankFlowNo: '', payer: '', paidAt: `${now.slice(0, 16)}:00`, voucher: '', remark: '' };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={defaults}
      draftKey="enterAccount/new"
      submit={submit}
      cancelHref={`${base}/enterAccountList`}
      buttons={[{ key: 'save', label: '提交确认', tone: 'primary' }]}
    >
      <FormSection title="付款信息" columns={2}>
        <Field name="customerId" label="客户" required>
          <CustomerPicker shown={customerName} />
        </Field>
        <Amount />
        <Field name="payWay" label="付款方式" required>
          <Select options={ways} />
        </Field>
        <FlowNoField name="bankFlowNo" label="银行流水号" hint="同一流水号不能重复入账" />
        <Field name="payer" label="付款人" hint="付款账户户名，与客户名称不同时请核实">
          <Input />
        </Field>
        <Field name="paidAt" label="付款时间" required>
          <DateInput time max={now} />
        </Field>
        <Field name="voucher" label="付款凭证" required span={2} hint="回单照片或截图，最多9张">
          <PhotoInput />
        </Field>
        <Field name="remark" label="备注" span={2}>
          <Textarea maxLength={200} />
        </Field>
      </FormSection>
      <p className="text-sm text-ink-3">提交后须由其他有“确认入账”权限的人核对金额确认，资金才到账。</p>
    </FormPage>
  );
}

function Amount() {
  const amount = useWatch<Draft, 'amount'>({ name: 'amount' });
  return (
    <Field name="amount" label="金额" required hint={capitalHint(amount)}>
      <NumberInput decimals={2} unit="元" />
    </Field>
  );
}
