import { Field } from '~/ui/form/Field';
import { Input } from '~/ui/kit/Input';

/** What stands on an invoice about its buyer, as fields `title`, `taxNo`, `bank`, `bankAccount`, `address`, `phone` and `email` of the form around. */
export function TitleFields({ taxNoHint, accountHint }: { taxNoHint: string; accountHint?: string | undefined }) {
  return (
    <>
      <Field name="title" label="开票抬头" required>
        <Input maxLength={60} />
      </Field>
      <Field name="taxNo" label="税号" hint={taxNoHint}>
        <Input maxLength={20} />
      </Field>
      <Field name="bank" label="开户行">
        <Input maxLength={60} />
      </Field>
      <Field name="bankAccount" label="银行账号" {...(accountHint ? { hint: accountHint } : {})}>
        <Input maxLength={40} />
      </Field>
      <Field name="address" label="注册地址">
        <Input maxLength={120} />
      </Field>
      <Field name="phone" label="注册电话">
        <Input maxLength={20} />
      </Field>
      <Field name="email" label="收票邮箱">
        <Input type="email" maxLength={100} />
      </Field>
    </>
  );
}
