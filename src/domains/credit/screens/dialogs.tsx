import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { accountFreeze, creditOrderDeliver } from '../calls';

interface Asked {
  of: { id: string; no: string; version: number };
  onClose: () => void;
  onDone: () => void;
}

/** A part of the limit, or the whole account. */
export function FreezeDialog({ of, onClose, onDone }: Asked) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`冻结授信账户${of.no}`}
      defaults={{ amount: '', reason: '' }}
      ok="冻结"
      submit={async ({ amount, reason }) => {
        await call(accountFreeze, { id: of.id, version: of.version, amount, reason }, { key });
        toast(`授信账户${of.no}已冻结`, 'ok');
        onDone();
      }}
    >
      <Field name="amount" label="冻结金额" hint="留空冻结整户：不能再用信，已占用的订单仍可发货">
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="reason" label="冻结原因" required>
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}

/** Goods of a use by form that left. */
export function DeliverDialog({ of, onClose, onDone, held, today }: Asked & { held: string; today: string }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`登记发货：${of.no}`}
      defaults={{ amount: held, bizNo: '', bizDate: today }}
      ok="登记"
      submit={async (draft) => {
        await call(creditOrderDeliver, { id: of.id, version: of.version, ...draft }, { key });
        toast(`用信单${of.no}已登记发货`, 'ok');
        onDone();
      }}
    >
      <Field name="amount" label="发货金额" required hint={`不能超过占用${formatMoney(held)}元`}>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="bizNo" label="发货单号" required>
        <Input maxLength={40} />
      </Field>
      <Field name="bizDate" label="发货日期" required>
        <DateInput max={today} />
      </Field>
    </FormDialog>
  );
}
