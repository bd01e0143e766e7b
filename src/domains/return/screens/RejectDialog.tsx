import { useState } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { rejectReturn } from '../calls';
import type { ReturnDialog } from './dialog';

export default function RejectDialog({ doc, onClose, onDone }: ReturnDialog) {
  const [key] = useState(newKey);
  const submit = async ({ reason }: { reason: string }) => {
    await call(rejectReturn, { id: doc.id, version: doc.version, reason }, { key });
    toast(`退货单${doc.no}已驳回`, 'ok');
    onDone();
  };
  return (
    <FormDialog open onClose={onClose} title={`驳回退货单${doc.no}`} ok="驳回" defaults={{ reason: '' }} submit={submit}>
      <Field name="reason" label="驳回原因" required hint="客户会看到">
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}
