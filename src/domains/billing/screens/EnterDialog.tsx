import { useState } from 'react';
import { z } from 'zod';
import { shanghaiDate } from '~/shared/dates';
import type { AnswerOf } from '~/shared/endpoint';
import { HIDDEN } from '~/shared/mask';
import { call, newKey } from '~/shell/call';
import { FormDialog } from '~/ui/form/FormDialog';
import { FormTable } from '~/ui/form/FormTable';
import type { FormColumn } from '~/ui/form/tableTypes';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { isElectronic } from '../billing';
import { EnteredInvoice } from '../billing.schema';
import { type billingDetail, billingEnter } from '../calls';

type Doc = Pick<AnswerOf<typeof billingDetail>, 'id' | 'no' | 'version' | 'kind' | 'direction' | 'amount' | 'tax'>;
interface Invoice {
  code: string;
  no: string;
  issuedOn: string;
  amount: string;
  tax: string;
}
const Entered = z.object({ invoices: z.array(EnteredInvoice).min(1, '请至少填写一张发票') });

/** What stands in a field to begin with: nothing where the amount is kept from the reader. */
const typeable = (amount: string): string => (amount === HIDDEN ? '' : amount);

/** 登记发票: the numbers of what was issued by hand, one or several that are the application together. */
export default function EnterDialog({ doc, onClose, onDone }: { doc: Doc; onClose: () => void; onDone: () => void }) {
  const [key] = useState(newKey);
  const today = shanghaiDate(new Date());
  const blank = (): Invoice => ({ code: '', no: '', issuedOn: today, amount: '', tax: '' });
  const submit = async ({ invoices }: { invoices: Invoice[] }) => {
    await call(billingEnter, { id: doc.id, version: doc.version, invoices } as never, { key });
    toast(`开票申请${doc.no}已登记发票`, 'ok');
    onDone();
  };
  return (
    <FormDialog<{ invoices: Invoice[] }>
      open
      onClose={onClose}
      title={`登记${doc.direction === 'RED' ? '红字' : ''}发票：${doc.no}`}
      width="xl"
      ok="登记"
      schema={Entered as never}
      defaults={{ invoices: [{ ...blank(), amount: typeable(doc.amount), tax: typeable(doc.tax) }] }}
      submit={submit}
    >
      <p className="text-sm text-ink-2">
        请填写已在税务系统中开出的发票。价税合计共 {formatMoney(doc.amount)} 元、税额 {formatMoney(doc.tax)} 元，拆成几张时逐张填写
        {doc.direction === 'RED' && '；红字发票填正数'}。
      </p>
      <FormTable<Invoice> name="invoices" label="发票" newRow={blank} min={1} max={50} columns={columns(isElectronic(doc.kind))} />
    </FormDialog>
  );
}

const columns = (electronic: boolean): FormColumn<Invoice>[] => [
  ...(electronic ? [] : [{ key: 'code', title: '发票代码', required: true, width: 150 } satisfies FormColumn<Invoice>]),
  { key: 'no', title: '发票号码', required: true, width: 210 },
  { key: 'issuedOn', title: '开票日期', kind: 'date', required: true, width: 140 },
  { key: 'amount', title: '价税合计(元)', kind: 'money', required: true, width: 140 },
  { key: 'tax', title: '税额(元)', kind: 'money', required: true, width: 120 },
];
