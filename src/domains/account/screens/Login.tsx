import { type FormEvent, useEffect, useState } from 'react';
import { call, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Alert } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { Tabs } from '~/ui/kit/Tabs';
import * as calls from '../calls';

type Way = 'password' | 'code';

/** Only a path of this site may be returned to. */
export function safeRedirect(target: string | undefined, fallback: string): string {
  return target && /^\/(?![/\\])/.test(target) && !target.startsWith('/portal/login') ? target : fallback;
}

export default function Login({ redirect }: { redirect?: string | undefined }) {
  const [way, setWay] = useState<Way>('password');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure('');
    try {
      const { home } = way === 'password' ? await call(calls.login, { account, password }) : await call(calls.loginByCode, { mobile: account, code });
      location.assign(safeRedirect(redirect, home));
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      <Tabs
        value={way}
        onChange={(next) => {
          setWay(next as Way);
          setFailure('');
        }}
        items={[
          { value: 'password', label: '密码登录' },
          { value: 'code', label: '短信登录' },
        ]}
      />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <label className="flex flex-col gap-1.5 text-sm text-ink-2" htmlFor="login-account">
        {way === 'password' ? '账号' : '手机号'}
        <Input
          id="login-account"
          name="account"
          value={account}
          onChange={setAccount}
          autoComplete="username"
          placeholder={way === 'password' ? '手机号或登录账号' : '11位手机号'}
        />
      </label>
      {way === 'password' ? (
        <label className="flex flex-col gap-1.5 text-sm text-ink-2" htmlFor="login-password">
          密码
          <Input
            id="login-password"
            name="password"
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="current-password"
            placeholder="请输入密码"
          />
        </label>
      ) : (
        <div className="flex flex-col gap-1.5 text-sm text-ink-2">
          <label htmlFor="login-code">验证码</label>
          <div className="flex gap-2">
            <Input id="login-code" name="code" value={code} onChange={setCode} inputMode="numeric" autoComplete="one-time-code" placeholder="6位短信验证码" />
            <SendCode mobile={account} failed={setFailure} />
          </div>
        </div>
      )}
      <Button type="submit" tone="primary" size="lg" loading={busy}>
        登录
      </Button>
    </form>
  );
}

function SendCode({ mobile, failed }: { mobile: string; failed: (message: string) => void }) {
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const send = async () => {
    failed('');
    try {
      setWait((await call(calls.sendLoginCode, { mobile })).waitSeconds);
    } catch (error) {
      failed(messageOf(error));
    }
  };
  return (
    <Button type="button" disabled={wait > 0} onPress={send}>
      {wait > 0 ? `${wait}秒后重发` : '获取验证码'}
    </Button>
  );
}
