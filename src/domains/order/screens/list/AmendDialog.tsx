import { useState } from 'react';
import { z } from 'zod';
import { SalesPicker } from '~/domains/customer/pickers/SalesPicker';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Textarea } from '~/ui/kit/Input';
import { toastResults } from '~/ui/kit/toastResults';
import { orderAmend } from '../../calls';
import type { Moved } from '../actions';

const Seller = z.object({ salesMemberId: z.string().min(1, '请选择业务员'), internalRemark: z.string() });
const Remark = z.object({ salesMemberId: z.string(), internalRemark: z.string().trim().min(1, '请填写内部备注').max(200, '内部备注不能超过200个字') });

interface Props {
  what: 'sales' | 'remark';
  orders: readonly Moved[];
  onClose: () => void;
  onDone: () => void;
}

/** 批量改业务员, 批量备注. */
export default function AmendDialog({ what, orders, onClose, onDone }: Props) {
  const [key] = useState(newKey);
  const submit = async (values: z.infer<typeof Seller>) => {
    const items = orders.map(({ id, rowVersion }) => ({ id, rowVersion }));
    const { results } = await call(orderAmend, { items, ...values }, { key });
    toastResults(results);
    onDone();
  };
  const sales = what === 'sales';
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`${sales ? '批量改业务员' : '批量内部备注'}（${orders.length}张订单）`}
      schema={sales ? Seller : Remark}
      defaults={{ salesMemberId: '', internalRemark: '' }}
      submit={submit}
      ok="保存"
    >
      {sales ? (
        <Field name="salesMemberId" label="业务员" required hint="已完成、已取消和已结单的订单不修改">
          <SalesPicker />
        </Field>
      ) : (
        <Field name="internalRemark" label="内部备注" required hint="替换原有的内部备注；经销商看不到">
          <Textarea rows={3} maxLength={200} />
        </Field>
      )}
    </FormDialog>
  );
}
