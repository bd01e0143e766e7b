import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CellField } from '~/domains/delivery/pickers/CellField';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { withFormLines } from '~/shell/sentLines';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { RadioGroup } from '~/ui/kit/Checks';
import { Input, NumberInput } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { Money } from '~/ui/values/Money';
import { Qty } from '~/ui/values/Qty';
import { isAllowance, type RedReason, redReasons } from '../billing';
import { type billingDetail, billingRed } from '../calls';

type Doc = AnswerOf<typeof billingDetail>;
const Draft = z.object({
  redReason: z.string().min(1, '请选择红冲原因'),
  extent: z.string(),
  remark: z.string().max(200, '备注不能超过200个字'),
  lines: z.array(z.object({ lineId: z.string(), qty: z.string(), amount: z.string() })),
});
type Draft = z.infer<typeof Draft>;
const isFilled = (text: string): boolean => /[1-9]/.test(text);
const isAsked = (line: Draft['lines'][number]): boolean => isFilled(line.qty) || isFilled(line.amount);

/** What was returned after it was invoiced is proposed; else all that is left. */
function draftOf(doc: Doc): Draft {
  const due = doc.lines.some((line) => isFilled(line.redDueQty));
  return {
    redReason: due ? '02' : '01',
    extent: due ? 'PART' : 'ALL',
    remark: '',
    lines: doc.lines.map((line) => ({ lineId: line.id, qty: isFilled(line.redDueQty) ? line.redDueQty : '', amount: '' })),
  };
}

/** 红冲: an application of its own, over all that is left of the invoice or parts of it. */
export default function RedDialog({ doc, onClose }: { doc: Doc; onClose: () => void }) {
  const [key] = useState(newKey);
  const submit = async ({ extent, lines, redReason, remark }: Draft) => {
    const asked = extent === 'ALL' ? [] : lines.filter(isAsked);
    if (extent !== 'ALL' && !asked.length) throw new Error('请至少填写一行红冲数量或金额');
    const input = { id: doc.id, version: doc.version, redReason, remark, lines: asked };
    const { id } = await call(billingRed, input as never, { key }).catch((error) => Promise.reject(withFormLines(error, lines.map(isAsked))));
    location.assign(href('/portal/supplyChain/factory/billing/detail', { id }));
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`红冲发票：${doc.invoiceNos.join('、')}`}
      width="xl"
      ok="提交红冲申请"
      schema={Draft}
      defaults={draftOf(doc)}
      submit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="redReason" label="红冲原因" required>
          <Select options={optionsOf(redReasons)} />
        </Field>
        <Field name="remark" label="备注">
          <Input maxLength={200} />
        </Field>
      </div>
      <Field name="extent" label="红冲范围">
        <RadioGroup
          options={[
            { value: 'ALL', label: '全部剩余' },
            { value: 'PART', label: '按行填写' },
          ]}
        />
      </Field>
      <Lines doc={doc} />
    </FormDialog>
  );
}

function Lines({ doc }: { doc: Doc }) {
  const extent = useWatch({ name: 'extent' }) as string;
  const reason = useWatch({ name: 'redReason' }) as RedReason;
  if (extent !== 'PART') return null;
  const cell = 'border-b border-line px-3 py-2 align-top leading-[34px]';
  return (
    <div className="overflow-x-auto">
      <table className="row-cards w-full border-separate border-spacing-0">
        <thead>
          <tr className="bg-sunken text-sm text-ink-2">
            {['商品', '可红冲数量', '可红冲金额(元)', '本次数量', '或本次金额'].map((title, index) => (
              <th key={title} scope="col" className={`h-10 border-b border-line px-3 font-medium whitespace-nowrap ${index ? 'text-right' : 'text-left'}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {doc.lines.map((line, index) => (
            <tr key={line.id} className="bg-paper">
              <td data-stick="left" className={`${cell} min-w-40`}>
                {line.name} {isFilled(line.redDueQty) && <span className="text-sm text-warn">开票后退货{line.redDueQty}</span>}
              </td>
              <td data-label="可红冲数量" className={`${cell} text-right`}>
                <Qty value={line.leftQty} unit={line.unitName} />
              </td>
              <td data-label="可红冲金额(元)" className={`${cell} text-right`}>
                <Money value={line.leftAmount} />
              </td>
              <td data-label="本次数量" className="w-36 border-b border-line px-3 py-2 align-top">
                {isAllowance(reason) ? null : (
                  <CellField name={`lines.${index}.qty`} label={`第${index + 1}行红冲数量`}>
                    <NumberInput decimals={4} unit={line.unitName} />
                  </CellField>
                )}
              </td>
              <td data-label="或本次金额" className="w-36 border-b border-line px-3 py-2 align-top">
                <CellField name={`lines.${index}.amount`} label={`第${index + 1}行红冲金额`}>
                  <NumberInput decimals={2} unit="元" />
                </CellField>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
