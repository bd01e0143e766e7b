import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AttachedFile } from '~/domains/file/attachment.schema';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { type GoodsLine, GoodsLines, isFound, lineChecks, pasteNote } from '~/domains/warehouse/pickers/GoodsLines';
import { WarehousePicker } from '~/domains/warehouse/pickers/WarehousePicker';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { transferDetail, transferSave, type transferTargets } from '../calls';
import { isEditable, transferStates } from '../transfer';
import { TransferForm as Form, TransferLine } from '../transfer.schema';

const base = '/portal/supplyChain/factory/warehouse/transfers';
const MAX_LINES = 500;

interface Draft {
  id: string;
  version: number;
  fromWarehouseId: string;
  toWarehouseId: string;
  bizDate: string;
  remark: string;
  attachments: AttachedFile[];
  lines: GoodsLine[];
}
const FormSchema = z
  .object({
    ...Form.shape,
    fromWarehouseId: z.string().min(1, '请选择调出仓库'),
    toWarehouseId: z.string().min(1, '请选择调入仓库'),
    lines: z
      .array(TransferLine.extend(lineChecks).refine(...isFound))
      .min(1, '请至少添加一行商品')
      .max(MAX_LINES, `一张调拨单最多${MAX_LINES}行`),
  })
  .refine((form) => form.fromWarehouseId !== form.toWarehouseId, { path: ['toWarehouseId'], message: '调入仓库不能与调出仓库相同' });

interface Props {
  old?: AnswerOf<typeof transferDetail> | undefined;
  targets: AnswerOf<typeof transferTargets>['warehouses'];
  today: string;
}

const draftOf = ({ old, today }: Pick<Props, 'old' | 'today'>): Draft => ({
  id: old?.id ?? '',
  version: old?.version ?? 1,
  fromWarehouseId: old?.fromWarehouseId ?? '',
  toWarehouseId: old?.toWarehouseId ?? '',
  bizDate: old?.bizDate ?? today,
  remark: old?.remark ?? '',
  attachments: old?.attachments ?? [],
  lines: (old?.lines ?? []).map((line) => ({
    id: line.id,
    skuId: line.skuId,
    skuCode: line.skuCode,
    known: line.skuCode,
    name: [line.name, line.saleText].filter(Boolean).join(' / '),
    unitId: line.unitId,
    units: line.units,
    qty: line.qty,
    price: '',
    batchNo: line.batchNo,
    expiresOn: '',
    byBatch: line.batchNo !== '',
    remark: line.remark,
  })),
});

export default function TransferForm(props: Props) {
  const { old } = props;
  if (old && !isEditable(old.status))
    return (
      <NotEditable
        named={`调拨单${old.no}`}
        state={transferStates[old.status]}
        note={old.status === 'PENDING_AUDIT' ? '请先由审核人退回修改' : undefined}
        detailHref={href(`${base}/detail`, { id: old.id })}
      />
    );
  return <OpenForm {...props} />;
}

function OpenForm({ old, targets, today }: Props) {
  const [key] = useState(newKey);
  const submit = async (draft: Draft, how: string) => {
    const { id } = await call(transferSave, { ...draft, submit: how === 'submit' } as never, { key: `${key}-${how}` });
    location.assign(href(`${base}/detail`, { id }));
  };
  return (
    <FormPage<Draft>
      schema={FormSchema as never}
      defaults={draftOf({ old, today })}
      draftKey={`transfer/${old ? `${old.id}.${old.version}` : 'new'}`}
      submit={submit}
      latest={
        old
          ? async () => {
              const now = await call(transferDetail, { id: old.id });
              return { values: draftOf({ old: now, today }), version: now.version };
            }
          : undefined
      }
      cancelHref={old ? href(`${base}/detail`, { id: old.id }) : base}
      buttons={[
        { key: 'draft', label: '保存草稿' },
        { key: 'submit', label: '提交审核', tone: 'primary' },
      ]}
    >
      <FormSection title={old ? `调拨信息：${old.no}` : '调拨信息'} columns={3}>
        <Field name="fromWarehouseId" label="调出仓库" required>
          <WarehousePicker shown={old?.fromName ?? ''} />
        </Field>
        <Field name="toWarehouseId" label="调入仓库" required>
          <Select options={targets.map((one) => ({ value: one.id, label: `${one.name}（${one.code}）` }))} placeholder="选择仓库" />
        </Field>
        <Field name="bizDate" label="业务日期" required>
          <DateInput max={today} />
        </Field>
        <Field name="remark" label="备注">
          <Textarea rows={1} maxLength={200} />
        </Field>
        <Field name="attachments" label="附件">
          <AttachmentInput />
        </Field>
      </FormSection>
      <FormSection title="调拨明细" flush note={pasteNote(false)}>
        <Goods />
      </FormSection>
    </FormPage>
  );
}

/** Stock is shown of the warehouse the goods leave. */
function Goods() {
  const fromWarehouseId = useWatch<Draft, 'fromWarehouseId'>({ name: 'fromWarehouseId' });
  return <GoodsLines {...(fromWarehouseId ? { warehouseId: fromWarehouseId } : {})} />;
}
