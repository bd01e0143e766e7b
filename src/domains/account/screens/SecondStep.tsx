import { useState } from 'react';
import { Form } from '~/ui/form/Form';
import { Button } from '~/ui/kit/Button';
import { Alert } from '~/ui/kit/Feedback';
import { Input } from '~/ui/kit/Input';
import { plainClick } from '~/ui/kit/plainClick';

interface Props {
  /** Of the first step; travels in the form where there is no script. */
  ticket: string;
  busy: boolean;
  failure: string;
  submit: (code: string) => void;
  back: () => void;
}

/** The code of the authenticator app, or a recovery code when the phone is not at hand. */
export function SecondStep({ ticket, busy, failure, submit, back }: Props) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  return (
    <Form
      worksWithoutScript
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit(code);
      }}
    >
      <input type="hidden" name="ticket" value={ticket} />
      <p className="text-ink-2">{recovery ? '请输入一个未使用过的备用码。' : '请打开手机上的身份验证器应用，输入当前显示的6位动态验证码。'}</p>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-col gap-1.5">
        <label className="text-sm text-ink-2" htmlFor="second-code">
          {recovery ? '备用码' : '动态验证码'}
        </label>
        <Input
          id="second-code"
          name="code"
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          maxLength={recovery ? 20 : 6}
          {...(recovery ? {} : { inputMode: 'numeric' as const })}
          placeholder={recovery ? '如 abcde-fghjk' : '6位数字'}
        />
      </div>
      <Button type="submit" tone="primary" size="lg" loading={busy}>
        验证并登录
      </Button>
      <div className="flex justify-between text-sm">
        <a
          href="/portal/login"
          onClick={(event) => {
            if (!plainClick(event)) return;
            event.preventDefault();
            back();
          }}
        >
          返回重新登录
        </a>
        <button
          type="button"
          className="text-brand"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
          }}
        >
          {recovery ? '使用动态验证码' : '使用备用码'}
        </button>
      </div>
    </Form>
  );
}
