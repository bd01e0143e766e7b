import { type ReactElement, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call, isRefused } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { RadioGroup } from '~/ui/kit/Checks';
import type { InputProps } from '~/ui/kit/types';
import { CodeInput } from '../pickers/CodeInput';
import { PasswordInput } from '../pickers/PasswordInput';
import * as calls from '../securityCalls';

const ProofForm = z.object({ way: z.enum(['password', 'code']), password: z.string(), code: z.string() }).superRefine(({ way, password, code }, context) => {
  if (way === 'password' && password === '') context.addIssue({ code: 'custom', path: ['password'], message: '请输入密码' });
  if (way === 'code' && !/^\d{6}$/.test(code)) context.addIssue({ code: 'custom', path: ['code'], message: '请输入6位验证码' });
});

/**
 * Runs what the server may want proof for: when it does, asks for the password or a code and runs it again.
 * Resolves to undefined when the person gives up. The element must be mounted.
 */
export function useProof(): [ReactElement, <T>(work: () => Promise<T>) => Promise<T | undefined>] {
  const [asking, setAsking] = useState<((proved: boolean) => void) | null>(null);
  const prove = () => new Promise<boolean>((resolve) => setAsking(() => resolve));
  const settle = (proved: boolean) => {
    asking?.(proved);
    setAsking(null);
  };
  const run = async <T,>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isRefused(error) || error.data.reason !== 'PROVE_SELF') throw error;
      return (await prove()) ? run(work) : undefined;
    }
  };
  const dialog = (
    <FormDialog
      open={asking !== null}
      onClose={() => settle(false)}
      title="验证身份"
      ok="验证"
      width="sm"
      schema={ProofForm}
      defaults={{ way: 'password' as 'password' | 'code', password: '', code: '' }}
      submit={async ({ way, password, code }) => {
        await call(calls.proveSelf, way === 'password' ? { password } : { code });
        settle(true);
      }}
    >
      <p className="text-sm text-ink-3">为保障账号安全，继续前请先证明是您本人。</p>
      <Field name="way" label="验证方式">
        <RadioGroup
          options={[
            { value: 'password', label: '登录密码' },
            { value: 'code', label: '短信验证码' },
          ]}
        />
      </Field>
      <ProofInput />
    </FormDialog>
  );
  return [dialog, run];
}

function ProofInput() {
  return useWatch({ name: 'way' }) === 'password' ? (
    <Field name="password" label="登录密码" required>
      <PasswordInput />
    </Field>
  ) : (
    <Field name="code" label="验证码" required hint="发送到本账号绑定的手机号">
      <OwnCode />
    </Field>
  );
}

const OwnCode = (input: InputProps) => <CodeInput {...input} send={() => call(calls.sendProofCode, {})} />;
