import { useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { toast } from '~/ui/kit/toast';
import type { BankLineRow } from '../bankLine.schema';
import { bankLineClaim } from '../calls';
import { refsOf, sumOf } from './bankLineActions';

/** 认领: whose payment it is; starts from what the match suggests. */
export default function ClaimDialog({ rows, onClose, onDone }: { rows: readonly BankLineRow[]; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const [first] = rows;
  const alone = rows.length === 1 ? first : undefined;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={alone ? `认领：${alone.payer || '未知付款人'}，${sumOf(rows)}元` : `认领${rows.length}条流水，合计${sumOf(rows)}元`}
      defaults={{ customerId: alone?.customerId ?? '' }}
      ok="认领"
      submit={async ({ customerId }) => {
        await call(bankLineClaim, { items: refsOf(rows), customerId }, { key });
        toast('已认领，可以生成入账单', 'ok');
        onDone();
      }}
    >
      <Field name="customerId" label="客户" required hint={alone?.summary ? `摘要：${alone.summary}` : '所选流水都归该客户'}>
        <CustomerPicker shown={alone?.customerName ?? ''} />
      </Field>
    </FormDialog>
  );
}
