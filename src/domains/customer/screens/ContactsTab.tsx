import { useState } from 'react';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import type { CustomerDetail } from '../customer.schema';
import type { Contact } from '../customerParts.schema';
import { contactDelete, contactMain, contactReveal } from '../partCalls';
import { useContactNumbers } from '../pickers/useContactNumbers';

/** Fetched when first opened: the form kit stays out of the page. */
const ContactDialog = late(() => import('./ContactDialog'));

export function ContactsTab({ customer, onChanged }: { customer: CustomerDetail; onChanged: () => void }) {
  const [editing, setEditing] = useState<Contact | 'new' | null>(null);
  const { numbers, reveal } = useContactNumbers(() => call(contactReveal, { customerId: customer.id }));
  const remove = async (one: Contact) => {
    if (!(await confirm({ title: `删除联系人“${one.name}”？`, tone: 'danger', ok: '删除' }))) return;
    await call(contactDelete, { id: one.id });
    onChanged();
  };
  const promote = async (one: Contact) => {
    await call(contactMain, { id: one.id });
    onChanged();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => setEditing('new')}>新建联系人</Button>
        {customer.contacts.length > 0 && !numbers && (
          <Button tone="ghost" onPress={reveal}>
            查看完整号码（留痕）
          </Button>
        )}
      </div>
      <div className="w-full">
        <DetailTable<Contact>
          caption="联系人"
          rows={customer.contacts}
          rowKey={(one) => one.id || 'main'}
          empty="暂无联系人"
          columns={[
            { key: 'name', title: '姓名', cell: (one) => <Name contact={one} /> },
            { key: 'role', title: '职务' },
            { key: 'mobile', title: '电话', cell: (one) => numbers?.get(one.id) ?? one.mobile },
            { key: 'email', title: '邮箱' },
            { key: 'remark', title: '备注', wrap: true },
          ]}
          rowActions={(one) => [
            { label: '编辑', onPress: () => setEditing(one) },
            !one.isMain && { label: '设为主联系人', onPress: () => promote(one) },
            !one.isMain && { label: '删除', onPress: () => remove(one) },
          ]}
        />
      </div>
      {editing && <ContactDialog customer={customer} current={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={onChanged} />}
    </div>
  );
}

const Name = ({ contact }: { contact: Contact }) => (
  <span className="inline-flex items-center gap-2">
    {contact.name || '- -'}
    {contact.isMain && <Tag tone="brand">主联系人</Tag>}
  </span>
);
