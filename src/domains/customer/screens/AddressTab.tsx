import { useState } from 'react';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import * as calls from '../calls';
import { addressText } from '../customer';
import type { Address, CustomerDetail } from '../customer.schema';

/** Fetched when first opened: the form kit stays out of the page. */
const AddressDialog = late(() => import('./AddressDialog'));

export function AddressTab({ customer, onChanged }: { customer: CustomerDetail; onChanged: () => void }) {
  const [editing, setEditing] = useState<Address | 'new' | null>(null);
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
      {editing && <AddressDialog customer={customer} current={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={onChanged} />}
    </div>
  );
}
