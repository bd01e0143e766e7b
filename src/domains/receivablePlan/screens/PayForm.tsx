import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { keysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { FlowNoField, ReceiptWaySelect } from '~/domains/finance/pickers/ReceiptWay';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import { href } from '~/portal/href';
import { formatYuan, parseYuan } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import { Button } from '~/ui/kit/Button';
import { DateInput } from '~/ui/kit/Dates';
import { Alert } from '~/ui/kit/Feedback';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { sentenceOf } from '~/ui/kit/sentence';
import { payPreview, paySave } from '../calls';
import type { PayPreview } from '../pay.schema';

const A = '/portal/receiveAdmin';
const money = /^\d{1,12}(\.\d{1,2})?$/;
interface Part {
  receivableId: string;
  no: string;
  dueDate: string;
  nature: string;
  open: string;
  disputed: string;
  amount: string;
  /** What is left open: 部分 or 抹零. */
  rest: string;
}
interface Draft {
  customerId: string;
  amount: string;
  payWay: string;
  bankFlowNo: string;
  payer: string;
  receivedAt: string;
  bizDate: string;
  voucher: string;
  remark: string;
  parts: Part[];
}
const rests = [
  { value: 'KEEP', label: '继续收款' },
  { value: 'ROUND', label: '申请抹零' },
];
const typed = (text: string): bigint => (money.test(text) ? parseYuan(text) : 0n);

export default function PayForm({ query, at }: { query: Record<string, string>; at: string }) {
  const [key] = useState(newKey);
  const submit = async ({ parts, voucher, receivedAt, ...draft }: Draft) => {
    const { id } = await call(
      paySave,
      {
        ...draft,
        payWay: draft.payWay as ReceiptWay,
        receivedAt: new Date(`${receivedAt.replace(' ', 'T')}+08:00`).toISOString(),
        voucher: keysOf(voucher),
        parts: parts.filter((part) => typed(part.amount) > 0n).map(({ receivableId, amount, rest }) => ({ receivableId, amount, rounding: rest === 'ROUND' })),
      },
      { key },
    );
    location.assign(href(`${A}/payDetail`, { id }));
  };
  const defaults: Draft = {
    customerId: query['customerId'] ?? '',
    amount: '',
    payWay: 'BANK',
    bankFlowNo: '',
    payer: '',
    receivedAt: at,
    bizDate: '',
    voucher: '',
    remark: '',
    parts: [],
  };
  return (
    <FormPage<Draft> defaults={defaults} submit={submit} cancelHref={`${A}/payInfo`} buttons={[{ key: 'save', label: '登记回款', tone: 'primary' }]}>
      <FormSection title="到账信息" columns={3}>
        <Field name="customerId" label="客户" required>
          <CustomerPicker shown={query['customerName'] ?? ''} />
        </Field>
        <Field name="amount" label="到账金额" required>
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="payWay" label="收款方式" required>
          <ReceiptWaySelect />
        </Field>
        <FlowNoField name="bankFlowNo" />
        <Field name="payer" label="付款方" hint="与客户名称不同时填写">
          <Input maxLength={60} />
        </Field>
        <Field name="receivedAt" label="到账时间" required>
          <DateInput time />
        </Field>
        <Field name="bizDate" label="记账日期" hint="到账日所在账期已对账时填写，其余留空">
          <DateInput />
        </Field>
        <Field name="voucher" label="凭证" span={2} hint="回单、票据等照片或截图，最多9个">
          <PhotoInput />
        </Field>
        <Field name="remark" label="备注" span={3}>
          <Textarea maxLength={200} rows={2} />
        </Field>
      </FormSection>
      <FormSection title="核销应收" columns={1}>
        <Parts />
      </FormSection>
    </FormPage>
  );
}

/** The customer's open debts, filled in by due date once a sum is known. */
function Parts() {
  const { setValue } = useFormContext<Draft>();
  const [customerId, amount, parts] = useWatch<Draft, ['customerId', 'amount', 'parts']>({ name: ['customerId', 'amount', 'parts'] });
  const [state, setState] = useState<{ preview?: PayPreview; problem?: string }>({});
  const load = async (sum: string) => {
    try {
      const preview = await call(payPreview, { customerId, amount: sum });
      setState({ preview });
      setValue('parts', preview.parts.map(partOf), { shouldDirty: sum !== '0' });
    } catch (error) {
      setState({ problem: sentenceOf(error) });
    }
  };
  useEffect(() => {
    setValue('parts', []);
    setState({});
    if (customerId) void load('0');
  }, [customerId]);
  if (state.problem) return <Alert tone="danger">{state.problem}</Alert>;
  if (!customerId) return <p className="text-ink-3">选择客户后显示未收的应收</p>;
  if (state.preview && state.preview.parts.length === 0) return <p className="text-ink-3">该客户没有可核销的应收，到账金额全部转为预收</p>;
  const applied = parts.reduce((sum, part) => sum + typed(part.amount), 0n);
  const rest = typed(amount) - applied;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <Button size="sm" disabled={typed(amount) === 0n} onPress={() => load(amount)}>
          自动核销（先到期先核销）
        </Button>
        <span className={rest < 0n ? 'text-danger' : 'text-ink-2'}>
          本次核销{formatYuan(applied)}元，{rest < 0n ? `超过到账金额${formatYuan(-rest)}元` : `转预收${formatYuan(rest)}元`}
        </span>
      </div>
      <FormTable<Part>
        name="parts"
        label="应收"
        newRow={() => ({ receivableId: '', no: '', dueDate: '', nature: '', open: '', disputed: '', amount: '', rest: 'KEEP' })}
        min={0}
        max={200}
        columns={[
          { key: 'no', title: '应收单号', width: 160, cell: (row) => row.no },
          { key: 'nature', title: '款项性质', width: 90, cell: (row) => row.nature },
          { key: 'dueDate', title: '到期日', width: 110, cell: (row) => row.dueDate },
          { key: 'open', title: '未收(元)', width: 120, kind: 'money', cell: (row) => row.open },
          { key: 'disputed', title: '争议(元)', width: 110, kind: 'money', cell: (row) => row.disputed },
          { key: 'amount', title: '本次核销(元)', width: 140, kind: 'money' },
          {
            key: 'rest',
            title: '差额处理',
            width: 130,
            input: ({ props, row }) =>
              typed(row.amount) > 0n && typed(row.amount) < typed(row.open) ? <Select {...props} options={rests} /> : <span className="text-ink-3">- -</span>,
          },
        ]}
      />
      {state.preview && <p className="mt-2 text-sm text-ink-3">差额不超过{state.preview.roundingLimit}元时可以申请抹零，由其他人审批后生效</p>}
    </>
  );
}

const partOf = (row: PayPreview['parts'][number]): Part => ({
  receivableId: row.id,
  no: row.no,
  dueDate: row.dueDate,
  nature: row.nature,
  open: row.open,
  disputed: row.disputed,
  amount: row.apply === '0.00' ? '' : row.apply,
  rest: 'KEEP',
});
