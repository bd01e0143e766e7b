import { useFormContext, useWatch } from 'react-hook-form';
import { CodeInput } from '~/domains/account/pickers/CodeInput';
import { PasswordInput } from '~/domains/account/pickers/PasswordInput';
import { PlaceInput } from '~/domains/region/pickers/PlaceInput';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { PlainForm } from '~/ui/form/PlainForm';
import { Checkbox } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import type { InputProps } from '~/ui/kit/types';
import * as calls from '../calls';
import { blankRegister } from '../onboarding';
import { RegisterForm } from '../onboarding.schema';

/** Company first, then the person who administers it; both are checked while they are typed. */
export default function Register() {
  return (
    <div className="flex flex-col gap-5">
      <PlainForm
        schema={RegisterForm}
        defaults={blankRegister}
        ok="注册并开通"
        submit={async (typed) => {
          await call(calls.register, typed);
          location.assign('/portal/supplyChain/factory/guide');
        }}
      >
        <CompanyFields />
        <h2 className="mt-2 border-t border-line pt-4 text-lg font-semibold">管理员账号</h2>
        <Field name="name" label="姓名" required>
          <Input maxLength={30} autoComplete="name" />
        </Field>
        <Field name="mobile" label="手机号" required hint="作为登录账号">
          <MobileInput />
        </Field>
        <Field name="code" label="验证码" required>
          <RegisterCode />
        </Field>
        <AccountPassword />
        <Field name="agreement" label="协议" required>
          <Agreement />
        </Field>
      </PlainForm>
      <p className="text-center text-sm text-ink-3">注册不收费；是否收取服务费由平台运营方决定，以与您签订的合同为准</p>
      <p className="text-center text-sm text-ink-3">
        已有账号？
        <a className="underline" href="/portal/login">
          直接登录
        </a>
      </p>
    </div>
  );
}

function CompanyFields() {
  return (
    <>
      <h2 className="text-lg font-semibold">企业信息</h2>
      <Field name="companyName" label="企业名称" required>
        <Input maxLength={60} autoComplete="organization" placeholder="与营业执照一致" />
      </Field>
      <Field name="uscc" label="统一社会信用代码" required>
        <UsccInput />
      </Field>
      <Field name="province" label="所在地区" required>
        <PlaceInput />
      </Field>
      <Field name="address" label="详细地址">
        <Input maxLength={120} autoComplete="street-address" />
      </Field>
    </>
  );
}

/** Asks the server whether the company is known as soon as name and code are complete. */
function UsccInput({ onBlur, ...input }: InputProps) {
  const { getValues, trigger, setError } = useFormContext<RegisterForm>();
  const check = async () => {
    onBlur?.();
    if (!(await trigger(['companyName', 'uscc']))) return;
    const { companyName, uscc } = getValues();
    await call(calls.saasValidate, { companyName, uscc }).catch((error: { data?: { fields?: Partial<Record<keyof RegisterForm, string>> } }) => {
      for (const [field, message] of Object.entries(error.data?.fields ?? {})) setError(field as keyof RegisterForm, { type: 'server', message });
    });
  };
  return <Input {...input} onBlur={() => void check()} maxLength={40} placeholder="18位，见营业执照" />;
}

function MobileInput({ onBlur, ...input }: InputProps) {
  const { getValues, trigger, setError } = useFormContext<RegisterForm>();
  const check = async () => {
    onBlur?.();
    if (!(await trigger('mobile'))) return;
    const known = await call(calls.verifyPhone, { mobile: getValues('mobile') }).catch(() => null);
    if (known?.isRegister) setError('mobile', { type: 'server', message: '该手机号已注册，请直接登录' });
  };
  return <Input {...input} onBlur={() => void check()} maxLength={11} inputMode="tel" autoComplete="tel" placeholder="11位手机号" />;
}

function RegisterCode(input: InputProps) {
  const { getValues, trigger } = useFormContext<RegisterForm>();
  return (
    <CodeInput
      {...input}
      send={async () => ((await trigger('mobile')) ? call(calls.fetchSmsCode, { mobile: getValues('mobile'), scene: 'REGISTER' }) : null)}
    />
  );
}

function AccountPassword() {
  const account = useWatch({ name: 'mobile' }) as string;
  return (
    <Field name="password" label="登录密码" required>
      <PasswordInput autoComplete="new-password" meter={{ account }} />
    </Field>
  );
}

function Agreement({ value, onChange, ...input }: InputProps) {
  return (
    <Checkbox {...input} checked={value === 'true'} onChange={(on) => onChange?.(on ? 'true' : 'false')}>
      <span>
        我已阅读并同意
        <a href="/portal/legal/agreement" target="_blank" rel="noopener">
          《用户协议》
        </a>
        和
        <a href="/portal/legal/privacy" target="_blank" rel="noopener">
          《隐私政策》
        </a>
      </span>
    </Checkbox>
  );
}
