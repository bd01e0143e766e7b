import { KeyRound, ScanQrCode } from 'lucide-react';
import { call, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import * as calls from '../calls';
import { passkeysWork, usePasskey } from '../pickers/passkeys';
import type { Provider } from '../scan/scan.schema';
import type { Landed } from './landing';

interface Props {
  ways: readonly { key: Provider; name: string; ready: boolean }[];
  redirect: string;
  enter: (work: () => Promise<Landed>) => Promise<unknown>;
  failed: (message: string) => void;
}

/** Scan and passkey; a way this portal has no contract for says so when pressed. */
export function OtherWays({ ways, redirect, enter, failed }: Props) {
  const scan = async (provider: Provider) => {
    failed('');
    try {
      location.assign((await call(calls.loginScanStart, { provider, redirect })).url);
    } catch (error) {
      failed(messageOf(error));
    }
  };
  const passkey = async () => {
    failed('');
    if (!passkeysWork()) return failed('当前浏览器或网址不支持通行密钥，请使用其他方式登录');
    const { options, ticket } = await call(calls.passkeyLoginOptions, {});
    const response = await usePasskey(options);
    if (response) await enter(() => call(calls.loginByPasskey, { ticket, response: response as never }));
  };
  return (
    <div>
      <div className="mb-3 flex items-center gap-3 text-sm text-ink-3">
        <span className="h-px flex-1 bg-line" />
        其他登录方式
        <span className="h-px flex-1 bg-line" />
      </div>
      <div className="grid grid-cols-3 gap-2">
        {ways.map((way) => (
          <Button key={way.key} icon={<ScanQrCode size={16} aria-hidden />} onPress={() => scan(way.key)}>
            {way.name}
          </Button>
        ))}
        <Button icon={<KeyRound size={16} aria-hidden />} onPress={passkey}>
          通行密钥
        </Button>
      </div>
    </div>
  );
}
