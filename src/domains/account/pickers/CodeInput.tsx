import { useEffect, useState } from 'react';
import { messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Input } from '~/ui/kit/Input';
import type { InputProps } from '~/ui/kit/types';

interface Props extends InputProps {
  /** Sends a code; rejecting shows the sentence below. Answering null means the address itself is not right yet. */
  send: () => Promise<{ waitSeconds: number; demoCode?: string | undefined } | null>;
}

/** Six digits and the button that sends them, with the seconds until it may be pressed again. */
export function CodeInput({ send, ...input }: Props) {
  const [wait, setWait] = useState(0);
  const [failure, setFailure] = useState('');
  const [demo, setDemo] = useState('');
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const press = async () => {
    setFailure('');
    try {
      const sent = await send();
      if (!sent) return;
      setWait(sent.waitSeconds);
      setDemo(sent.demoCode ?? '');
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <>
      <div className="flex gap-2">
        <Input {...input} inputMode="numeric" autoComplete="one-time-code" maxLength={6} placeholder="6位验证码" className="min-w-0 flex-1" />
        <Button type="button" disabled={wait > 0} onPress={press}>
          {wait > 0 ? `${wait}秒后重发` : '获取验证码'}
        </Button>
      </div>
      {failure && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {failure}
        </p>
      )}
      {demo && (
        <p role="status" className="mt-1 text-sm text-ink-3">
          演示环境未接入短信与邮件，本次验证码：<b className="figures">{demo}</b>
        </p>
      )}
    </>
  );
}
