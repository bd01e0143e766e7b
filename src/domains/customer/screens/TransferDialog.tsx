import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { OptionalText } from '~/shared/fields.schema';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Switch } from '~/ui/kit/Checks';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { customerTransfer, transferCount } from '../partCalls';
import { SalesPicker } from '../pickers/SalesPicker';

const Draft = z.object({
  toMemberId: z.string().min(1, '请选择接手业务员'),
  withOrders: z.boolean(),
  withProjects: z.boolean(),
  reason: OptionalText(200, '原因'),
});
type Draft = z.input<typeof Draft>;

interface Props {
  customers: readonly { id: string; name: string }[];
  onClose: () => void;
  onDone: () => void;
}

/** Gives customers to another salesperson; says before what goes along. */
export function TransferDialog({ customers, onClose, onDone }: Props) {
  const [count, setCount] = useState<AnswerOf<typeof transferCount> | null>(null);
  const ids = customers.map((one) => one.id);
  const key = ids.join();
  useEffect(() => {
    call(transferCount, { ids: key.split(',') }).then(setCount, () => setCount(null));
  }, [key]);
  const what = customers.length === 1 ? `客户“${customers[0]?.name}”` : `${customers.length}个客户`;
  return (
    <FormDialog<Draft>
      open
      onClose={onClose}
      title={`转移${what}`}
      schema={Draft}
      defaults={{ toMemberId: '', withOrders: true, withProjects: true, reason: '' }}
      ok="转移"
      submit={async (draft) => {
        const done = await call(customerTransfer, { ids, ...draft });
        toast(done.customers === 0 ? '客户已由该业务员负责，无需转移' : `已转移${done.customers}个客户、${done.orders}张订单、${done.projects}个项目`, 'ok');
        onDone();
      }}
    >
      <Field name="toMemberId" label="接手业务员" required>
        <SalesPicker />
      </Field>
      <Field name="withOrders" label="未完成订单" hint={count ? `共${count.orders}张草稿、待审核或未完成的订单` : '正在统计'}>
        <Switch label="一并转移" />
      </Field>
      <Field name="withProjects" label="进行中的工程项目" hint={count ? `共${count.projects}个` : '正在统计'}>
        <Switch label="一并转移" />
      </Field>
      <Field name="reason" label="原因" hint="写入客户的操作记录">
        <Textarea maxLength={200} rows={2} />
      </Field>
    </FormDialog>
  );
}
