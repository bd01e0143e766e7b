import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ownPath } from '~/shared/ownPath';
import type { RefusalData } from '~/shared/refusal';
import { call, ENDED, isRefused, messageOf } from '~/shell/call';
import { Form } from '~/ui/form/Form';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { Tabs } from '~/ui/kit/Tabs';
import * as calls from '../calls';
import { CodeInput } from '../pickers/CodeInput';
import { PasswordInput } from '../pickers/PasswordInput';
import type { Provider } from '../scan/scan.schema';
import { type Landed, landing } from './landing';
import { OtherWays } from './OtherWays';
import { SecondStep } from './SecondStep';

type Way = 'password' | 'code';

interface Props {
  query: Record<string, string>;
  ways: readonly { key: Provider; name: string; ready: boolean }[];
  /** What became of the form when the browser posted it by itself: no script, or not yet. */
  posted?: { typed: Record<string, string>; message: string; data: RefusalData } | null | undefined;
}

export default function Login({ query, ways, posted }: Props) {
  const [way, setWay] = useState<Way>('password');
  const [account, setAccount] = useState(posted?.typed['account'] ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState(posted?.data.reason === 'SECOND_FACTOR' ? '' : (posted?.message ?? ''));
  const [notice, setNotice] = useState(posted || !ownPath(query['redirect']) ? '' : '请登录');
  const [busy, setBusy] = useState(false);
  const [ticket, setTicket] = useState(String(posted?.data['ticket'] ?? posted?.typed['ticket'] ?? ''));
  const [scanTicket, setScanTicket] = useState<string>();
  /** One entrance for every way in: what it answers, asks for next, or refuses. */
  const enter = async (work: () => Promise<Landed>) => {
    setBusy(true);
    setFailure('');
    try {
      landing(await work(), query['redirect']);
    } catch (error) {
      setBusy(false);
      const data = isRefused(error) ? error.data : {};
      if (data.reason === 'SECOND_FACTOR') return setTicket(String(data['ticket']));
      if (data.reason === 'SCAN_UNBOUND') {
        setScanTicket(String(data['scanTicket']));
        return setNotice(messageOf(error));
      }
      if (data.reason === 'WEAK_PASSWORD') return tellUpgrade(messageOf(error));
      setFailure(messageOf(error));
    }
  };
  useEffect(() => {
    try {
      if (notice && sessionStorage.getItem(ENDED)) setNotice('登录已失效，请重新登录；登录后再打开原来的页面，多数表单会恢复没有提交的内容');
      sessionStorage.removeItem(ENDED);
    } catch {}
  }, []);
  // Once, when the provider sends the browser back here.
  useEffect(() => {
    const provider = query['scan'] as Provider | undefined;
    const scanned = query['authCode'] ?? query['code'];
    if (!provider || !scanned) return;
    history.replaceState(null, '', query['redirect'] ? `?redirect=${encodeURIComponent(query['redirect'])}` : location.pathname);
    void enter(() => call(calls.loginByScan, { provider, code: scanned, state: query['state'] ?? '' }));
  }, []);
  // What was typed, or filled in by the browser, before the script came.
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const typed = (name: string) => fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
    setAccount((before) => typed('account') || before);
    setPassword((before) => typed('password') || before);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const scan = scanTicket ? { scanTicket } : {};
    void enter(() => (way === 'password' ? call(calls.login, { account, password, ...scan }) : call(calls.loginByCode, { mobile: account, code, ...scan })));
  };
  if (ticket)
    return (
      <SecondStep
        ticket={ticket}
        busy={busy}
        failure={failure}
        submit={(typed) => enter(() => call(calls.loginSecond, { ticket, code: typed }))}
        back={() => {
          setTicket('');
          setFailure('');
        }}
      />
    );
  return (
    <div ref={fields} className="flex flex-col gap-5">
      <Form worksWithoutScript onSubmit={submit} className="flex flex-col gap-4">
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
        {notice && <Alert tone="info">{notice}</Alert>}
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="flex flex-col gap-1.5">
          <label className="text-sm text-ink-2" htmlFor="login-account">
            {way === 'password' ? '账号' : '手机号'}
          </label>
          <Input
            id="login-account"
            name="account"
            value={account}
            onChange={setAccount}
            autoComplete="username"
            placeholder={way === 'password' ? '手机号或登录账号' : '11位手机号'}
          />
        </div>
        {way === 'password' ? (
          <div>
            <div className="mb-1.5 flex justify-between text-sm">
              <label className="text-ink-2" htmlFor="login-password">
                密码
              </label>
              <a href="/portal/forgetPassword">忘记密码？</a>
            </div>
            <PasswordInput id="login-password" name="password" value={password} onChange={setPassword} />
          </div>
        ) : (
          <div className="flex flex-col gap-1.5">
            <label className="text-sm text-ink-2" htmlFor="login-code">
              验证码
            </label>
            <div>
              <CodeInput id="login-code" name="code" value={code} onChange={setCode} send={() => call(calls.sendLoginCode, { mobile: account })} />
            </div>
          </div>
        )}
        <Button type="submit" tone="primary" size="lg" loading={busy}>
          登录
        </Button>
      </Form>
      <noscript>
        <p className="text-sm text-ink-3">浏览器未启用 JavaScript，只能使用账号密码登录；登录后的多数操作也需要启用。</p>
      </noscript>
      <OtherWays ways={ways} redirect={ownPath(query['redirect'])} enter={enter} failed={setFailure} />
      <p className="text-center text-sm text-ink-3">
        还没有账号？
        <a className="underline" href="/portal/register">
          注册企业
        </a>
      </p>
    </div>
  );
}

/** The notice of the security upgrade: a weak password no longer opens the door. */
async function tellUpgrade(message: string): Promise<void> {
  if (await confirm({ title: '密码安全升级通知', body: message, ok: '立即修改', cancel: '暂不修改' })) location.assign('/portal/forgetPassword');
}
