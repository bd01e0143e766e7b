import { z } from 'zod';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { PlainForm } from '~/ui/form/PlainForm';
import { Button } from '~/ui/kit/Button';
import { Alert } from '~/ui/kit/Feedback';
import { NewPassword } from '../account.schema';
import type { firstPasswordView } from '../securityCalls';
import { firstPasswordSet } from '../securityCalls';
import { NewPasswordFields } from './ForgetPassword';
import { landing } from './landing';

const Fresh = z
  .object({ newPassword: NewPassword, again: z.string() })
  .refine((typed) => typed.again === typed.newPassword, { path: ['again'], message: '两次输入的密码不一致' });

/** Where the link in the message about a new account leads. */
export default function FirstPassword({ token, person }: { token: string; person: AnswerOf<typeof firstPasswordView> }) {
  if (!person.mobile)
    return (
      <div className="flex flex-col gap-5">
        <Alert tone="warn" title="链接已使用或已失效">
          可以用短信验证码直接登录；需要新的链接，请联系为您开通账号的企业重新发送。
        </Alert>
        <Button tone="primary" size="lg" href="/portal/login">
          去登录
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-2">{`${person.name}，您好。请为登录账号 ${person.mobile} 设置密码，设置后直接进入。`}</p>
      <PlainForm
        schema={Fresh}
        defaults={{ newPassword: '', again: '' }}
        ok="设置并登录"
        submit={async ({ newPassword }) => landing(await call(firstPasswordSet, { token, newPassword }))}
      >
        <NewPasswordFields account="" />
      </PlainForm>
    </div>
  );
}
