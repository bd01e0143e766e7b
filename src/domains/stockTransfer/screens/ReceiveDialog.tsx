import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { ActionRow } from '~/ui/kit/Button';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatQty } from '~/ui/values/format';
import { Qty } from '~/ui/values/Qty';
import { type transferDetail, transferReceive } from '../calls';

type Doc = AnswerOf<typeof transferDetail>;
interface Draft {
  qtys: string[];
  remark: string;
}
const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text);

/** What arrived this time; nothing typed means nothing of that line. */
export default function ReceiveDialog({ doc, onClose }: { doc: Doc; onClose: () => void }) {
  const [key] = useState(newKey);
  const open = doc.lines.filter((line) => compareQty(line.open, '0') > 0);
  const Schema = z.object({
    remark: z.string().trim().max(200, '备注长度不能超过200个字'),
    qtys: z.array(z.string().regex(/^$|^\d{1,14}(\.\d{1,4})?$/, '请输入数量，最多四位小数')).superRefine((qtys, context) => {
      for (const [index, line] of open.entries()) {
        const qty = qtys[index] ?? '';
        if (isQty(qty) && compareQty(qty, line.open) > 0)
          context.addIssue({ code: 'custom', path: [index], message: `在途只有${formatQty(line.open)}${line.baseUnitName}` });
      }
      if (!qtys.some((qty) => /[1-9]/.test(qty))) context.addIssue({ code: 'custom', path: [0], message: '请填写本次收货数量' });
    }),
  });
  const submit = async ({ qtys, remark }: Draft) => {
    const lines = open.flatMap((line, index) => (/[1-9]/.test(qtys[index] ?? '') ? [{ id: line.id, qty: qtys[index] as string }] : []));
    await call(transferReceive, { id: doc.id, version: doc.version, lines, remark }, { key });
    toast(`调拨单${doc.no}已收货`, 'ok');
    location.reload();
  };
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`收货：调拨单${doc.no}`}
      width="lg"
      schema={Schema}
      defaults={{ qtys: open.map((line) => line.open), remark: '' }}
      submit={submit}
    >
      <Fill open={open.map((line) => line.open)} />
      <div className="flex flex-col divide-y divide-line">
        {open.map((line, index) => (
          <div key={line.id} className="grid grid-cols-1 items-start gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
            <div className="min-w-0">
              <p className="font-medium">{[line.name, line.saleText].filter(Boolean).join(' / ')}</p>
              <p className="text-sm text-ink-3">{[line.skuCode, line.spec].filter(Boolean).join(' · ')}</p>
              <p className="text-sm text-ink-2">
                在途 <Qty value={line.open} unit={line.baseUnitName} />
              </p>
            </div>
            <Field name={`qtys.${index}`} label={`第${line.lineNo}行本次收货`}>
              <NumberInput decimals={line.baseDecimals} unit={line.baseUnitName} />
            </Field>
          </div>
        ))}
      </div>
      <Field name="remark" label="备注">
        <Textarea rows={2} maxLength={200} />
      </Field>
    </FormDialog>
  );
}

function Fill({ open }: { open: readonly string[] }) {
  const { setValue } = useFormContext<Draft>();
  const fill = (qtys: readonly string[]) => setValue('qtys', [...qtys], { shouldDirty: true, shouldValidate: true });
  return (
    <ActionRow
      size="sm"
      actions={[
        { label: '全部收齐', onPress: () => fill(open) },
        { label: '全部清空', onPress: () => fill(open.map(() => '')) },
      ]}
    />
  );
}
