import { useWatch } from 'react-hook-form';
import { dayShifts } from '~/shared/workingTime';
import { Field } from '~/ui/form/Field';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { graceModes, repayWays } from '../agreed';
import { type ApplyKind, type Guarantor, guarantorKinds, kindRules } from '../apply';
import type { Draft } from './applyDraft';

const newGuarantor = (): Guarantor => ({ name: '', kind: 'COMPANY', note: '' });

/** What is agreed about paying back, and who stands in for it. */
export function TermsFields() {
  const [kind, way, grace] = useWatch<Draft, ['kind', 'way', 'graceDays']>({ name: ['kind', 'way', 'graceDays'] });
  if (!kindRules[kind as ApplyKind]?.terms) return null;
  return (
    <>
      <FormSection title="还款约定" columns={3} note="带出授信类型的约定，可按客户调整；用信后不再变动">
        <Field name="way" label="账期方式" required>
          <Select options={optionsOf(repayWays)} />
        </Field>
        {way !== 'INSTALMENTS' && (
          <Field name="days" label="账期天数" required>
            <NumberInput decimals={0} unit="天" />
          </Field>
        )}
        {way === 'MONTHLY' && (
          <Field name="billDay" label="账单日" required hint="31为每月最后一天">
            <NumberInput decimals={0} unit="日" />
          </Field>
        )}
        {way === 'INSTALMENTS' && (
          <Field name="instalments" label="分期数" required hint="每月一期">
            <NumberInput decimals={0} unit="期" />
          </Field>
        )}
        <Field name="shift" label="遇休息日">
          <Select options={optionsOf(dayShifts)} />
        </Field>
        <Field name="graceDays" label="宽限期">
          <NumberInput decimals={0} unit="天" />
        </Field>
        {Number(grace) > 0 && (
          <Field name="graceMode" label="宽限口径">
            <Select options={optionsOf(graceModes)} />
          </Field>
        )}
        <Field name="penaltyRate" label="违约金日率" hint="万分之五为0.05">
          <NumberInput decimals={4} unit="%" />
        </Field>
        <Field name="interestRate" label="利息日率">
          <NumberInput decimals={4} unit="%" />
        </Field>
      </FormSection>
      <FormSection title="担保人" columns={1}>
        <FormTable<Guarantor>
          name="guarantors"
          label="担保人"
          newRow={newGuarantor}
          min={0}
          max={10}
          columns={[
            { key: 'name', title: '名称', required: true, width: 200 },
            { key: 'kind', title: '类型', width: 120, options: optionsOf(guarantorKinds) },
            { key: 'note', title: '说明', width: 240 },
          ]}
        />
      </FormSection>
    </>
  );
}
