import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Mobile } from '~/shared/fields.schema';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { PlainForm } from '~/ui/form/PlainForm';
import { Button } from '~/ui/kit/Button';
import { Alert } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { Steps } from '~/ui/kit/Steps';
import { NewPassword, SmsCode } from '../account.schema';
import { CodeInput } from '../pickers/CodeInput';
import { PasswordInput } from '../pickers/PasswordInput';
import * as calls from '../securityCalls';

const Proof = z.object({ mobile: Mobile, code: SmsCode });
const Fresh = z
  .object({ newPassword: NewPassword, again: z.string() })
  .refine((typed) => typed.again === typed.newPassword, { path: ['again'], message: '两次输入的密码不一致' });

const steps = [{ title: '验证手机' }, { title: '设置新密码' }, { title: '完成' }];

export default function ForgetPassword() {
  const [proof, setProof] = useState<z.input<typeof Proof> | null>(null);
  const [done, setDone] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <Steps items={steps} current={done ? 3 : proof ? 1 : 0} />
      {done ? (
        <>
          <Alert tone="ok" title="密码已重置">
            为保障安全，该账号在全部设备上的登录已失效，请使用新密码登录。
          </Alert>
          <Button tone="primary" size="lg" href="/portal/login">
            去登录
          </Button>
        </>
      ) : proof ? (
        <PlainForm
          key="fresh"
          schema={Fresh}
          defaults={{ newPassword: '', again: '' }}
          ok="重置密码"
          submit={async ({ newPassword }) => {
            await call(calls.resetPassword, { ...proof, newPassword });
            setDone(true);
          }}
        >
          <NewPasswordFields account={proof.mobile} />
        </PlainForm>
      ) : (
        <PlainForm
          key="proof"
          schema={Proof}
          defaults={{ mobile: '', code: '' }}
          ok="下一步"
          submit={async (typed) => {
            await call(calls.confirmResetCode, typed);
            setProof(typed);
          }}
        >
          <Field name="mobile" label="手机号" required>
            <Input maxLength={11} inputMode="tel" autoComplete="username" placeholder="注册时的11位手机号" />
          </Field>
          <Field name="code" label="验证码" required>
            <ResetCode />
          </Field>
        </PlainForm>
      )}
      {!done && (
        <p className="text-center text-sm">
          <a href="/portal/login">返回登录</a>
        </p>
      )}
    </div>
  );
}

function ResetCode(input: object) {
  const { getValues, trigger } = useFormContext<{ mobile: string }>();
  return <CodeInput {...input} send={async () => ((await trigger('mobile')) ? call(calls.sendResetCode, { mobile: getValues('mobile') }) : null)} />;
}

export function NewPasswordFields({ account }: { account: string }) {
  return (
    <>
      <Field name="newPassword" label="新密码" required>
        <PasswordInput autoComplete="new-password" meter={{ account }} />
      </Field>
      <Field name="again" label="再次输入新密码" required>
        <PasswordInput autoComplete="new-password" />
      </Field>
    </>
  );
}
