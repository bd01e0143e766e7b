import { useMemo } from 'react';
import { SalesPicker } from '~/domains/customer/pickers/SalesPicker';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { toast } from '~/ui/kit/toast';
import { caseAssign } from '../calls';

export default function AssignDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`指派${ids.length}个催收案件`}
      defaults={{ ownerId: '' }}
      ok="指派"
      submit={async ({ ownerId }) => {
        const { count } = await call(caseAssign, { ids, ownerId }, { key });
        toast(count ? `已指派${count}个案件` : '所选案件已由该催收员负责', 'ok');
        onDone();
      }}
    >
      <Field name="ownerId" label="催收员" required>
        <SalesPicker />
      </Field>
    </FormDialog>
  );
}
