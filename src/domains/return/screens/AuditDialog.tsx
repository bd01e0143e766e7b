import { useState } from 'react';
import { z } from 'zod';
import { CellField } from '~/domains/delivery/pickers/CellField';
import { compareQty } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { formatQty } from '~/ui/values/format';
import { Qty } from '~/ui/values/Qty';
import { passReturn } from '../calls';
import { type RefundTo, refundWays } from '../returns';
import type { ReturnDialog } from './dialog';

const QtyText = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/, '请输入数量，最多四位小数');
const Draft = z.object({
  lines: z.array(z.object({ id: z.string(), qty: QtyText })),
  refundTo: z.string(),
  deduct: z.string().regex(/^$|^\d{1,12}(\.\d{1,2})?$/, '请输入金额，最多两位小数'),
  opinion: z.string().max(200, '不能超过200个字'),
});
type Draft = z.infer<typeof Draft>;

/** 审核通过: how much of each line is agreed to, where the refund goes and what is kept back of it. */
export default function AuditDialog({ doc, onClose, onDone }: ReturnDialog) {
  const [key] = useState(newKey);
  const submit = async (draft: Draft) => {
    const input = { ...draft, id: doc.id, version: doc.version, refundTo: draft.refundTo as RefundTo, deduct: draft.deduct || '0.00' };
    await call(passReturn, input, { key });
    toast(`退货单${doc.no}已审核通过`, 'ok');
    onDone();
  };
  const schema = Draft.superRefine((draft, context) => {
    for (const [index, line] of doc.lines.entries()) {
      const qty = draft.lines[index]?.qty ?? '';
      if (QtyText.safeParse(qty).success && compareQty(qty, line.applyQty) > 0)
        context.addIssue({ code: 'custom', path: ['lines', index, 'qty'], message: `不能超过申请数量${formatQty(line.applyQty)}${line.unitName}` });
    }
  });
  const defaults = { lines: doc.lines.map((line) => ({ id: line.id, qty: line.applyQty })), refundTo: doc.refundTo, deduct: '', opinion: '' };
  const exchange = doc.type === 'EXCHANGE';
  return (
    <FormDialog<Draft> open onClose={onClose} width="lg" title={`审核退货单${doc.no}`} ok="审核通过" schema={schema} defaults={defaults} submit={submit}>
      <div className="flex flex-col divide-y divide-line">
        {doc.lines.map((line, index) => (
          <div key={line.id} className="grid grid-cols-1 gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_11rem]">
            <div className="min-w-0">
              <p className="font-medium">{line.name}</p>
              <p className="text-sm text-ink-3">{[line.skuCode, line.spec].filter(Boolean).join(' · ')}</p>
              <p className="text-sm text-ink-2">
                申请 <Qty value={line.applyQty} unit={line.unitName} />
              </p>
            </div>
            <div>
              <span aria-hidden className="mb-1 block text-sm text-ink-2">
                同意退回
              </span>
              <CellField name={`lines.${index}.qty`} label={`第${index + 1}行同意数量`}>
                <NumberInput decimals={line.unitDecimals} unit={line.unitName} />
              </CellField>
            </div>
          </div>
        ))}
      </div>
      {!exchange && (
        <>
          <Field name="refundTo" label="退款去向" hint="先冲减该订单未付的货款，已付的部分再退">
            <Select options={optionsOf(refundWays)} />
          </Field>
          <Field name="deduct" label="扣款" hint="折旧、运费等从退款中扣除的金额">
            <NumberInput decimals={2} unit="元" />
          </Field>
        </>
      )}
      <Field name="opinion" label="审核意见">
        <Textarea maxLength={200} rows={2} />
      </Field>
    </FormDialog>
  );
}
