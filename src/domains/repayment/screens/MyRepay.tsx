import { useEffect, useState } from 'react';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { ReceiptWaySelect } from '~/domains/finance/pickers/ReceiptWay';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import { shanghaiDate } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { DateInput } from '~/ui/kit/Dates';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { Input, NumberInput } from '~/ui/kit/Input';
import { sentenceOf } from '~/ui/kit/sentence';
import { toast } from '~/ui/kit/toast';
import type { Column } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { myPaymentSubmit, myPayments, myPlan } from '../calls';
import { dueText } from '../pickers/itemColumns';
import { itemStates, itemTones, paymentStates, paymentTones } from '../repayment';
import type { ItemRow, PaymentRow } from '../repayment.schema';

interface Read {
  plan: AnswerOf<typeof myPlan>;
  payments: PaymentRow[];
}
const planColumns: Column<ItemRow>[] = [
  { key: 'dueOn', title: '应还日', cell: dueText },
  { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={itemStates} tones={itemTones} /> },
  { key: 'owed', title: '未还(元)', kind: 'money' },
  { key: 'penalty', title: '其中违约金(元)', kind: 'money' },
  { key: 'orderNo', title: '订单' },
  { key: 'no', title: '计划号' },
];
const paymentColumns: Column<PaymentRow>[] = [
  { key: 'no', title: '还款单号' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={paymentStates} tones={paymentTones} /> },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'valueOn', title: '付款日', kind: 'date' },
  { key: 'createdAt', title: '登记时间', kind: 'minute' },
];

async function read(): Promise<Read> {
  const [plan, payments] = await Promise.all([call(myPlan, {}), call(myPayments, { pageSize: 20 })]);
  return { plan, payments: payments.pagedRecords };
}

/** What the dealer owes on credit and when, and the payments it registered. */
export default function MyRepay() {
  const [state, setState] = useState<{ read?: Read; problem?: string }>({});
  const [paying, setPaying] = useState(false);
  const load = () =>
    read().then(
      (found) => setState({ read: found }),
      (error: unknown) => setState({ problem: sentenceOf(error) }),
    );
  useEffect(() => void load(), []);
  if (state.problem) return <Alert tone="danger">{state.problem}</Alert>;
  if (!state.read) return <Skeleton lines={4} />;
  const { plan, payments } = state.read;
  return (
    <div className="flex flex-col gap-4 pb-4">
      <Descriptions
        items={[
          { label: '今日应还', value: <Money value={plan.due} sign /> },
          { label: '其中逾期', value: <Money value={plan.overdue} sign className={/[1-9]/.test(plan.overdue) ? 'text-danger' : ''} /> },
          { label: '未还合计', value: <Money value={plan.owed} sign /> },
          { label: '预收余额', value: <Money value={plan.prepaid} sign /> },
          { label: '下一应还日', value: plan.next },
        ]}
      />
      <div>
        <Button tone="primary" onPress={() => setPaying(true)}>
          登记付款
        </Button>
      </div>
      <DetailTable<ItemRow> caption="还款计划" rows={plan.items} columns={planColumns} empty="没有未还的赊销款" />
      <DetailTable<PaymentRow> caption="我登记的付款" rows={payments} columns={paymentColumns} empty="还没有登记过付款" />
      {paying && <PayDialog amount={plan.due} onClose={() => setPaying(false)} onDone={load} />}
    </div>
  );
}

function PayDialog({ amount, onClose, onDone }: { amount: string; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const defaults = {
    amount: Number(amount) > 0 ? amount : '',
    valueOn: shanghaiDate(new Date()),
    channel: 'BANK',
    bankRef: '',
    billNo: '',
    billDueOn: '',
    voucher: '',
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title="登记付款"
      defaults={defaults}
      ok="提交厂家确认"
      submit={async ({ voucher, channel, ...draft }) => {
        const { no } = await call(myPaymentSubmit, { ...draft, channel: channel as ReceiptWay, voucher: fileKeysOf(voucher) }, { key });
        toast(`还款单${no}已提交，厂家确认后计入还款`, 'ok');
        onDone();
      }}
    >
      <Field name="amount" label="付款金额" required>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="valueOn" label="付款日" required>
        <DateInput />
      </Field>
      <Field name="channel" label="付款方式" required>
        <ReceiptWaySelect />
      </Field>
      <Field name="bankRef" label="流水号" hint="回单上的交易流水号">
        <Input maxLength={64} />
      </Field>
      <Field name="billNo" label="承兑票号" hint="用承兑汇票付款时填写">
        <Input maxLength={40} />
      </Field>
      <Field name="billDueOn" label="票据到期日">
        <DateInput />
      </Field>
      <Field name="voucher" label="付款凭证" required>
        <PhotoInput />
      </Field>
    </FormDialog>
  );
}
