import { useState } from 'react';
import { z } from 'zod';
import { batchName } from '~/domains/warehouse/pickers/batchName';
import { compareQty, sumQty } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatQty } from '~/ui/values/format';
import { savePicks } from '../calls';
import type { Picks } from '../picks.schema';

type Line = Picks['lines'][number];
interface Props {
  delivery: { id: string; version: number };
  line: Line;
  onClose: () => void;
}
const Part = z.string().regex(/^$|^\d{1,14}(\.\d{1,4})?$/, '请输入数量，最多四位小数');

/** 指定批次: how much of each batch; all empty is the oldest first again. */
export default function PickDialog({ delivery, line, onClose }: Props) {
  const [key] = useState(newKey);
  const schema = z.object({ parts: z.array(Part) }).superRefine(({ parts }, context) => {
    const sum = sumQty(parts.map((part) => part || '0'));
    if (/[1-9]/.test(sum) && compareQty(sum, line.baseQty) !== 0)
      context.addIssue({ code: 'custom', path: ['parts', 0], message: `合计${formatQty(sum)}，应等于${formatQty(line.baseQty)}${line.unitName}` });
  });
  const submit = async ({ parts }: { parts: string[] }) => {
    const batches = line.batches.flatMap((one, index) => (/[1-9]/.test(parts[index] ?? '') ? [{ batchNo: one.batchNo, qty: parts[index] as string }] : []));
    await call(savePicks, { ...{ id: delivery.id, version: delivery.version }, lineId: line.id, batches }, { key });
    toast(batches.length ? '已指定拣货批次' : '已改为先到期先出', 'ok');
    location.reload();
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`指定批次：第${line.lineNo}行 ${line.skuCode}`}
      schema={schema}
      defaults={{ parts: line.batches.map((one) => (/[1-9]/.test(one.take) ? formatQty(one.take).replaceAll(',', '') : '')) }}
      submit={submit}
    >
      <p className="text-ink-2">
        {line.name}，共{formatQty(line.baseQty)}
        {line.unitName}。全部留空则按先到期先出。
      </p>
      {line.batches.map((one, index) => (
        <Field
          key={one.batchNo}
          name={`parts.${index}`}
          label={batchName(one.batchNo)}
          hint={`在库${formatQty(one.onHand)}${one.expiresOn ? `，${one.expiresOn}到期` : ''}`}
        >
          <NumberInput decimals={4} unit={line.unitName} />
        </Field>
      ))}
    </FormDialog>
  );
}
