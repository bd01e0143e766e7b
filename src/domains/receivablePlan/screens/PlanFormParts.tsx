import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { SalesPicker } from '~/domains/customer/pickers/SalesPicker';
import { ProjectPicker } from '~/domains/project/pickers/ProjectPicker';
import { displayYuan, formatYuan, parseYuan } from '~/shared/money';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import type { Option } from '~/ui/kit/types';
import { formatMoney } from '~/ui/values/format';
import { planChoices } from '../calls';
import { dueBys, hasOwnItems, madeByHand, natures, splitTotal, stageDues, WHOLE_PPM } from '../plan';
import type { PlanDetail } from '../plan.schema';
import { type Draft, type Line, money, newLine, ppmOf, type Stage } from './planDraft.schema';

export function Head({ shown, plan }: { shown: string; plan: PlanDetail | undefined }) {
  const [source, customerId] = useWatch<Draft, ['source', 'customerId']>({ name: ['source', 'customerId'] });
  const choices = useChoices(customerId);
  const own = hasOwnItems(source);
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
      {source === 'BANK' && (
        <Field name="bankLineId" label="银行流水" required hint="开始执行时生成收款单，按到期先后核销本计划的款项，余款转预收">
          <Select options={[{ value: '', label: '请选择' }, ...kept(plan?.bankLineId ?? null, plan?.bankFlowNo ?? ''), ...choices.bankLines]} />
        </Field>
      )}
      {own && (
        <>
          <Field name="total" label="计划总额" required>
            <NumberInput decimals={2} unit="元" />
          </Field>
          {source === 'MANUAL' && (
            <Field name="contractId" label="电子合同" hint="签署完成时自动触发“合同签订后”的款项">
              <Select options={[{ value: '', label: '不关联' }, ...kept(plan?.contractId ?? null, plan?.contractNo ?? ''), ...choices.contracts]} />
            </Field>
          )}
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
      {source !== 'CREDIT' && (
        <Field name="warrantyDays" label="质保期" hint="从验收起算，期满后质保金到期">
          <NumberInput decimals={0} unit="天" />
        </Field>
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

interface Choices {
  orders: Option[];
  creditOrders: Option[];
  contracts: Option[];
  bankLines: Option[];
}
const none: Choices = { orders: [], creditOrders: [], contracts: [], bankLines: [] };

/** What the customer has that a plan may be for; a new plan begins with the days the company usually agrees on. */
function useChoices(customerId: string): Choices {
  const [choices, setChoices] = useState(none);
  const { getFieldState, getValues, setValue } = useFormContext<Draft>();
  useEffect(() => {
    let stale = false;
    if (!customerId) return setChoices(none);
    void call(planChoices, { customerId }).then((found) => {
      if (stale) return;
      const options = (rows: readonly { id: string; no: string; amount: string }[]) =>
        rows.map((row) => ({ value: row.id, label: `${row.no}（${formatMoney(row.amount)}元）` }));
      setChoices({
        orders: options(found.orders),
        creditOrders: options(found.creditOrders),
        contracts: found.contracts.map((row) => ({ value: row.id, label: `${row.no} ${row.title}${row.signed ? '' : '（待签署）'}` })),
        bankLines: found.bankLines.map((row) => ({ value: row.id, label: `${row.no}（${row.payer}，${formatMoney(row.amount)}元）` })),
      });
      if (getValues('title') === '' && !getFieldState('warrantyDays').isDirty) setValue('warrantyDays', String(found.retentionDays));
    });
    return () => {
      stale = true;
    };
  }, [customerId, getFieldState, getValues, setValue]);
  return choices;
}

/** How each delivery of an order is paid; without stages as the customer's payment days say. */
export function Stages() {
  const source = useWatch<Draft, 'source'>({ name: 'source' });
  if (source !== 'ORDER') return null;
  return (
    <FormSection title="付款阶段" columns={1}>
      <FormTable<Stage>
        name="stages"
        label="付款阶段"
        newRow={() => ({ nature: 'RETENTION', ratio: '', dueBy: 'WARRANTY', dueDays: '0' })}
        min={0}
        max={6}
        columns={[
          { key: 'nature', title: '款项性质', required: true, width: 140, options: optionsOf(natures) },
          { key: 'ratio', title: '比例(%)', kind: 'qty', required: true, width: 120 },
          { key: 'dueBy', title: '到期方式', required: true, width: 160, options: optionsOf(stageDues) },
          { key: 'dueDays', title: '天数', kind: 'qty', width: 100 },
        ]}
        footer={(rows) => {
          const sum = rows.reduce((all, row) => all + ppmOf(row.ratio), 0);
          return { ratio: rows.length === 0 || sum === WHOLE_PPM ? String(sum / 10_000) : `${sum / 10_000}，应为100` };
        }}
      />
      <p className="text-sm text-ink-3">
        每次发货产生的应收按比例分成多张：发货款按发货日到期，验收、开票、质保金在事件发生前按默认账期暂定到期日。不填则按客户账期到期。
      </p>
    </FormSection>
  );
}

/** The rows of a contract; a share of the total fills in the amount. */
export function Lines() {
  const [source, total] = useWatch<Draft, ['source', 'total']>({ name: ['source', 'total'] });
  const { getValues, setValue } = useFormContext<Draft>();
  if (!hasOwnItems(source)) return null;
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
    <FormSection title="款项" flush>
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
  return `${displayYuan(sum)}${off === 0n ? '' : off > 0n ? `，还差${displayYuan(off)}` : `，多出${displayYuan(-off)}`}`;
}
