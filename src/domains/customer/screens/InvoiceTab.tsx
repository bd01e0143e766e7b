import { useState } from 'react';
import { call } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { Switch } from '~/ui/kit/Checks';
import { confirm } from '~/ui/kit/confirm';
import { Input } from '~/ui/kit/Input';
import { Tag } from '~/ui/kit/Tag';
import type { CustomerDetail } from '../customer';
import { blankTitle, type InvoiceTitle, InvoiceTitleForm } from '../customerParts';
import { titleDelete, titleReveal, titleSave } from '../partCalls';

export function InvoiceTab({ customer, onChanged }: { customer: CustomerDetail; onChanged: () => void }) {
  const [editing, setEditing] = useState<InvoiceTitle | 'new' | null>(null);
  const [whole, setWhole] = useState<Record<string, string>>({});
  const current = editing === 'new' || editing === null ? null : editing;
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
      <FormDialog<InvoiceTitleForm>
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={current ? '编辑开票抬头' : '新建开票抬头'}
        schema={InvoiceTitleForm}
        defaults={
          current ?? {
            ...blankTitle,
            title: customer.invoiceTitles.length === 0 ? customer.name : '',
            taxNo: customer.invoiceTitles.length === 0 ? customer.uscc : '',
          }
        }
        submit={async (values) => {
          await call(titleSave, { ...values, id: current?.id ?? '', customerId: customer.id });
          onChanged();
        }}
      >
        <Field name="title" label="开票抬头" required>
          <Input maxLength={60} />
        </Field>
        <Field name="taxNo" label="税号" hint="企业填18位统一社会信用代码，个人可不填">
          <Input maxLength={20} />
        </Field>
        <Field name="bank" label="开户行">
          <Input maxLength={60} />
        </Field>
        <Field name="bankAccount" label="银行账号" {...(current?.bankAccount ? { hint: '已部分隐藏；修改时请输入完整账号' } : {})}>
          <Input maxLength={40} />
        </Field>
        <Field name="address" label="注册地址">
          <Input maxLength={120} />
        </Field>
        <Field name="phone" label="注册电话">
          <Input maxLength={20} />
        </Field>
        <Field name="email" label="收票邮箱">
          <Input maxLength={100} />
        </Field>
        <Field name="isDefault" label="默认抬头">
          <Switch label="开票时优先使用" />
        </Field>
      </FormDialog>
    </div>
  );
}

const Title = ({ title }: { title: InvoiceTitle }) => (
  <span className="inline-flex items-center gap-2">
    {title.title}
    {title.isDefault && <Tag tone="brand">默认</Tag>}
  </span>
);
