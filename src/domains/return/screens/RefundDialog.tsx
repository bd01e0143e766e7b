import { useState } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { Money } from '~/ui/values/Money';
import { refundReturn } from '../calls';
import { needsFlowNo, type ReceiptWay, receiptWays, refundTargets, tenderNames } from '../returns';
import type { ReturnDialog } from './dialog';

interface Draft {
  payWay: string;
  bankFlowNo: string;
}

/** 确认退款: shows the split, and asks how what is paid out was paid. */
export default function RefundDialog({ doc, onClose, onDone }: ReturnDialog) {
  const [key] = useState(newKey);
  const out = doc.split.some((part) => part.target === 'BANK');
  const submit = async (draft: Draft) => {
    await call(refundReturn, { id: doc.id, version: doc.version, payWay: draft.payWay as ReceiptWay, bankFlowNo: draft.bankFlowNo }, { key });
    toast(`退货单${doc.no}已退款`, 'ok');
    onDone();
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`确认退款 ${doc.no}`}
      ok="确认退款"
      defaults={{ payWay: out ? 'BANK' : '', bankFlowNo: '' }}
      submit={submit}
    >
      <dl className="flex flex-col gap-2">
        {doc.split.map((part) => (
          <div key={`${part.tender}${part.target}`} className="flex justify-between gap-4">
            <dt className="text-ink-2">
              {part.tender === 'OWED' ? '冲减未付货款' : `${tenderNames[part.tender] ?? part.tender} → ${refundTargets[part.target] ?? part.target}`}
            </dt>
            <dd>
              <Money value={part.amount} sign />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-medium">
          <dt>合计</dt>
          <dd>
            <Money value={doc.refund} sign />
          </dd>
        </div>
      </dl>
      {out && (
        <>
          <Field name="payWay" label="付款方式" required>
            <Select options={optionsOf(receiptWays)} />
          </Field>
          <Field
            name="bankFlowNo"
            label="银行流水号"
            hint={`${optionsOf(receiptWays)
              .filter((way) => !needsFlowNo(way.value as ReceiptWay))
              .map((way) => way.label)
              .join('、')}可不填`}
          >
            <Input maxLength={60} />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
