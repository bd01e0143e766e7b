import { z } from 'zod';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Input } from '~/ui/kit/Input';
import { Copyable } from '~/ui/values/Copyable';
import { SmsCode } from '../account.schema';
import * as calls from '../securityCalls';

const Code = z.object({ code: SmsCode });

export function TotpDialog({ qrSvg, secret, onClose, onCodes }: { qrSvg: string; secret: string; onClose: () => void; onCodes: (codes: string[]) => void }) {
  return (
    <FormDialog
      open
      onClose={onClose}
      title="开启动态验证码"
      ok="核对并开启"
      schema={Code}
      defaults={{ code: '' }}
      submit={async ({ code }) => {
        const { recoveryCodes } = await call(calls.totpConfirm, { code });
        // The dialog closes itself after this: what it opens next must come after.
        setTimeout(() => onCodes(recoveryCodes), 0);
      }}
    >
      <p>1. 用身份验证器应用（如微信小程序“腾讯身份验证器”、Google Authenticator）扫描二维码。</p>
      <img
        alt="动态验证码二维码"
        width={200}
        height={200}
        className="self-center rounded-md border border-line bg-white"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qrSvg)}`}
      />
      <p className="text-sm text-ink-3">
        不能扫码时手动输入密钥：
        <Copyable value={secret}>
          <span className="figures break-all">{secret}</span>
        </Copyable>
      </p>
      <Field name="code" label="2. 输入应用显示的6位数字" required>
        <Input maxLength={6} inputMode="numeric" autoComplete="one-time-code" />
      </Field>
    </FormDialog>
  );
}

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const save = () => {
    const link = document.createElement('a');
    link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(codes.join('\r\n'))}`;
    link.download = '备用码.txt';
    link.click();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="请保存备用码"
      width="sm"
      footer={
        <>
          <Button onPress={save}>下载</Button>
          <Button tone="primary" onPress={onClose}>
            我已保存
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">手机不在身边时，可用备用码代替动态验证码登录。每个只能用一次，关闭后不再显示。</p>
      <ul className="figures grid grid-cols-2 gap-2 rounded-lg bg-sunken p-4 text-center text-lg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
