import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { SalesPicker } from '~/domains/customer/pickers/SalesPicker';
import { ProjectPicker } from '~/domains/project/pickers/ProjectPicker';
import { href } from '~/portal/href';
import { formatYuan, parseYuan } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { Option } from '~/ui/kit/types';
import { planChoices, planSave } from '../calls';
import { dueBys, madeByHand, natures, splitTotal } from '../plan';
import type { PlanDetail } from '../plan.schema';

const A = '/portal/receiveAdmin';
const money = /^\d{1,12}(\.\d{1,2})?$/;
const Line = z.object({
  nature: z.string(),
  ratio: z.string(),
  amount: z.string().regex(money, '请填写金额，最多两位小数'),
  dueBy: z.string(),
  dueDays: z.string().regex(/^\d{0,4}$/, '请填写天数'),
  dueDate: z.string(),
  remark: z.string().max(100, '备注长度不能超过100个字'),
});
type Line = z.infer<typeof Line>;
/** What the form holds; the server checks the same rules again. */
const Draft = z.object({
  source: z.string(),
  customerId: z.string().min(1, '请选择客户'),
  title: z.string().trim().min(1, '请填写计划名称').max(80, '计划名称长度不能超过80个字'),
  contractNo: z.string().max(60, '合同号长度不能超过60个字'),
  projectId: z.string(),
  orderId: z.string(),
  creditOrderId: z.string(),
  total: z.string(),
  signedOn: z.string(),
  ownerId: z.string(),
  collectorId: z.string(),
  remark: z.string().max(300, '备注长度不能超过300个字'),
  items: z.array(Line),
});
type Draft = z.infer<typeof Draft>;

const newLine = (): Line => ({ nature: 'PROGRESS', ratio: '', amount: '', dueBy: 'DATE', dueDays: '0', dueDate: '', remark: '' });
const blank: Draft = {
  source: 'MANUAL',
  customerId: '',
  title: '',
  contractNo: '',
  projectId: '',
  orderId: '',
  creditOrderId: '',
  total: '',
  signedOn: '',
  ownerId: '',
  collectorId: '',
  remark: '',
  items: [{ ...newLine(), nature: 'ADVANCE', dueBy: 'SIGN' }, newLine(), { ...newLine(), nature: 'RETENTION', dueBy: 'WARRANTY' }],
};
const draftOf = (plan: PlanDetail): Draft => ({
  source: plan.source,
  customerId: plan.customerId,
  title: plan.title,
  contractNo: plan.contractNo,
  projectId: plan.projectId ?? '',
  orderId: plan.orderId ?? '',
  creditOrderId: plan.creditOrderId ?? '',
  total: plan.total,
  signedOn: plan.signedOn ?? '',
  ownerId: plan.ownerId ?? '',
  collectorId: plan.collectorId ?? '',
  remark: plan.remark,
  items: plan.items.map((item) => ({
    nature: item.nature,
    ratio: '',
    amount: item.amount,
    dueBy: item.dueBy,
    dueDays: String(item.dueDays),
    dueDate: item.dueDate ?? '',
    remark: item.remark,
  })),
});

interface Props {
  plan?: PlanDetail;
  customer?: { id: string; name: string };
}

export default function PlanForm({ plan, customer }: Props) {
  const [idem] = useState(newKey);
  const submit = async ({ items, ...draft }: Draft, key: string) => {
    const manual = draft.source === 'MANUAL';
    const saved = await call(
      planSave,
      {
        ...draft,
        ...(plan ? { id: plan.id, version: plan.version } : {}),
        source: draft.source as 'MANUAL',
        total: manual ? draft.total : '',
        start: key === 'start',
        items: manual ? items.map(({ ratio: _, ...item }) => ({ ...item, dueDays: Number(item.dueDays || '0') }) as never) : [],
      },
      { key: `${idem}${key === 'start' ? 's' : 'd'}` },
    );
    location.assign(href(`${A}/infoSearch/detail`, { id: saved.id }));
  };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={plan ? draftOf(plan) : { ...blank, customerId: customer?.id ?? '' }}
      submit={submit}
      cancelHref={plan ? href(`${A}/infoSearch/detail`, { id: plan.id }) : `${A}/infoSearch`}
      buttons={[
        { key: 'save', label: '保存草稿' },
        { key: 'start', label: '保存并执行', tone: 'primary' },
      ]}
    >
      <Head shown={plan?.customerName ?? customer?.name ?? ''} plan={plan} />
      <Lines />
    </FormPage>
  );
}

function Head({ shown, plan }: { shown: string; plan: PlanDetail | undefined }) {
  const [source, customerId] = useWatch<Draft, ['source', 'customerId']>({ name: ['source', 'customerId'] });
  const choices = useChoices(source === 'MANUAL' ? '' : customerId);
  const kept = (id: string | null, no: string): Option[] => (id ? [{ value: id, label: no }] : []);
  return (
    <FormSection title="基本信息" columns={3}>
      <Field name="source" label="来源" required>
        <Select options={optionsOf(madeByHand)} />
      </Field>
      <Field name="customerId" label="客户" required>
        <CustomerPicker shown={shown} />
      </Field>
      <Field name="title" label="计划名称" required>
        <Input maxLength={80} />
      </Field>
      {source === 'ORDER' && (
        <Field name="orderId" label="订单" required hint="发货产生的应收自动进入计划">
          <Select options={[{ value: '', label: '请选择' }, ...kept(plan?.orderId ?? null, plan?.orderNo ?? ''), ...choices.orders]} />
        </Field>
      )}
      {source === 'CREDIT' && (
        <Field name="creditOrderId" label="用信单" required hint="用信产生的应收自动进入计划">
          <Select options={[{ value: '', label: '请选择' }, ...kept(plan?.creditOrderId ?? null, plan?.creditOrderNo ?? ''), ...choices.creditOrders]} />
        </Field>
      )}
      {source === 'MANUAL' && (
        <>
          <Field name="total" label="计划总额" required>
            <NumberInput decimals={2} unit="元" />
          </Field>
          <Field name="contractNo" label="合同号">
            <Input maxLength={60} />
          </Field>
          <Field name="signedOn" label="签订日期" hint="签订后到期的款项按此计算">
            <DateInput />
          </Field>
          <Field name="projectId" label="项目">
            <ProjectPicker customerId={customerId} shown={plan?.projectName ?? ''} />
          </Field>
        </>
      )}
      <Field name="ownerId" label="负责人" hint="留空为客户的业务员">
        <SalesPicker shown={plan?.ownerName ?? ''} />
      </Field>
      <Field name="collectorId" label="催收人">
        <SalesPicker shown={plan?.collectorName ?? ''} />
      </Field>
      <Field name="remark" label="备注" span={3}>
        <Textarea maxLength={300} rows={2} />
      </Field>
    </FormSection>
  );
}

function useChoices(customerId: string): { orders: Option[]; creditOrders: Option[] } {
  const [choices, setChoices] = useState<{ orders: Option[]; creditOrders: Option[] }>({ orders: [], creditOrders: [] });
  useEffect(() => {
    let stale = false;
    if (!customerId) return setChoices({ orders: [], creditOrders: [] });
    void call(planChoices, { customerId }).then((found) => {
      const options = (rows: readonly { id: string; no: string; amount: string }[]) =>
        rows.map((row) => ({ value: row.id, label: `${row.no}（${row.amount}元）` }));
      if (!stale) setChoices({ orders: options(found.orders), creditOrders: options(found.creditOrders) });
    });
    return () => {
      stale = true;
    };
  }, [customerId]);
  return choices;
}

/** The rows of a contract; a share of the total fills in the amount. */
function Lines() {
  const [source, total] = useWatch<Draft, ['source', 'total']>({ name: ['source', 'total'] });
  const { getValues, setValue } = useFormContext<Draft>();
  if (source !== 'MANUAL') return null;
  const spread = (shares: readonly number[]) => {
    if (!money.test(total)) return;
    const parts = splitTotal(parseYuan(total), shares);
    getValues('items').forEach((_, at) => {
      setValue(`items.${at}.amount`, formatYuan(parts[at] ?? 0n), { shouldDirty: true });
    });
  };
  const byRatio = () => spread(getValues('items').map((line) => Math.round(Number(line.ratio || '0') * 10_000)));
  const equally = () => {
    const count = getValues('items').length;
    const share = Math.floor(1_000_000 / count);
    spread(getValues('items').map((_, at) => (at === count - 1 ? 1_000_000 - share * (count - 1) : share)));
  };
  return (
    <FormSection title="款项" columns={1}>
      <FormTable<Line>
        name="items"
        label="款项"
        newRow={newLine}
        min={1}
        max={60}
        columns={[
          { key: 'nature', title: '款项性质', required: true, width: 120, options: optionsOf(natures) },
          { key: 'ratio', title: '比例(%)', kind: 'qty', width: 100 },
          { key: 'amount', title: '金额(元)', kind: 'money', required: true, width: 140 },
          { key: 'dueBy', title: '到期方式', required: true, width: 140, options: optionsOf(dueBys) },
          { key: 'dueDays', title: '天数', kind: 'qty', width: 90, readOnly: (row) => row.dueBy === 'DATE' },
          { key: 'dueDate', title: '到期日', kind: 'date', width: 150, readOnly: (row) => row.dueBy !== 'DATE' },
          { key: 'remark', title: '备注', width: 160 },
        ]}
        footer={(rows) => ({ amount: footing(rows, total) })}
        actions={() => [
          { label: '按比例计算', onPress: byRatio },
          { label: '平均分配', onPress: equally },
        ]}
      />
    </FormSection>
  );
}

/** Σ, and how far it is from the total. */
function footing(rows: readonly Line[], total: string): string {
  const sum = rows.reduce((all, row) => (money.test(row.amount) ? all + parseYuan(row.amount) : all), 0n);
  const off = money.test(total) ? parseYuan(total) - sum : 0n;
  return off === 0n ? `合计${formatYuan(sum)}` : `合计${formatYuan(sum)}，还差${formatYuan(off)}`;
}
