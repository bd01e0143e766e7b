import { useState } from 'react';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { Switch } from '~/ui/kit/Checks';
import { confirm } from '~/ui/kit/confirm';
import { Input } from '~/ui/kit/Input';
import { Tag } from '~/ui/kit/Tag';
import * as calls from '../calls';
import { type Address, AddressForm, addressText, type CustomerDetail } from '../customer';

const blank: AddressForm = { receiver: '', phone: '', province: '', city: '', district: '', address: '', isDefault: false };

export function AddressTab({ customer, onChanged }: { customer: CustomerDetail; onChanged: () => void }) {
  const [editing, setEditing] = useState<Address | 'new' | null>(null);
  const current = editing === 'new' || editing === null ? null : editing;
  const remove = async (one: Address) => {
    if (!(await confirm({ title: '删除该地址？', body: addressText(one), tone: 'danger', ok: '删除' }))) return;
    await call(calls.addressDelete, { id: one.id });
    onChanged();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button onPress={() => setEditing('new')}>新建地址</Button>
      <div className="w-full">
        <DetailTable<Address>
          caption="收货地址"
          rows={customer.addresses}
          empty="暂无收货地址"
          columns={[
            { key: 'receiver', title: '收货人' },
            { key: 'phone', title: '电话' },
            { key: 'address', title: '地址', wrap: true, cell: addressText },
            { key: 'isDefault', title: '默认', cell: (one) => (one.isDefault ? <Tag tone="brand">默认</Tag> : '') },
          ]}
          rowActions={(one) => [
            { label: '编辑', onPress: () => setEditing(one) },
            { label: '删除', onPress: () => remove(one) },
          ]}
        />
      </div>
      <FormDialog<AddressForm>
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={current ? '编辑地址' : '新建地址'}
        schema={AddressForm}
        defaults={current ?? blank}
        submit={async (values) => {
          await call(calls.addressSave, { ...values, id: current?.id ?? '', customerId: customer.id });
          onChanged();
        }}
      >
        <Field name="receiver" label="收货人" required>
          <Input maxLength={30} />
        </Field>
        <Field name="phone" label="电话" required {...(current ? { hint: '已部分隐藏；修改时请输入完整号码' } : {})}>
          <Input maxLength={11} />
        </Field>
        <Field name="province" label="所在地区" required>
          <PlaceInput />
        </Field>
        <Field name="address" label="详细地址" required>
          <Input maxLength={120} />
        </Field>
        <Field name="isDefault" label="默认地址">
          <Switch label="下单时优先使用" />
        </Field>
      </FormDialog>
    </div>
  );
}
