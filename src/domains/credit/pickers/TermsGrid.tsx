import { useWatch } from 'react-hook-form';
import { dayShifts } from '~/shared/workingTime';
import { Field } from '~/ui/form/Field';
import { NumberInput } from '~/ui/kit/Input';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { graceModes, repayWays } from '../terms';
import type { TermsDraft } from './termsDraft';

const RateGuard = late(() => import('./RateGuard'));

/** The fields of an agreement about paying back, in the form that holds a `TermsDraft`. */
export function TermsGrid() {
  const [way, grace] = useWatch<TermsDraft, ['way', 'graceDays']>({ name: ['way', 'graceDays'] });
  return (
    <>
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
      <RateGuard />
    </>
  );
}
