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
import { expenseSave } from '../calls';
import { type ExpenseKind, expenseKinds, type LotScope, lotScopes } from '../expense';
import { GoodsInput, idsOf } from './GoodsInput';

const base = '/portal/supplyChain/factory/finance/accountManage';

/** What the form holds; the server checks the same rules again. */
const Draft = z
  .object({
    customerId: z.string().min(1, '请选择客户'),
    kind: z.string().min(1, '请选择费用类型'),
    amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
    basisNo: z.string().trim().max(40, '依据单号长度不能超过40个字'),
    validTo: z.string(),
    maxRatio: z.string().regex(/^([1-9]\d?|100)$/, '请输入1到100的整数'),
    scope: z.string(),
    scopeIds: z.string(),
    voucher: z.string(),
    remark: z.string().max(200, '备注长度不能超过200个字'),
  })
  .refine((form) => form.scope === 'ALL' || form.scopeIds !== '', { path: ['scopeIds'], message: '请选择适用商品' });
type Draft = z.input<typeof Draft>;

export default function ExpenseForm({ customerId, customerName, today }: { customerId: string; customerName: string; today: string }) {
  const [key] = useState(newKey);
  const submit = async ({ voucher, scopeIds, ...draft }: Draft) => {
    const scope = draft.scope as LotScope;
    const { id } = await call(
      expenseSave,
      {
        ...draft,
        kind: draft.kind as ExpenseKind,
        maxRatio: Number(draft.maxRatio),
        scope,
        scopeIds: scope === 'ALL' ? [] : idsOf(scopeIds),
        voucher: fileKeysOf(voucher),
      },
      { key },
    );
    location.assign(href(`${base}/expenseAccountDetail`, { id }));
  };
  const defaults: Draft = {
    customerId,
    kind: 'REBATE',
    amount: '',
    basisNo: '',
    validTo: '',
    maxRatio: '100',
    scope: 'ALL',
    scopeIds: '',
    voucher: '',
    remark: '',
  };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={defaults}
      draftKey="expenseAccount/new"
      submit={submit}
      cancelHref={`${base}/expenseAccountList`}
      buttons={[{ key: 'save', label: '提交确认', tone: 'primary' }]}
    >
      <FormSection title="费用信息" columns={2}>
        <Field name="customerId" label="客户" required>
          <CustomerPicker shown={customerName} />
        </Field>
        <Field name="kind" label="费用类型" required>
          <Select options={optionsOf(expenseKinds)} />
        </Field>
        <Field name="amount" label="金额" required>
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="basisNo" label="依据单号" hint="例如返利协议、活动核销单的编号">
          <Input maxLength={40} />
        </Field>
      </FormSection>
      <FormSection title="使用规则" columns={2}>
        <Field name="validTo" label="有效期至" hint="当天仍可使用；留空长期有效">
          <DateInput min={today} />
        </Field>
        <Field name="maxRatio" label="抵扣比例" required hint="每单最多抵扣适用商品金额的百分之几">
          <NumberInput decimals={0} unit="%" />
        </Field>
        <Field name="scope" label="适用商品" required>
          <Select options={optionsOf(lotScopes)} />
        </Field>
        <Goods />
      </FormSection>
      <FormSection title="附件与备注" columns={2}>
        <Field name="voucher" label="附件" span={2} hint="协议、审批单等照片或截图，最多9张">
          <PhotoInput />
        </Field>
        <Field name="remark" label="备注" span={2}>
          <Textarea maxLength={200} />
        </Field>
      </FormSection>
      <p className="text-sm text-ink-3">提交后须由其他有“确认入账与费用”权限的人核对金额确认，客户才能使用。</p>
    </FormPage>
  );
}

function Goods() {
  const scope = useWatch<Draft, 'scope'>({ name: 'scope' });
  if (scope === 'ALL') return null;
  return (
    <Field name="scopeIds" label={scope === 'CATEGORY' ? '分类' : '商品'} required>
      <GoodsInput key={scope} scope={scope as 'CATEGORY' | 'PRODUCT'} />
    </Field>
  );
}
