import { useEffect, useState } from 'react';
import { BizDate } from '~/shared/fields.schema';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Dialog } from '~/ui/kit/Dialog';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import { lprRead, lprSave } from '../calls';
import type { LprGuard } from '../lpr';

interface Draft {
  rates: string;
  times: string;
  above: string;
  below: string;
}
const lineOf = ({ from, ppm }: LprGuard['rates'][number]) => `${from} ${(ppm / 10_000).toFixed(2)}`;

/** One published rate a line: the day and the percentage. */
function ratesOf(text: string): LprGuard['rates'] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [from = '', percent = ''] = line.split(/[\s,，]+/);
      const ppm = Math.round(Number(percent.replace(/[%％]$/, '')) * 10_000);
      if (!BizDate.safeParse(from).success || !(ppm > 0)) throw new Error(`“${line}”不正确，请按“2025-05-20 3.00”填写`);
      return { from, ppm };
    });
}

/** 利率提示: the LPR by the day it was published, how many times of it is the ceiling, and what people are told outside of it. */
export default function LprDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<{ guard: LprGuard; version: number } | null>(null);
  const [problem, setProblem] = useState('');
  const [key] = useState(newKey);
  useEffect(() => {
    call(lprRead, {}).then(setFound, (error: unknown) => setProblem(sentenceOf(error)));
  }, []);
  if (!found)
    return (
      <Dialog open onClose={onClose} title="LPR与利率提示">
        {problem ? <EmptyState kind="error" title={problem} /> : <Skeleton lines={6} />}
      </Dialog>
    );
  const { guard, version } = found;
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title="LPR与利率提示"
      defaults={{ rates: guard.rates.map(lineOf).join('\n'), times: String(guard.times), above: guard.above, below: guard.below }}
      ok="保存"
      submit={async ({ rates, times, above, below }) => {
        await call(lprSave, { guard: { rates: [...ratesOf(rates)], times: Number(times), above, below }, version }, { key });
        toast('利率提示已保存', 'ok');
        onClose();
      }}
    >
      <Field name="rates" label="一年期LPR" required hint="每行一期：发布日期和百分比，如 2025-05-20 3.00">
        <Textarea rows={8} />
      </Field>
      <Field name="times" label="上限为LPR的倍数" required>
        <NumberInput decimals={2} unit="倍" />
      </Field>
      <Field name="above" label="超过上限时提示" required>
        <Input maxLength={100} />
      </Field>
      <Field name="below" label="低于LPR时提示" required>
        <Input maxLength={100} />
      </Field>
    </FormDialog>
  );
}
