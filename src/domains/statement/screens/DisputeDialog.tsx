import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { NumberInput, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { myDispute } from '../myCalls';
import type { DisputeReason } from '../statement';
import type { StatementLine } from '../statement.schema';
import { reasonOptions } from './statementColumns';

/** 异议 about a line, or about what is missing altogether. */
export default function DisputeDialog({
  statement,
  line,
  onClose,
}: {
  statement: { id: string; version: number };
  line: StatementLine | null;
  onClose: () => void;
}) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={line ? `异议：第${line.seq}行 ${line.bizNo}` : '提出异议（漏记或整单）'}
      ok="提交异议"
      defaults={{ reason: line ? 'AMOUNT' : 'MISSING', note: '', claimed: '' }}
      submit={async ({ reason, note, claimed }) => {
        const item = { seq: line?.seq ?? null, reason: reason as DisputeReason, note, claimed: claimed === '' ? null : claimed };
        await call(myDispute, { id: statement.id, version: statement.version, items: [item] }, { key });
        toast('异议已提交，处理后会通知您', 'ok');
        location.reload();
      }}
    >
      <Field name="reason" label="原因" required>
        <Select options={reasonOptions} />
      </Field>
      <Field name="claimed" label="应为(元)" hint="您认为正确的金额，可不填">
        <NumberInput decimals={2} />
      </Field>
      <Field name="note" label="说明" required>
        <Textarea rows={3} maxLength={300} />
      </Field>
    </FormDialog>
  );
}
