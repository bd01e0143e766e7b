import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import type { CustomerDetail } from '../customer.schema';
import { contactRoles } from '../customerParts';
import { type Contact, ContactForm } from '../customerParts.schema';
import { contactSave } from '../partCalls';

const blank: ContactForm = { name: '', role: '', mobile: '', email: '', remark: '' };

interface Props {
  customer: CustomerDetail;
  /** None: a new one. */
  current: Contact | null;
  onClose: () => void;
  onDone: () => void;
}

export default function ContactDialog({ customer, current, onClose, onDone }: Props) {
  return (
    <FormDialog<ContactForm>
      open
      onClose={onClose}
      title={current ? '编辑联系人' : '新建联系人'}
      schema={ContactForm}
      keepsHidden={contactSave.options.keepsHidden}
      defaults={
        current
          ? { name: current.name, role: current.role ?? '', mobile: current.mobile ?? '', email: current.email ?? '', remark: current.remark ?? '' }
          : blank
      }
      submit={async (values) => {
        await call(contactSave, { ...values, id: current?.id ?? '', isMain: current?.isMain ?? false, customerId: customer.id });
        onDone();
      }}
    >
      <Field name="name" label="姓名" required>
        <Input maxLength={30} />
      </Field>
      <Field name="role" label="职务">
        <Select placeholder="未指定" options={rolesWith(current?.role ?? '')} />
      </Field>
      <Field name="mobile" label="电话" {...(current?.mobile ? { hint: '已部分隐藏；修改时请输入完整号码' } : {})}>
        <Input maxLength={20} />
      </Field>
      <Field name="email" label="邮箱">
        <Input maxLength={100} />
      </Field>
      {!current?.isMain && (
        <Field name="remark" label="备注">
          <Input maxLength={100} />
        </Field>
      )}
    </FormDialog>
  );
}

/** The usual roles, and the one already there when it is another. */
const rolesWith = (role: string) => [...new Set([...contactRoles, role])].filter(Boolean).map((value) => ({ value, label: value }));
