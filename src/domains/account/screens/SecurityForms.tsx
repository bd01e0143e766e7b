import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Mobile } from '~/shared/fields.schema';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Input } from '~/ui/kit/Input';
import type { InputProps } from '~/ui/kit/types';
import { NewPassword, SmsCode } from '../account.schema';
import { CodeInput } from '../pickers/CodeInput';
import { PasswordInput } from '../pickers/PasswordInput';
import { MailAddress } from '../security.schema';
import * as calls from '../securityCalls';
import { NewPasswordFields } from './ForgetPassword';

interface Closing {
  onClose: () => void;
  onDone: () => void;
}
interface Proving extends Closing {
  proving: <T>(work: () => Promise<T>) => Promise<T | undefined>;
}

const PasswordChange = z
  .object({ oldPassword: z.string().min(1, '请输入原密码'), newPassword: NewPassword, again: z.string() })
  .refine((typed) => typed.again === typed.newPassword, { path: ['again'], message: '两次输入的密码不一致' });

export function PasswordForm({ account, onClose, onDone }: Closing & { account: string }) {
  return (
    <FormDialog
      open
      onClose={onClose}
      title="修改密码"
      schema={PasswordChange}
      defaults={{ oldPassword: '', newPassword: '', again: '' }}
      submit={async ({ oldPassword, newPassword }) => {
        await call(calls.changePassword, { oldPassword, newPassword });
        onDone();
      }}
    >
      <Field
        name="oldPassword"
        label="原密码"
        required
        hint={
          <>
            忘记或从未设置过？<a href="/portal/forgetPassword">用短信验证码重置</a>
          </>
        }
      >
        <PasswordInput />
      </Field>
      <NewPasswordFields account={account} />
    </FormDialog>
  );
}

const AccountChange = z.object({ newLoginAccount: Mobile, code: SmsCode });

export function AccountForm({ proving, onClose, onDone }: Proving) {
  return (
    <FormDialog
      open
      onClose={onClose}
      title="修改登录账号"
      schema={AccountChange}
      defaults={{ newLoginAccount: '', code: '' }}
      submit={async (typed) => {
        if (await proving(() => call(calls.changeLoginAccount, typed))) onDone();
      }}
    >
      <Field name="newLoginAccount" label="新登录账号" required hint="11位手机号，以后的验证码也发送到该号码">
        <Input maxLength={11} inputMode="tel" autoComplete="tel" />
      </Field>
      <Field name="code" label="验证码" required>
        <AccountCode />
      </Field>
    </FormDialog>
  );
}

function AccountCode(input: InputProps) {
  const { getValues, trigger } = useFormContext<{ newLoginAccount: string }>();
  return (
    <CodeInput
      {...input}
      send={async () => ((await trigger('newLoginAccount')) ? call(calls.sendAccountCode, { newLoginAccount: getValues('newLoginAccount') }) : null)}
    />
  );
}

const MailChange = z.object({ email: MailAddress, code: SmsCode });

export function MailForm({ proving, onClose, onDone }: Proving) {
  return (
    <FormDialog
      open
      onClose={onClose}
      title="绑定邮箱"
      schema={MailChange}
      defaults={{ email: '', code: '' }}
      submit={async (typed) => {
        if (await proving(() => call(calls.bindMail, typed))) onDone();
      }}
    >
      <Field name="email" label="邮箱" required>
        <Input type="email" maxLength={100} autoComplete="email" />
      </Field>
      <Field name="code" label="验证码" required hint="发送到上面的邮箱">
        <MailCode proving={proving} />
      </Field>
    </FormDialog>
  );
}

function MailCode({ proving, ...input }: InputProps & Pick<Proving, 'proving'>) {
  const { getValues, trigger } = useFormContext<{ email: string }>();
  return (
    <CodeInput
      {...input}
      send={async () => ((await trigger('email')) ? ((await proving(() => call(calls.sendMailCode, { email: getValues('email') }))) ?? null) : null)}
    />
  );
}
