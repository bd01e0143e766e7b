import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CodeInput } from '~/domains/account/pickers/CodeInput';
import { PasswordInput } from '~/domains/account/pickers/PasswordInput';
import { DEALER_ORDERS } from '~/portal/href';
import { maskMobile } from '~/shared/mask';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { PlainForm } from '~/ui/form/PlainForm';
import { Button } from '~/ui/kit/Button';
import { EmptyState } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import type { InputProps } from '~/ui/kit/types';
import { formatTime } from '~/ui/values/format';
import * as calls from '../calls';
import { inviteStates } from '../onboarding';
import { type InviteView, JoinForm } from '../onboarding.schema';

interface Props {
  token: string;
  invite: InviteView;
  me: { name: string; mobile: string } | null;
}

/** What an invitation leads to: join with the account at hand, or prove a mobile number. */
export default function Join({ token, invite, me }: Props) {
  const [other, setOther] = useState(me === null);
  if (invite.state !== 'OPEN')
    return (
      <EmptyState
        kind="error"
        title={`邀请链接${inviteStates[invite.state] ?? '无效'}`}
        note="请联系向您发送链接的厂家重新邀请；已经加入的请直接登录。"
        actions={[{ label: '去登录', href: '/portal/login', tone: 'primary' }]}
      />
    );
  return (
    <div className="flex flex-col gap-5">
      <div className="rounded-lg bg-brand-soft px-4 py-3">
        <p>
          <b>{invite.tenantName}</b> 邀请 <b>{invite.customerName}</b> 加入在线订货
        </p>
        <p className="mt-1 text-sm text-ink-3">
          加入后可查看专属价格、自助下单、跟踪发货并对账。链接有效期至 {formatTime(invite.expiresAt ?? '')}，仅限一人使用。
        </p>
      </div>
      {other ? <JoinFields token={token} /> : <JoinAsMe token={token} me={me as { name: string; mobile: string }} other={() => setOther(true)} />}
    </div>
  );
}

function JoinAsMe({ token, me, other }: { token: string; me: { name: string; mobile: string }; other: () => void }) {
  const join = async () => {
    await call(calls.joinAsMe, { token });
    location.assign('/portal/temphome');
  };
  return (
    <>
      <p className="text-ink-2">
        当前登录：{me.name}（{maskMobile(me.mobile)}）
      </p>
      <Button tone="primary" size="lg" onPress={join}>
        以当前账号加入
      </Button>
      <Button onPress={other}>使用其他手机号加入</Button>
    </>
  );
}

function JoinFields({ token }: { token: string }) {
  return (
    <PlainForm
      schema={JoinForm}
      defaults={{ token, mobile: '', code: '', name: '', password: '' }}
      ok="加入并登录"
      submit={async (typed) => {
        const { user, home } = await call(calls.joinByInvite, typed);
        toast('加入成功', 'ok');
        location.assign(user.customerId === null ? home : DEALER_ORDERS);
      }}
    >
      <Field name="mobile" label="手机号" required>
        <Input maxLength={11} inputMode="tel" autoComplete="tel" placeholder="11位手机号，作为登录账号" />
      </Field>
      <Field name="code" label="验证码" required>
        <JoinCode />
      </Field>
      <Field name="name" label="姓名" hint="该手机号已有账号时可不填">
        <Input maxLength={30} autoComplete="name" />
      </Field>
      <NewPassword />
    </PlainForm>
  );
}

function JoinCode(input: InputProps) {
  const { getValues, trigger } = useFormContext<{ mobile: string }>();
  return (
    <CodeInput {...input} send={async () => ((await trigger('mobile')) ? call(calls.fetchSmsCode, { mobile: getValues('mobile'), scene: 'JOIN' }) : null)} />
  );
}

function NewPassword() {
  const account = useWatch({ name: 'mobile' }) as string;
  return (
    <Field name="password" label="设置登录密码" hint="该手机号已有账号时可不填，沿用原密码">
      <PasswordInput autoComplete="new-password" meter={{ account }} />
    </Field>
  );
}
