import { useEffect, useState } from 'react';
import { z } from 'zod';
import { CellField } from '~/domains/delivery/pickers/CellField';
import type { AnswerOf } from '~/shared/endpoint';
import { compareQty, sumQty } from '~/shared/money';
import { call, messageOf, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input, NumberInput } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { formatQty } from '~/ui/values/format';
import { Qty } from '~/ui/values/Qty';
import { receiveReturn, returnWarehouses } from '../calls';
import type { ReturnDialog } from './dialog';
import type { Return } from './ReturnSections';

const Part = z.string().regex(/^$|^\d{1,14}(\.\d{1,4})?$/, '请输入数量，最多四位小数');
const Draft = z.object({
  goodWarehouseId: z.string(),
  badWarehouseId: z.string(),
  lines: z.array(
    z.object({
      id: z.string(),
      good: Part,
      bad: Part,
      reject: Part,
      note: z.string().max(200, '不能超过200个字'),
      batchNo: z.string().max(40, '不能超过40个字'),
    }),
  ),
});
type Draft = z.infer<typeof Draft>;
type Line = Return['lines'][number];
type Warehouses = AnswerOf<typeof returnWarehouses>;
const agreedOf = (line: Line): string => line.approveQty ?? line.applyQty;
const isFilled = (qty: string): boolean => /[1-9]/.test(qty);

const draftFor = (lines: readonly Line[]) =>
  Draft.superRefine((draft, context) => {
    for (const [index, line] of lines.entries()) {
      const part = draft.lines[index];
      if (!part || ![part.good, part.bad, part.reject].every((qty) => Part.safeParse(qty).success)) continue;
      const at = (field: string, message: string) => context.addIssue({ code: 'custom', path: ['lines', index, field], message });
      const sum = sumQty([part.good || '0', part.bad || '0', part.reject || '0']);
      if (compareQty(sum, agreedOf(line)) !== 0) at('good', `良品、不良与拒收合计${formatQty(sum)}，应等于${formatQty(agreedOf(line))}${line.unitName}`);
      if (isFilled(part.reject) && part.note.trim() === '') at('note', '有拒收时请填写验收说明');
    }
    if (draft.lines.some((line) => isFilled(line.good)) && draft.goodWarehouseId === '')
      context.addIssue({ code: 'custom', path: ['goodWarehouseId'], message: '请选择良品入库的仓库' });
    if (draft.lines.some((line) => isFilled(line.bad)) && draft.badWarehouseId === '')
      context.addIssue({ code: 'custom', path: ['badWarehouseId'], message: '请选择不良品入库的仓库' });
  });

/** 收货验收 by line: good, bad and rejected, into the warehouses where such goods lie. */
export default function ReceiveDialog({ doc, onClose, onDone }: ReturnDialog) {
  const [key] = useState(newKey);
  const [warehouses, setWarehouses] = useState<Warehouses>();
  useEffect(() => {
    call(returnWarehouses, {}).then(setWarehouses, (error) => {
      toast(messageOf(error), 'error');
      onClose();
    });
  }, []);
  if (!warehouses) return null;
  const lines = doc.lines.filter((line) => isFilled(agreedOf(line)));
  const submit = async ({ lines: parts, ...draft }: Draft) => {
    const input = {
      ...draft,
      id: doc.id,
      version: doc.version,
      lines: parts.map((part) => ({ ...part, good: part.good || '0', bad: part.bad || '0', reject: part.reject || '0' })),
    };
    await call(receiveReturn, input, { key });
    toast(`退货单${doc.no}已收货验收`, 'ok');
    onDone();
  };
  const defaults = {
    goodWarehouseId: warehouses.good[0]?.id ?? '',
    badWarehouseId: warehouses.bad[0]?.id ?? '',
    lines: lines.map((line) => ({ id: line.id, good: agreedOf(line), bad: '', reject: '', note: '', batchNo: '' })),
  };
  const options = (of: Warehouses['good']) => of.map((one) => ({ value: one.id, label: one.name }));
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      width="xl"
      title={`收货验收 ${doc.no}`}
      ok="确认收货"
      schema={draftFor(lines)}
      defaults={defaults}
      submit={submit}
    >
      <p className="text-ink-2">按实际收到的货物填写。拒收的货物不入库、不退款，请与客户约定如何处理。</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="goodWarehouseId" label="良品入库仓">
          <Select options={options(warehouses.good)} />
        </Field>
        <Field name="badWarehouseId" label="不良品入库仓">
          <Select options={options(warehouses.bad)} />
        </Field>
      </div>
      <div className="flex flex-col divide-y divide-line">
        {lines.map((line, index) => (
          <ReceiveLine key={line.id} line={line} index={index} />
        ))}
      </div>
    </FormDialog>
  );
}

function ReceiveLine({ line, index }: { line: Line; index: number }) {
  const number = <NumberInput decimals={line.unitDecimals} unit={line.unitName} />;
  const parts = [
    ['good', '良品'],
    ['bad', '不良'],
    ['reject', '拒收'],
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-3 py-3 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(6rem,1fr))]">
      <div className="min-w-0">
        <p className="font-medium">{line.name}</p>
        <p className="text-sm text-ink-3">{[line.skuCode, line.spec].filter(Boolean).join(' · ')}</p>
        <p className="text-sm text-ink-2">
          应收 <Qty value={agreedOf(line)} unit={line.unitName} />
        </p>
      </div>
      {parts.map(([field, title]) => (
        <div key={field} className="min-w-0">
          <span aria-hidden className="mb-1 block text-sm text-ink-2">
            {title}
          </span>
          <CellField name={`lines.${index}.${field}`} label={`第${index + 1}行${title}`}>
            {number}
          </CellField>
        </div>
      ))}
      <div className="sm:col-span-full">
        <CellField name={`lines.${index}.note`} label={`第${index + 1}行验收说明`}>
          <Input maxLength={200} placeholder="验收说明（有拒收时必填）" />
        </CellField>
      </div>
      {line.byBatch && (
        <div className="sm:col-span-full">
          <CellField name={`lines.${index}.batchNo`} label={`第${index + 1}行批次号`}>
            <Input maxLength={40} placeholder="批次号（留空则退回发出时的批次）" />
          </CellField>
        </div>
      )}
    </div>
  );
}
