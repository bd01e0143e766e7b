import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CellField } from '~/domains/delivery/pickers/CellField';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { href } from '~/portal/href';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { compareQty, displayUnits, shownFen, shownYuan, sumFen } from '~/shared/money';
import { call, isRefused, newKey } from '~/shell/call';
import { Descriptions } from '~/ui/detail/Descriptions';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { ActionRow } from '~/ui/kit/Button';
import { EmptyState } from '~/ui/kit/Feedback';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { Tag } from '~/ui/kit/Tag';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import type { applyReturn, returnForm } from '../calls';
import { isEditable, isOver, refundWays, returnedAmount, returnParts, returnReasons, returnStates, returnTypes } from '../returns';
import { dealerSide, factorySide, type Perspective } from './perspective';

type First = AnswerOf<typeof returnForm>;
type Line = First['lines'][number];

const Draft = z.object({
  type: z.string().min(1, '请选择退货类型'),
  reasonCode: z.string().min(1, '请选择退货原因'),
  refundTo: z.string(),
  description: z.string().max(500, '不能超过500个字'),
  lines: z.array(z.object({ qty: z.string().regex(/^$|^\d{1,14}(\.\d{1,4})?$/, '请输入数量，最多四位小数') })),
  attachments: z.array(z.any()),
});
type Draft = z.infer<typeof Draft>;

const isFilled = (qty: string): boolean => /[1-9]/.test(qty);
const draftOf = (first: First): Draft => ({
  type: first.type,
  reasonCode: first.reasonCode,
  refundTo: first.refundTo,
  description: first.description,
  lines: first.lines.map((line) => ({ qty: isFilled(line.qty) ? line.qty : '' })),
  attachments: first.attachments,
});

function inputOf(first: First, draft: Draft, sent: readonly number[]): InputOf<typeof applyReturn> {
  return {
    id: first.id,
    version: first.version,
    orderId: first.orderId,
    type: draft.type as Draft['type'] & 'EXCHANGE',
    reasonCode: draft.reasonCode as 'OTHER',
    refundTo: draft.refundTo as 'ORIGINAL',
    description: draft.description,
    attachments: draft.attachments,
    submit: true,
    lines: sent.map((index) => {
      const { deliveryLineId, part } = first.lines[index] as Line;
      return { deliveryLineId, part, qty: draft.lines[index]?.qty as string };
    }),
  };
}

/** The server numbers the lines it got; the form counts the empty ones too. */
function withFormLines(error: unknown, sent: readonly number[]): unknown {
  if (!isRefused(error) || !error.data.fields) return error;
  error.data.fields = Object.fromEntries(
    Object.entries(error.data.fields).map(([path, message]) => [path.replace(/^lines\.(\d+)\./, (_, n) => `lines.${sent[Number(n)] ?? n}.`), message]),
  );
  return error;
}

/** 申请退货 of one order, by its dealer or by the factory on their behalf; also completes a draft a signing made. */
export default function ReturnFormPage({ first, dealer }: { first: First; dealer: boolean }) {
  const side: Perspective = dealer ? dealerSide : factorySide;
  if (!isEditable(first.status))
    return (
      <NotEditable
        named={`退货单${first.no}`}
        state={returnStates[first.status]}
        note={first.status === 'PENDING_AUDIT' ? '要修改请先撤回' : isOver(first.status) ? '要再退货请从订单重新申请' : undefined}
        detailHref={href(`${side.base}/detail`, { id: first.id })}
      />
    );
  const lines = first.lines.filter((line) => isFilled(line.returnable) || isFilled(line.qty));
  if (!lines.length)
    return (
      <EmptyState
        title={`订单${first.orderNo}没有可退的商品`}
        note="只有已签收或拒收、且还没有申请退货的商品可以退"
        actions={[{ label: '返回订单', href: href(`${side.orders}/detail`, { id: first.orderId }) }]}
      />
    );
  return <OpenForm first={{ ...first, lines }} side={side} />;
}

function OpenForm({ first, side }: { first: First; side: Perspective }) {
  // The lines that are shown stay those the form opened with.
  const [shown] = useState(first);
  const [key] = useState(newKey);
  const submit = async (draft: Draft) => {
    const sent = draft.lines.flatMap((line, index) => (isFilled(line.qty) ? [index] : []));
    const { id } = await call(side.apply, inputOf(shown, draft, sent), { key }).catch((error) => Promise.reject(withFormLines(error, sent)));
    location.assign(href(`${side.base}/detail`, { id }));
  };
  return (
    <FormPage<Draft>
      schema={Draft}
      defaults={draftOf(shown)}
      submit={submit}
      draftKey={`return/${first.id || `new/${first.orderId}`}`}
      cancelHref={first.id ? href(`${side.base}/detail`, { id: first.id }) : href(`${side.orders}/detail`, { id: first.orderId })}
      buttons={[{ key: 'submit', label: '提交申请', tone: 'primary' }]}
      footer={<Totals lines={shown.lines} />}
    >
      <FormSection title="退货信息">
        <div className="sm:col-span-full">
          <Descriptions
            items={[
              { label: '订单编号', value: first.orderNo },
              !side.dealer && { label: '客户', value: first.customerName },
              first.no !== '' && { label: '退货单号', value: first.no },
            ]}
          />
        </div>
        <Field name="type" label="退货类型" required>
          <Select options={optionsOf(returnTypes)} />
        </Field>
        <Field name="reasonCode" label="退货原因" required>
          <Select options={optionsOf(returnReasons)} />
        </Field>
        <RefundTo />
        <Field name="description" label="问题描述" span={3}>
          <Textarea maxLength={500} rows={2} />
        </Field>
        <Field name="attachments" label="图片与附件" span={3} hint="拍下商品、外箱和标签，便于厂家判断">
          <AttachmentInput />
        </Field>
      </FormSection>
      <FormSection title="退货商品" note="可退数量 = 已签收（或拒收）− 已申请退货" flush>
        <Lines lines={shown.lines} />
      </FormSection>
    </FormPage>
  );
}

/** An exchange gives the money to its new order. */
function RefundTo() {
  const type = useWatch({ name: 'type' }) as string;
  if (type === 'EXCHANGE') return null;
  return (
    <Field name="refundTo" label="退款去向" hint="先冲减该订单未付的货款，已付的部分再退">
      <Select options={optionsOf(refundWays)} />
    </Field>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  const { setValue } = useFormContext<Draft>();
  const fill = (qtyOf: (line: Line) => string) => {
    for (const [index, line] of lines.entries()) setValue(`lines.${index}.qty`, qtyOf(line), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div>
      <div className="px-4 py-3">
        <ActionRow
          size="sm"
          actions={[
            { label: '全部退回', onPress: () => fill((line) => line.returnable) },
            { label: '全部清空', onPress: () => fill(() => '') },
          ]}
        />
      </div>
      <div className="flex flex-col divide-y divide-line border-t border-line">
        {lines.map((line, index) => (
          <LineRow key={`${line.deliveryLineId}${line.part}`} line={line} index={index} />
        ))}
      </div>
    </div>
  );
}

function LineRow({ line, index }: { line: Line; index: number }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_9rem_9rem_11rem] sm:items-start">
      <div className="min-w-0">
        <p className="font-medium">
          {line.name} {line.part === 'REFUSED' && <Tag tone="warn">{returnParts[line.part]}</Tag>}
        </p>
        <p className="text-sm text-ink-3">{[line.skuCode, line.spec, `发货单${line.deliveryNo}`].filter(Boolean).join(' · ')}</p>
      </div>
      <p className="text-sm text-ink-2">
        {returnParts[line.part]} <Qty value={line.delivered} unit={line.unitName} />
      </p>
      <p className="text-sm text-ink-2">
        可退 <Qty value={line.returnable} unit={line.unitName} />
        <span className="block">
          金额 <Money value={line.amount} sign />
        </span>
      </p>
      <CellField name={`lines.${index}.qty`} label={`第${index + 1}行退货数量`}>
        <NumberInput decimals={line.unitDecimals} unit={line.unitName} placeholder="退货数量" />
      </CellField>
    </div>
  );
}

/** Follows the typing: how much comes back and what it was billed for; the server reckons again. */
function Totals({ lines }: { lines: readonly Line[] }) {
  const typed = (useWatch({ name: 'lines' }) as Draft['lines']) ?? [];
  const filled = lines.flatMap((line, index) => {
    const qty = typed[index]?.qty ?? '';
    return isFilled(qty) && /^\d{1,14}(\.\d{1,4})?$/.test(qty) && compareQty(qty, line.returnable) <= 0 ? [{ ...line, qty }] : [];
  });
  const sum = sumFen(
    filled.map((line) => {
      const amount = shownFen(line.amount ?? '0');
      return amount === null ? null : returnedAmount({ qty: line.returnable, amount, back: '0', taken: 0n }, line.qty);
    }),
  );
  return (
    <span className="text-ink-2">
      退回 <strong className="figures text-ink">{displayUnits(filled) || '0'}</strong>，货款约 <Money value={shownYuan(sum)} sign />
    </span>
  );
}
