import { useState } from 'react';
import { DictInput } from '~/domains/platform/pickers/DictInput';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import type { ReturnDialog } from './dialog';
import type { Perspective } from './perspective';

/** The waybill of goods on their way back. */
export default function SendDialog({ doc, side, onClose, onDone }: ReturnDialog & { side: Perspective }) {
  const [key] = useState(newKey);
  const submit = async ({ carrier, waybillNo }: { carrier: string; waybillNo: string }) => {
    await call(side.send, { id: doc.id, version: doc.version, carrier, waybillNo }, { key });
    toast(`退货单${doc.no}的寄回物流已保存`, 'ok');
    onDone();
  };
  return (
    <FormDialog open onClose={onClose} title={`寄回物流 ${doc.no}`} ok="保存" defaults={{ carrier: doc.carrier, waybillNo: doc.waybillNo }} submit={submit}>
      <Field name="carrier" label="物流公司" required>
        <DictInput category="carrier" maxLength={40} />
      </Field>
      <Field name="waybillNo" label="物流单号" required>
        <Input maxLength={40} />
      </Field>
    </FormDialog>
  );
}
