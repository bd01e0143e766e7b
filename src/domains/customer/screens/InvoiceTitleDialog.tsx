import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Switch } from '~/ui/kit/Checks';
import type { CustomerDetail } from '../customer.schema';
import { blankTitle } from '../customerParts';
import { type InvoiceTitle, InvoiceTitleForm } from '../customerParts.schema';
import { titleSave } from '../partCalls';
import { TitleFields } from '../pickers/TitleFields';

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
      <TitleFields taxNoHint="企业填18位统一社会信用代码，个人可不填" accountHint={current?.bankAccount ? '已部分隐藏；修改时请输入完整账号' : undefined} />
      <Field name="isDefault" label="默认抬头">
        <Switch label="开票时优先使用" />
      </Field>
    </FormDialog>
  );
}
