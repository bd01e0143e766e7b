import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { ReceiptWaySelect } from '~/domains/finance/pickers/ReceiptWay';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import { href } from '~/portal/href';
import { Yuan } from '~/shared/fields.schema';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { sentenceOf } from '~/ui/kit/sentence';
import type { Option } from '~/ui/kit/types';
import { formatMoney } from '~/ui/values/format';
import { paymentSubmit, paymentTry, planList } from '../calls';
import { TrialTable } from '../pickers/TrialTable';
import { type PaymentKind, paymentKinds, type RefundWay, refundWays } from '../repayment';
import type { PaymentGiven, PaymentTrial } from '../repayment.schema';

/** What may be waived; of a bad debt it is always the principal. */
const buckets = { PENALTY: '违约金', INTEREST: '利息', FEE: '费用' };
const restWays = { AHEAD: '提前还后续各期，再有剩余留作预收', KEEP: '留作预收' };
const counts = { RECEIVED: '收票当日', MATURITY: '票据到期日' };

/** What the form holds; the server checks the same rules again. */
const Draft = z.object({
  kind: z.string(),
  customerId: z.string().min(1, '请选择付款客户'),
  payer: z.string().max(60, '付款方长度不能超过60个字'),
  amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
  valueOn: z.string().min(1, '请选择入账日'),
  channel: z.string(),
  bankRef: z.string(),
  billNo: z.string(),
  billDueOn: z.string(),
  counts: z.string(),
  itemId: z.string(),
  bucket: z.string(),
  rest: z.string(),
  refundTo: z.string(),
  toCustomerId: z.string(),
  voucher: z.string(),
  remark: z.string().max(200, '备注长度不能超过200个字'),
});
type Draft = z.input<typeof Draft>;

const relief = (kind: string): boolean => kind === 'WAIVE' || kind === 'WRITE_OFF';
const givenOf = ({ counts: on, rest, itemId, bucket, voucher, kind, channel, refundTo, toCustomerId, ...draft }: Draft): PaymentGiven => ({
  ...draft,
  kind: kind as PaymentKind,
  channel: channel as ReceiptWay,
  atMaturity: on === 'MATURITY',
  payAhead: rest === 'AHEAD',
  refundTo: kind === 'REFUND' ? (refundTo as RefundWay) : '',
  toCustomerId: kind === 'REFUND' && refundTo === 'CUSTOMER' ? toCustomerId : '',
  directed: !relief(kind) && kind !== 'REFUND' && itemId ? [{ to: itemId }] : [],
  itemId: relief(kind) ? itemId : '',
  bucket: kind === 'WRITE_OFF' ? 'PRINCIPAL' : kind === 'WAIVE' ? (bucket as 'PENALTY') : '',
  voucher: fileKeysOf(voucher),
});

export default function PaymentForm({ query, today }: { query: Record<string, string>; today: string }) {
  const [key] = useState(newKey);
  const submit = async (draft: Draft) => {
    const { id } = await call(paymentSubmit, givenOf(draft), { key });
    location.assign(href('/portal/creditSystem/usePaySuccess', { id, done: '1' }));
  };
  const defaults: Draft = {
    kind: query['kind'] && query['kind'] in paymentKinds ? query['kind'] : 'MONEY',
    customerId: query['customerId'] ?? '',
    payer: '',
    amount: '',
    valueOn: today,
    channel: 'BANK',
    bankRef: '',
    billNo: '',
    billDueOn: '',
    counts: 'RECEIVED',
    itemId: query['itemId'] ?? '',
    bucket: 'PENALTY',
    rest: 'AHEAD',
    refundTo: 'BANK',
    toCustomerId: '',
    voucher: '',
    remark: '',
  };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={defaults}
      submit={submit}
      draftKey={`repayment/new/${defaults.kind}/${defaults.customerId}/${defaults.itemId}`}
      cancelHref="/portal/creditSystem/repayment/record"
      buttons={[{ key: 'save', label: '提交审批', tone: 'primary' }]}
    >
      <Payer shown={query['customerName'] ?? ''} today={today} />
      <Target />
      <FormSection title="试算" columns={1}>
        <Trial />
      </FormSection>
    </FormPage>
  );
}

function Payer({ shown, today }: { shown: string; today: string }) {
  const [kind, channel] = useWatch<Draft, ['kind', 'channel']>({ name: ['kind', 'channel'] });
  const money = kind === 'MONEY';
  return (
    <FormSection title="还款信息" columns={2}>
      <Field name="kind" label="类型" required>
        <Select options={optionsOf(paymentKinds)} />
      </Field>
      <Field name="customerId" label="客户" required>
        <CustomerPicker shown={shown} />
      </Field>
      <Field name="amount" label="金额" required>
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="valueOn" label="入账日" required hint="早于已核销的还款时，之后的还款会重新核销">
        <DateInput max={today} />
      </Field>
      {money && (
        <>
          <Field name="channel" label="付款方式" required>
            <ReceiptWaySelect />
          </Field>
          <Field name="bankRef" label="流水号" hint="同一流水号只能登记一次">
            <Input maxLength={64} />
          </Field>
          <Field name="payer" label="付款方" hint="留空为客户名称">
            <Input maxLength={60} />
          </Field>
        </>
      )}
      {money && channel === 'ACCEPTANCE' && (
        <>
          <Field name="billNo" label="票号" required>
            <Input maxLength={40} />
          </Field>
          <Field name="billDueOn" label="票据到期日" required>
            <DateInput />
          </Field>
          <Field name="counts" label="何时计为还款" required>
            <Select options={optionsOf(counts)} />
          </Field>
        </>
      )}
    </FormSection>
  );
}

const hints: Partial<Record<PaymentKind, string>> = { MONEY: '留空按应还日先后核销', PREPAID: '留空按应还日先后核销', WRITE_OFF: '核销该期的本金' };

/** Which debt, and what becomes of the rest. */
function Target() {
  const [kind, customerId] = useWatch<Draft, ['kind', 'customerId']>({ name: ['kind', 'customerId'] });
  const options = usePlans(customerId);
  if (kind === 'REFUND') return <GoesTo />;
  return (
    <FormSection title="核销" columns={2}>
      <Field name="itemId" label={relief(kind) ? '还款计划' : '指定先还'} required={relief(kind)} hint={hints[kind as PaymentKind]}>
        <Select options={[{ value: '', label: relief(kind) ? '请选择' : '按规则自动核销' }, ...options]} />
      </Field>
      {kind === 'WAIVE' && (
        <Field name="bucket" label="减免科目" required>
          <Select options={optionsOf(buckets)} />
        </Field>
      )}
      {kind === 'MONEY' && (
        <Field name="rest" label="余款去向" required>
          <Select options={optionsOf(restWays)} />
        </Field>
      )}
      <Papers />
    </FormSection>
  );
}

/** Prepaid money that is given back, and to whom. */
function GoesTo() {
  const to = useWatch<Draft, 'refundTo'>({ name: 'refundTo' });
  return (
    <FormSection title="退往" columns={2}>
      <Field name="refundTo" label="退往" required hint="审批通过当天退出，须由他人审批">
        <Select options={optionsOf(refundWays)} />
      </Field>
      {to === 'CUSTOMER' && (
        <Field name="toCustomerId" label="接收客户" required hint="按该客户的应还日先后核销">
          <CustomerPicker />
        </Field>
      )}
      <Papers />
    </FormSection>
  );
}

const Papers = () => (
  <>
    <Field name="voucher" label="凭证" span={2} hint="回单、票据等照片或截图，最多9张">
      <PhotoInput />
    </Field>
    <Field name="remark" label="备注" span={2}>
      <Textarea maxLength={200} />
    </Field>
  </>
);

function usePlans(customerId: string): Option[] {
  const [options, setOptions] = useState<Option[]>([]);
  useEffect(() => {
    let stale = false;
    setOptions([]);
    if (customerId)
      void call(planList, { customerId, tab: 'OPEN', pageSize: 100 } as never).then(({ pagedRecords }) => {
        if (!stale) setOptions(pagedRecords.map((row) => ({ value: row.id, label: `${row.no}（${row.dueOn}，未还${formatMoney(row.owed)}元）` })));
      });
    return () => {
      stale = true;
    };
  }, [customerId]);
  return options;
}

/** Asked anew a moment after something that matters was changed. */
function Trial() {
  const draft = useWatch<Draft>() as Draft;
  const [state, setState] = useState<{ trial?: PaymentTrial; problem?: string }>({});
  const given = JSON.stringify(givenOf({ ...draft, voucher: '', remark: '', bankRef: '', billNo: '' }));
  const ready = draft.customerId !== '' && /^\d+(\.\d{1,2})?$/.test(draft.amount) && Number(draft.amount) > 0;
  useEffect(() => {
    if (!ready) return setState({});
    let stale = false;
    const timer = setTimeout(() => {
      call(paymentTry, JSON.parse(given) as PaymentGiven).then(
        (trial) => !stale && setState({ trial }),
        (error: unknown) => !stale && setState({ problem: sentenceOf(error) }),
      );
    }, 400);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [given, ready]);
  if (state.problem) return <Alert tone="danger">{state.problem}</Alert>;
  if (!state.trial) return <p className="py-6 text-center text-sm text-ink-3">选择客户并填写金额后，这里显示每期还前、本次和还后的金额</p>;
  return <TrialTable trial={state.trial} />;
}
