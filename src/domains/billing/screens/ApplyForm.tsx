import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { TitleFields } from '~/domains/customer/pickers/TitleFields';
import { displayYuan, parseYuan } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { withFormLines } from '~/shell/sentLines';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Alert } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { invoiceKinds } from '../billing';
import type { Candidates } from '../billing.schema';
import { billingApply, myBillingApply } from '../calls';
import { takenOf } from '../rules';
import { CandidateGrid } from './CandidateGrid';

/** What the form holds: empty lines are allowed here and left out when it is sent. */
const Draft = z.object({
  kind: z.string().min(1, '请选择发票类型'),
  titleId: z.string(),
  title: z.string().trim().min(1, '请填写开票抬头'),
  taxNo: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  remark: z.string().max(200, '备注不能超过200个字'),
  lines: z.array(z.object({ orderLineId: z.string(), qty: z.string(), amount: z.string() })),
});
type Draft = z.infer<typeof Draft>;
type Line = Draft['lines'][number];
export const isAsked = ({ qty, amount }: Pick<Line, 'qty' | 'amount'>): boolean => /[1-9]/.test(qty) || /[1-9]/.test(amount);

const titleFields = ['title', 'taxNo', 'bank', 'bankAccount', 'address', 'phone', 'email'] as const;
function draftOf({ titles, lines }: Candidates, chosen: boolean): Draft {
  const [first] = titles;
  return {
    kind: first?.taxNo ? 'E_SPECIAL' : 'E_GENERAL',
    titleId: first?.id ?? '',
    ...(Object.fromEntries(titleFields.map((key) => [key, first?.[key] ?? ''])) as Record<(typeof titleFields)[number], string>),
    remark: '',
    lines: lines.map((line) => ({ orderLineId: line.orderLineId, qty: chosen && /[1-9]/.test(line.leftQty) ? line.leftQty : '', amount: '' })),
  };
}

interface Props {
  candidates: Candidates;
  /** The factory applies for a customer; a dealer for itself. */
  customerId?: string | undefined;
  /** It came for one order: all of it is filled in. */
  chosen: boolean;
  back: string;
  detail: (id: string) => string;
}

export function ApplyForm({ candidates, customerId, chosen, back, detail }: Props) {
  const [key] = useState(newKey);
  const submit = async (draft: Draft) => {
    const sent = draft.lines.map(isAsked);
    const input = { ...draft, lines: draft.lines.filter(isAsked) };
    const made = customerId ? call(billingApply, { ...input, customerId } as never, { key }) : call(myBillingApply, input as never, { key });
    const { id } = await made.catch((error) => Promise.reject(withFormLines(error, sent)));
    location.assign(detail(id));
  };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={draftOf(candidates, chosen)}
      submit={submit}
      draftKey={`billing/new/${customerId ?? ''}/${chosen ? candidates.lines.map((line) => line.orderLineId).join() : ''}`}
      cancelHref={back}
      buttons={[{ key: 'submit', label: '提交申请', tone: 'primary' }]}
      footer={<Total lines={candidates.lines} />}
    >
      {candidates.redFirst.length > 0 && (
        <Alert tone="warn" title="有开票后退货的订单">
          订单{candidates.redFirst.join('、')}开票后有退货，红冲原发票之前不能再开票。
        </Alert>
      )}
      <BuyerFields candidates={candidates} />
      <FormSection title="可开票明细" note="按数量或按金额填写一项；不超过已签收未退的部分" flush>
        <CandidateGrid candidates={candidates} />
      </FormSection>
    </FormPage>
  );
}

function BuyerFields({ candidates: { titles } }: { candidates: Candidates }) {
  const { setValue } = useFormContext<Draft>();
  const fill = (id: string) => {
    const title = titles.find((one) => one.id === id);
    for (const key of titleFields) setValue(key, title?.[key] ?? '', { shouldDirty: true });
  };
  return (
    <FormSection title="开票信息" columns={3}>
      <Field name="kind" label="发票类型" required>
        <Select options={optionsOf(invoiceKinds)} />
      </Field>
      {titles.length > 0 && (
        <Field name="titleId" label="常用抬头">
          <TitleSelect titles={titles} onChosen={fill} />
        </Field>
      )}
      <TitleFields taxNoHint="专票必填" />
      <Field name="remark" label="备注" span={3} hint="印在发票备注栏">
        <Textarea rows={1} maxLength={200} />
      </Field>
    </FormSection>
  );
}

interface TitleSelectProps {
  titles: Candidates['titles'];
  onChosen: (id: string) => void;
  onChange?: (id: string) => void;
}
const TitleSelect = ({ titles, onChosen, onChange, ...input }: TitleSelectProps) => (
  <Select
    {...input}
    options={titles.map((one) => ({ value: one.id, label: one.isDefault ? `${one.title}（默认）` : one.title }))}
    onChange={(id) => {
      onChange?.(id);
      onChosen(id);
    }}
  />
);

/** What is asked for, as the server will count it. */
function Total({ lines }: { lines: Candidates['lines'] }) {
  const typed = (useWatch({ name: 'lines' }) as Line[] | undefined) ?? [];
  const parts = typed.flatMap((asked, index) => {
    const line = lines[index];
    if (!line || !isAsked(asked)) return [];
    try {
      const left = { qty: line.leftQty, amount: parseYuan(line.leftAmount) };
      const part = takenOf(left, asked.qty ? { qty: asked.qty, amount: null } : { qty: null, amount: parseYuan(asked.amount) });
      return part ? [part] : [];
    } catch {
      return [];
    }
  });
  const sum = parts.reduce((total, { amount }) => total + amount, 0n);
  return (
    <span className="text-ink-2">
      本次开票 <strong className="figures text-ink">{parts.length}</strong> 行，价税合计 <strong className="figures text-ink">¥{displayYuan(sum)}</strong>
    </span>
  );
}
