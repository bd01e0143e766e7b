import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { Yuan } from '~/shared/fields.schema';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { DateInput } from '~/ui/kit/Dates';
import { Alert } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { formatMoney } from '~/ui/values/format';
import { creditOrderCreate, usableAccounts } from '../calls';
import { totalOf, UseTrial } from './UseTrial';

const Draft = z.object({
  customerId: z.string().min(1, '请选择客户'),
  accountId: z.string().min(1, '请选择授信账户'),
  orders: z
    .array(
      z.object({
        orderNo: z.string().trim().min(1, '请输入外部单号').max(40, '外部单号长度不能超过40个字'),
        amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
      }),
    )
    .min(1, '请至少填写一张外部订单'),
  deliver: z.string(),
  bizDate: z.string(),
  remark: z.string().max(200, '备注长度不能超过200个字'),
});
export type Draft = z.input<typeof Draft>;
type Usable = AnswerOf<typeof usableAccounts>['accounts'][number];

const ways = [
  { value: 'false', label: '先占用，发货时再登记' },
  { value: 'true', label: '货已发出，直接转用信' },
];
const newOrder = (): Draft['orders'][number] => ({ orderNo: '', amount: '' });

/** 新建用信: credit for orders that are kept elsewhere, with the plan they would be paid back by. */
export default function UseForm({ customerId, customerName, today }: { customerId: string; customerName: string; today: string }) {
  const [key] = useState(newKey);
  const submit = async ({ customerId: _, deliver, bizDate, ...draft }: Draft) => {
    const { orders } = await call(creditOrderCreate, { ...draft, deliver: deliver === 'true', bizDate: deliver === 'true' ? bizDate : '' }, { key });
    location.assign(href('/portal/creditSystem/useCreditSuccess', { id: orders[0]?.id ?? '', ...(orders.length > 1 ? { count: String(orders.length) } : {}) }));
  };
  const defaults: Draft = { customerId, accountId: '', orders: [newOrder()], deliver: 'false', bizDate: today, remark: '' };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={defaults}
      draftKey="creditUse/orders"
      submit={submit}
      cancelHref="/portal/creditSystem/useCredit/list"
      buttons={[{ key: 'save', label: '提交', tone: 'primary' }]}
    >
      <FormSection title="客户与授信账户" columns={2}>
        <Field name="customerId" label="客户" required>
          <CustomerPicker shown={customerName} />
        </Field>
        <Accounts />
      </FormSection>
      <FormSection title="外部订单" flush note="其他系统里的订单号或合同号，同一客户不能重复；每张各成一张用信单">
        <FormTable<Draft['orders'][number]>
          name="orders"
          label="外部订单"
          newRow={newOrder}
          min={1}
          max={50}
          columns={[
            { key: 'orderNo', title: '外部单号', required: true, width: 260, wide: true },
            { key: 'amount', title: '用信金额(元)', kind: 'money', required: true, width: 160 },
          ]}
          footer={(rows) => ({ orderNo: `共${rows.length}张`, amount: totalOf(rows) })}
        />
      </FormSection>
      <FormSection title="用信" columns={2}>
        <Field name="deliver" label="发货" required>
          <Select options={ways} />
        </Field>
        <DeliveredOn today={today} />
        <Field name="remark" label="备注" span={2}>
          <Textarea maxLength={200} />
        </Field>
      </FormSection>
      <UseTrial />
    </FormPage>
  );
}

/** The accounts of the chosen customer, with what each has left. */
function Accounts() {
  const [customerId, accountId] = useWatch<Draft, ['customerId', 'accountId']>({ name: ['customerId', 'accountId'] });
  const [found, setFound] = useState<{ of: string; accounts: readonly Usable[] }>({ of: '', accounts: [] });
  useEffect(() => {
    let current = true;
    if (customerId) void call(usableAccounts, { customerId }).then(({ accounts }) => current && setFound({ of: customerId, accounts }));
    return () => {
      current = false;
    };
  }, [customerId]);
  const accounts = found.of === customerId ? found.accounts : [];
  const chosen = accounts.find((one) => one.id === accountId);
  return (
    <>
      <Field name="accountId" label="授信账户" required>
        <Select
          options={accounts.map((one) => ({ value: one.id, label: `${one.typeName} · 可用${one.free === null ? '不限' : `${formatMoney(one.free)}元`}` }))}
          placeholder={customerId ? '请选择' : '请先选择客户'}
        />
      </Field>
      {found.of === customerId && customerId !== '' && accounts.length === 0 && <Alert tone="warn">该客户没有正常的授信账户，不能用信。</Alert>}
      {chosen && (
        <p className="text-sm text-ink-3 sm:col-span-2">
          {[chosen.perOrder !== null && `单笔限额${formatMoney(chosen.perOrder)}元`, chosen.validTo && `有效期至${chosen.validTo}`, chosen.terms]
            .filter(Boolean)
            .join('；')}
        </p>
      )}
    </>
  );
}

function DeliveredOn({ today }: { today: string }) {
  const deliver = useWatch<Draft, 'deliver'>({ name: 'deliver' });
  if (deliver !== 'true') return null;
  return (
    <Field name="bizDate" label="发货日期" required hint="还款计划从这一天起算">
      <DateInput max={today} />
    </Field>
  );
}
