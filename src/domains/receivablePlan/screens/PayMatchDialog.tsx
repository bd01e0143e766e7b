import { useState } from 'react';
import { call, newKey } from '~/shell/call';
import { FormDialog } from '~/ui/form/FormDialog';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { payMatch } from '../calls';
import { type Part, PayParts, typed } from './PayParts';

interface Receipt {
  id: string;
  no: string;
  version: number;
  customerId: string;
  applicable: string;
}

/** 核销: what is left of a receipt pays debts of its customer. */
export default function PayMatchDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const [key] = useState(newKey);
  return (
    <FormDialog<{ customerId: string; amount: string; parts: Part[] }>
      open
      onClose={onClose}
      title={`核销收款单${receipt.no}，可核销${formatMoney(receipt.applicable)}元`}
      width="xl"
      ok="确认核销"
      defaults={{ customerId: receipt.customerId, amount: receipt.applicable, parts: [] }}
      submit={async ({ parts }) => {
        const applies = parts.filter((part) => typed(part.amount) > 0n).map(({ receivableId, amount }) => ({ receivableId, amount }));
        await call(payMatch, { id: receipt.id, version: receipt.version, applies }, { key });
        toast(`收款单${receipt.no}已核销`, 'ok');
        location.reload();
      }}
    >
      <PayParts matching />
    </FormDialog>
  );
}
