import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import * as calls from '../calls';
import { BindForm, type CustomerDetail } from '../customer.schema';

/** Gives a phone number the customer's account. */
export default function BindDialog({ customer, onClose, onDone }: { customer: CustomerDetail; onClose: () => void; onDone: () => void }) {
  return (
    <FormDialog
      open
      onClose={onClose}
      title="绑定账号"
      schema={BindForm}
      defaults={{ mobile: '', name: customer.contactName }}
      submit={async (values) => {
        const { created } = await call(calls.customerBind, { ...values, customerId: customer.id });
        toast(created ? '已开通账号，设置密码的链接将以短信发送' : '已绑定该手机号的现有账号，用原密码登录', 'ok');
        onDone();
      }}
    >
      <Field name="mobile" label="手机号" required hint="没有账号的手机号将自动开通，并收到一条短信，打开其中的链接设置密码（7天内有效）；也可用短信验证码登录">
        <Input maxLength={11} />
      </Field>
      <Field name="name" label="姓名" required>
        <Input maxLength={30} />
      </Field>
    </FormDialog>
  );
}
