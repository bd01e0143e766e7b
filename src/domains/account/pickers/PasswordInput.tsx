import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from '~/ui/kit/cx';
import { Input } from '~/ui/kit/Input';
import type { InputProps } from '~/ui/kit/types';
import { passwordProblems, passwordStrength, strengthNames } from '../account';

interface Props extends InputProps {
  autoComplete?: 'current-password' | 'new-password';
  /** For a new password: shows how strong it is; the account it must not contain. */
  meter?: { account: string };
}

const colours = ['bg-sunken', 'bg-danger', 'bg-warn', 'bg-ok', 'bg-ok'] as const;

export function PasswordInput({ meter, autoComplete = 'current-password', ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Input
        {...input}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        maxLength={64}
        suffix={
          <button
            type="button"
            aria-label={shown ? '隐藏密码' : '显示密码'}
            aria-pressed={shown}
            className="inline-flex p-0.5 text-ink-3 hover:text-ink"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </button>
        }
      />
      {meter && <Meter password={input.value ?? ''} account={meter.account} />}
    </>
  );
}

function Meter({ password, account }: { password: string; account: string }) {
  const strength = passwordStrength(password, account);
  const [problem] = password ? passwordProblems(password, account) : [];
  return (
    <div className="mt-1.5 flex flex-col gap-1 text-sm text-ink-3">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={cx('h-1 flex-1 rounded-full', step <= strength ? colours[strength] : 'bg-line')} />
        ))}
      </span>
      <span aria-live="polite">
        {strength === 0 ? '至少8个字符，含大小写字母、数字、符号中的三种' : `强度${strengthNames[strength]}${problem ? `：${problem}` : ''}`}
      </span>
    </div>
  );
}
