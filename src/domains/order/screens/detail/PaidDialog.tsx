import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { FlowNoField, ReceiptWaySelect } from '~/domains/finance/pickers/ReceiptWay';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import { FUND_ENTER } from '~/portal/permissions';
import { shanghaiTime } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { Yuan } from '~/shared/fields.schema';
import { call, messageOf, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { RadioGroup } from '~/ui/kit/Checks';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { Money } from '~/ui/values/Money';
import { orderConfirmPaid, orderDue } from '../../calls';

const Draft = z.object({
  from: z.enum(['NEW', 'BALANCE']),
  amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
  payWay: z.string(),
  flowNo: z.string().max(64, '流水号不能超过64个字'),
  payer: z.string().max(60, '付款人不能超过60个字'),
  receivedAt: z.string(),
  note: z.string().max(200, '说明不能超过200个字'),
});
type Draft = z.input<typeof Draft>;
type Due = AnswerOf<typeof orderDue>;

interface Props {
  id: string;
  onClose: () => void;
  onDone: () => void;
}

/** 确认到款: what is due against what came in; a difference is shown before anything happens. */
export default function PaidDialog({ id, onClose, onDone }: Props) {
  const [due, setDue] = useState<Due>();
  useEffect(() => {
    call(orderDue, { id }).then(setDue, (error: unknown) => {
      toast(messageOf(error), 'error');
      onClose();
    });
  }, [id, onClose]);
  return due ? <PaidForm id={id} due={due} onClose={onClose} onDone={onDone} /> : null;
}

function PaidForm({ id, due, onClose, onDone }: Props & { due: Due }) {
  const [key] = useState(newKey);
  const mayEnter = useCan(FUND_ENTER);
  const submit = async ({ receivedAt, ...draft }: Draft, confirm: boolean) => {
    const at = receivedAt && draft.from === 'NEW' ? new Date(`${receivedAt.replace(' ', 'T')}+08:00`).toISOString() : '';
    const done = await call(
      orderConfirmPaid,
      { id, rowVersion: due.rowVersion, ...draft, payWay: draft.payWay as ReceiptWay, receivedAt: at, confirm },
      { key },
    );
    toast(done.status === 'PENDING_PAY' ? `订单${due.no}的到款已登记，仍有未付` : `订单${due.no}已确认到款，可以发货`, 'ok');
    onDone();
  };
  const defaults: Draft = {
    from: mayEnter ? 'NEW' : 'BALANCE',
    amount: due.due,
    payWay: 'BANK',
    flowNo: '',
    payer: '',
    receivedAt: shanghaiTime(new Date()),
    note: '',
  };
  return (
    <FormDialog<Draft> open onClose={onClose} title={`确认到款 · 订单${due.no}`} width="lg" ok="确认到款" schema={Draft} defaults={defaults} submit={submit}>
      <Descriptions
        items={[
          { label: '客户', value: due.customerName, span: 3 },
          { label: '订单应付(元)', value: <Money value={due.payable} strong /> },
          { label: '已收(元)', value: <Money value={due.held} /> },
          { label: '还应收(元)', value: <Money value={due.due} strong /> },
          { label: '客户账户可用(元)', value: <Money value={due.available} /> },
        ]}
      />
      <Field name="from" label="到款来源" required>
        <RadioGroup
          options={[
            { value: 'NEW', label: '登记新到款', disabled: !mayEnter },
            { value: 'BALANCE', label: '使用账户余额' },
          ]}
        />
      </Field>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field name="amount" label="金额(元)" required hint="与还应收不一致时会先提示差额">
          <NumberInput decimals={2} />
        </Field>
        <Arrival />
        <Field name="note" label="说明" span={2}>
          <Textarea rows={2} maxLength={200} />
        </Field>
      </div>
    </FormDialog>
  );
}

function Arrival() {
  const { control } = useFormContext<Draft>();
  const from = useWatch({ control, name: 'from' });
  if (from === 'BALANCE') return null;
  return (
    <>
      <Field name="payWay" label="收款方式" required>
        <ReceiptWaySelect />
      </Field>
      <FlowNoField name="flowNo" />
      <Field name="receivedAt" label="到账时间" required>
        <DateInput time />
      </Field>
      <Field name="payer" label="付款人">
        <Input maxLength={60} />
      </Field>
    </>
  );
}
