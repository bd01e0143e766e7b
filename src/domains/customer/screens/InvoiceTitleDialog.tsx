import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Switch } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import type { CustomerDetail } from '../customer';
import { blankTitle, type InvoiceTitle, InvoiceTitleForm } from '../customerParts';
import { titleSave } from '../partCalls';

interface Props {
  customer: CustomerDetail;
  /** None: a new one. */
  current: InvoiceTitle | null;
  onClose: () => void;
  onDone: () => void;
}

export default function InvoiceTitleDialog({ customer, current, onClose, onDone }: Props) {
  return (
    <FormDialog<InvoiceTitleForm>
      open
      onClose={onClose}
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
        onDone();
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
  );
}
