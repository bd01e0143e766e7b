import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { isBlank } from '../../form/orderForm';
import type { FormRow } from '../../form/orderForm.schema';
import { type BulkChange, bulkKinds, changeRows, rowNumbers } from '../../lines/bulk';

interface Props {
  rows: readonly FormRow[];
  /** Whether the person may set prices and gifts by hand. */
  mayPrice: boolean;
  listPriceOf: (row: FormRow) => string | null;
  onClose: () => void;
  onRows: (rows: FormRow[]) => void;
}

const Draft = z.object({ rows: z.string(), kind: z.string(), value: z.string(), reason: z.string() }).superRefine((draft, context) => {
  const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (rowNumbers(draft.rows, 200) === null) problem('rows', '行号应为“1-5,8”这样的数字，留空表示全部');
  if (draft.kind === 'SET' || draft.kind === 'TIMES')
    if (!/^\d{1,9}(\.\d{1,4})?$/.test(draft.value) || !/[1-9]/.test(draft.value)) problem('value', '请填写大于0的数，最多四位小数');
  if (draft.kind === 'DISCOUNT') {
    if (!/^\d{1,3}(\.\d{1,2})?$/.test(draft.value) || !/[1-9]/.test(draft.value) || Number(draft.value) > 200)
      problem('value', '请填写大于0、不超过200的百分数，最多两位小数');
    if (draft.reason.trim() === '') problem('reason', '请填写改价原因');
  }
});

/** 批量改数量, 批量改价, 设赠品, over all rows or some of them. */
export default function BulkDialog({ rows, mayPrice, listPriceOf, onClose, onRows }: Props) {
  const kinds = Object.entries(bulkKinds).filter(([kind]) => mayPrice || kind === 'SET' || kind === 'TIMES' || kind === 'REMARK');
  const filled = rows.filter((row) => !isBlank(row)).length;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`批量修改明细（共${filled}行）`}
      schema={Draft}
      defaults={{ rows: '', kind: 'SET', value: '', reason: '' }}
      ok="应用"
      submit={async (draft) => onRows(changeRows(rows, draft as BulkChange, listPriceOf))}
    >
      <Field name="rows" label="行号" hint="例如 1-5,8；留空表示全部">
        <Input maxLength={60} placeholder="全部" />
      </Field>
      <Field name="kind" label="修改" required>
        <Select options={kinds.map(([value, label]) => ({ value, label }))} />
      </Field>
      <Value />
    </FormDialog>
  );
}

function Value() {
  const kind = useWatch({ name: 'kind' }) as BulkChange['kind'];
  if (kind === 'GIFT' || kind === 'NO_GIFT') return null;
  if (kind === 'REMARK')
    return (
      <Field name="reason" label="备注">
        <Textarea rows={2} maxLength={200} />
      </Field>
    );
  return (
    <>
      <Field name="value" label={kind === 'SET' ? '数量' : kind === 'TIMES' ? '倍数' : '标准价的百分之几'} required>
        <NumberInput decimals={kind === 'DISCOUNT' ? 2 : 4} {...(kind === 'DISCOUNT' ? { unit: '%' } : {})} />
      </Field>
      {kind === 'DISCOUNT' && (
        <Field name="reason" label="改价原因" required>
          <Input maxLength={100} />
        </Field>
      )}
    </>
  );
}
