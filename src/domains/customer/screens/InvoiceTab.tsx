import { useState } from 'react';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import type { CustomerDetail } from '../customer.schema';
import type { InvoiceTitle } from '../customerParts.schema';
import { titleDelete, titleReveal } from '../partCalls';

/** Fetched when first opened: the form kit stays out of the page. */
const InvoiceTitleDialog = late(() => import('./InvoiceTitleDialog'));

export function InvoiceTab({ customer, onChanged }: { customer: CustomerDetail; onChanged: () => void }) {
  const [editing, setEditing] = useState<InvoiceTitle | 'new' | null>(null);
  const [whole, setWhole] = useState<Record<string, string>>({});
  const reveal = async (one: InvoiceTitle) => {
    const { bankAccount } = await call(titleReveal, { id: one.id });
    setWhole((all) => ({ ...all, [one.id]: bankAccount }));
  };
  const remove = async (one: InvoiceTitle) => {
    if (!(await confirm({ title: `删除开票抬头“${one.title}”？`, body: '已开的发票不受影响。', tone: 'danger', ok: '删除' }))) return;
    await call(titleDelete, { id: one.id });
    onChanged();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button onPress={() => setEditing('new')}>新建开票抬头</Button>
      <div className="w-full">
        <DetailTable<InvoiceTitle>
          caption="开票抬头"
          rows={customer.invoiceTitles}
          empty="暂无开票抬头"
          columns={[
            { key: 'title', title: '抬头', width: 200, cell: (one) => <Title title={one} /> },
            { key: 'taxNo', title: '税号' },
            { key: 'bank', title: '开户行' },
            { key: 'bankAccount', title: '银行账号', cell: (one) => <span className="figures">{whole[one.id] || one.bankAccount || '- -'}</span> },
            { key: 'address', title: '地址、电话', wrap: true, cell: (one) => [one.address, one.phone].filter(Boolean).join(' ') || '- -' },
            { key: 'email', title: '收票邮箱' },
          ]}
          rowActions={(one) => [
            { label: '编辑', onPress: () => setEditing(one) },
            one.bankAccount !== '' && !whole[one.id] && { label: '查看账号', onPress: () => reveal(one) },
            { label: '删除', onPress: () => remove(one) },
          ]}
        />
      </div>
      {editing && <InvoiceTitleDialog customer={customer} current={editing === 'new' ? null : editing} onClose={() => setEditing(null)} onDone={onChanged} />}
    </div>
  );
}

const Title = ({ title }: { title: InvoiceTitle }) => (
  <span className="inline-flex items-center gap-2">
    {title.title}
    {title.isDefault && <Tag tone="brand">默认</Tag>}
  </span>
);
