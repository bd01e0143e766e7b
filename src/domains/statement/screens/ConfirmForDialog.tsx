import { useMemo } from 'react';
import { fileKeysOf, PhotoInput } from '~/domains/file/pickers/PhotoInput';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { statementConfirmFor } from '../calls';

/** 代客户确认: with the reason and what the customer signed. */
export default function ConfirmForDialog({ statement, onClose }: { statement: { id: string; version: number; closing: string }; onClose: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`代客户确认期末${formatMoney(statement.closing)}元`}
      ok="代为确认"
      defaults={{ reason: '', files: '' }}
      submit={async ({ reason, files }) => {
        await call(statementConfirmFor, { id: statement.id, version: statement.version, reason, files: fileKeysOf(files) }, { key });
        toast('已代客户确认', 'ok');
        location.reload();
      }}
    >
      <Field name="reason" label="代确认原因" required hint="如客户以盖章回函确认">
        <Textarea rows={2} maxLength={200} />
      </Field>
      <Field name="files" label="确认凭证" required hint="客户盖章的对账单、回函照片或截图，最多9张">
        <PhotoInput />
      </Field>
    </FormDialog>
  );
}
