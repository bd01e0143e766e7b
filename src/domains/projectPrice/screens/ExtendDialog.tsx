import { useState } from 'react';
import { z } from 'zod';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { Input } from '~/ui/kit/Input';
import { projectPriceExtend } from '../calls';
import type { SheetRow } from '../projectPrice.schema';
import { told } from './sheetActions';

const Schema = z.object({ validTo: z.string().min(1, '请选择新的失效日期'), reason: z.string().trim().min(1, '请填写延期原因').max(200) });

/** 批量延期: each sheet's change goes to approval. */
export function ExtendDialog({ rows, onClose, onDone }: { rows: readonly SheetRow[]; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`延期${rows.length}张工程价`}
      schema={Schema}
      defaults={{ validTo: '', reason: '' }}
      ok="提交审批"
      submit={async (values) => {
        const answer = await call(projectPriceExtend, { items: rows.map(({ id, version }) => ({ id, version })), ...values }, { key });
        if (told(answer, rows, '提交延期')) onDone();
      }}
    >
      <Field name="validTo" label="新的失效日期" required hint="含当日">
        <DateInput />
      </Field>
      <Field name="reason" label="延期原因" required>
        <Input maxLength={200} />
      </Field>
    </FormDialog>
  );
}
