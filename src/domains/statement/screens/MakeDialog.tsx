import { useMemo } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { href } from '~/portal/href';
import { addDays, shanghaiDate } from '~/shared/dates';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { statementMake, statementMakeMonth } from '../calls';
import { firstDay } from '../statement';

/** The month before this one: what people make statements of. */
function lastMonth(): { start: string; end: string; month: string } {
  const end = addDays(firstDay(shanghaiDate(new Date())), -1);
  return { start: firstDay(end), end, month: end.slice(0, 7) };
}

/** The last eighteen that ended. */
function months(): { value: string; label: string }[] {
  const found: { value: string; label: string }[] = [];
  for (let { start, month } = lastMonth(); found.length < 18; start = firstDay(addDays(start, -1)), month = start.slice(0, 7))
    found.push({ value: month, label: `${month.slice(0, 4)}年${Number(month.slice(5))}月` });
  return found;
}

/** 新建: one customer, any period. Opens the draft. */
export default function MakeDialog({ customer, onClose }: { customer?: { id: string; name: string }; onClose: () => void }) {
  const key = useMemo(newKey, []);
  const { start, end } = lastMonth();
  return (
    <FormDialog
      open
      onClose={onClose}
      title="新建对账单"
      ok="生成草稿"
      defaults={{ customerId: customer?.id ?? '', start, end, remark: '' }}
      submit={async (form) => {
        const { id } = await call(statementMake, form, { key });
        location.assign(href('/portal/supplyChain/factory/finance/receivables/accountCheckDetail', { id }));
      }}
    >
      <Field name="customerId" label="客户" required>
        <CustomerPicker shown={customer?.name ?? ''} all />
      </Field>
      <Field name="start" label="账期开始" required hint="须接着该客户上一张对账单的次日">
        <DateInput />
      </Field>
      <Field name="end" label="账期结束" required>
        <DateInput />
      </Field>
      <Field name="remark" label="备注" hint="客户可见">
        <Textarea rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

/** 按月生成: everybody with something to say in a month. */
export function MonthDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title="按月生成对账单"
      ok="生成草稿"
      defaults={{ month: lastMonth().month }}
      submit={async ({ month }) => {
        const { made, skipped } = await call(statementMakeMonth, { month }, { key });
        toast(
          made ? `已生成${made}张草稿${skipped ? `，${skipped}个客户没有往来和余额` : ''}` : '没有需要生成的对账单：客户都已生成，或没有往来和余额',
          made ? 'ok' : 'warn',
        );
        onDone();
      }}
    >
      <Field name="month" label="月份" required hint="为有往来或余额、且该月还没有对账单的客户各生成一张草稿；已有的不受影响">
        <Select options={months()} />
      </Field>
    </FormDialog>
  );
}
