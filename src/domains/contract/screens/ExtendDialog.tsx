import { useMemo } from 'react';
import { addDays } from '~/shared/dates';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { DateInput } from '~/ui/kit/Dates';
import { toast } from '~/ui/kit/toast';
import { contractExtend } from '../calls';

interface Props {
  contract: { id: string; no: string; version: number; deadline: string };
  onClose: () => void;
  onDone: () => void;
}

/** 延期: one that ran out of time goes on where it stood. */
export default function ExtendDialog({ contract, onClose, onDone }: Props) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`延长合同${contract.no}的签署期限`}
      ok="延期"
      width="sm"
      defaults={{ deadline: addDays(contract.deadline, 15) }}
      submit={async ({ deadline }) => {
        await call(contractExtend, { id: contract.id, version: contract.version, deadline }, { key });
        toast(`合同${contract.no}已延期至${deadline}`, 'ok');
        onDone();
      }}
    >
      <Field name="deadline" label="新的签署截止" required hint={`现在的签署截止是${contract.deadline}`}>
        <DateInput />
      </Field>
    </FormDialog>
  );
}
