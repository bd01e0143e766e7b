import { type ReactNode, useEffect, useState } from 'react';
import { call, messageOf } from '~/shell/call';
import { ActionRow } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import type { Actions, Tone } from '~/ui/kit/types';
import { formatTime } from '~/ui/values/format';
import { makePasskey, passkeysWork } from '../pickers/passkeys';
import type { Provider } from '../scan/scan.schema';
import type { SecurityState } from '../security.schema';
import * as calls from '../securityCalls';
import { AccountForm, MailForm, PasswordForm } from './SecurityForms';
import { RecoveryCodes, TotpDialog } from './TotpDialog';
import { useProof } from './useProof';

type Opened = 'password' | 'account' | 'mail' | { qrSvg: string; secret: string } | { recoveryCodes: string[] } | null;

export function Settings({ state, query }: { state: SecurityState; query: Record<string, string> }) {
  const [opened, setOpened] = useState<Opened>(null);
  const [proof, proving] = useProof();
  useFinishedScan(query);
  const close = () => setOpened(null);
  const done = (message: string) => {
    toast(message, 'ok');
    setTimeout(() => location.reload(), 600);
  };
  /** Asks, runs with proof, and shows the page as it is then. */
  const sure = async (title: string, body: string, work: () => Promise<unknown>, message: string) => {
    if (!(await confirm({ title, body, tone: 'danger', ok: '确定' }))) return;
    if (await proving(work)) done(message);
  };
  const addPasskey = async () => {
    if (!passkeysWork()) return toast('当前浏览器或网址不支持通行密钥，请使用https网址和较新的浏览器', 'error');
    const started = await proving(() => call(calls.passkeyAddOptions, {}));
    const response = started && (await makePasskey(started.options));
    if (!response) return;
    await call(calls.passkeyAdd, { ticket: started.ticket, response: response as never, name: '' });
    done('通行密钥已添加');
  };
  const startTotp = async () => {
    const started = await proving(() => call(calls.totpStart, {}));
    if (started) setOpened(started);
  };
  const renewCodes = async () => {
    const renewed = await proving(() => call(calls.recoveryRenew, {}));
    if (renewed) setOpened(renewed);
  };
  const bindScan = async (provider: Provider) => {
    const started = await proving(() => call(calls.scanBindStart, { provider }));
    if (started) location.assign(started.url);
  };
  const { passkeys, totpSince, scans } = state;
  return (
    <div className="flex flex-col">
      {proof}
      <Line
        title="登录密码"
        tag={state.passwordStrong ? ['ok', '强度合格'] : ['danger', '强度不足']}
        note={state.passwordChangedAt ? `上次修改：${formatTime(state.passwordChangedAt)}` : '建议定期更换，不与其他网站共用'}
        actions={[{ label: '修改密码', onPress: () => setOpened('password') }]}
      />
      <Line title="登录账号" note={`${state.loginAccount}，验证码发送到 ${state.mobile}`} actions={[{ label: '修改', onPress: () => setOpened('account') }]} />
      <Line
        title="邮箱"
        tag={state.email ? ['ok', '已绑定'] : ['neutral', '未绑定']}
        note={state.email || '绑定后可接收邮件通知'}
        actions={[
          { label: state.email ? '更换' : '绑定', onPress: () => setOpened('mail') },
          state.email !== '' && { label: '解绑', onPress: () => sure('解绑邮箱？', '解绑后不再收到邮件通知。', () => call(calls.unbindMail, {}), '已解绑') },
        ]}
      />
      <Line
        title="动态验证码"
        tag={totpSince ? ['ok', '已开启'] : ['neutral', '未开启']}
        note={
          totpSince
            ? `登录时须输入身份验证器应用的6位数字；剩余备用码 ${state.recoveryCodesLeft} 个`
            : '登录时在密码之外再输入手机应用上的6位数字，密码泄露也不会被盗用'
        }
        actions={
          totpSince
            ? [
                { label: '重新生成备用码', onPress: renewCodes },
                { label: '关闭', onPress: () => sure('关闭动态验证码？', '关闭后登录只需密码或短信验证码。', () => call(calls.totpStop, {}), '已关闭') },
              ]
            : [{ label: '开启', onPress: startTotp }]
        }
      />
      <Line
        title="通行密钥"
        tag={passkeys.length ? ['ok', `${passkeys.length}个`] : ['neutral', '未添加']}
        note="使用本机指纹、面容或安全密钥登录，无须输入密码"
        actions={[{ label: '添加', onPress: addPasskey }]}
      >
        {passkeys.length > 0 &&
          passkeys.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
              <span className="font-medium">{one.name}</span>
              <span className="text-ink-3">
                添加于 {formatTime(one.createdAt)}
                {one.usedAt ? `，上次使用 ${formatTime(one.usedAt)}` : '，尚未使用'}
              </span>
              <ActionRow
                size="sm"
                className="ml-auto"
                actions={[
                  {
                    label: '删除',
                    tone: 'link',
                    onPress: () => sure(`删除通行密钥“${one.name}”？`, '删除后不能再用它登录。', () => call(calls.passkeyRemove, { id: one.id }), '已删除'),
                  },
                ]}
              />
            </li>
          ))}
      </Line>
      {scans.map((scan) => (
        <Line
          key={scan.key}
          title={scan.name}
          tag={scan.bound ? ['ok', '已绑定'] : ['neutral', scan.ready ? '未绑定' : '未开通']}
          note={
            scan.bound
              ? `${scan.nickname || '已绑定'}，绑定于 ${formatTime(scan.boundAt ?? '')}`
              : scan.ready
                ? `绑定后可用${scan.name}扫码登录`
                : `本平台尚未开通${scan.name}扫码登录`
          }
          actions={[
            scan.bound
              ? {
                  label: '解绑',
                  onPress: () =>
                    sure(`解绑${scan.name}？`, `解绑后不能再用${scan.name}扫码登录。`, () => call(calls.scanUnbind, { provider: scan.key }), '已解绑'),
                }
              : scan.ready && { label: '绑定', onPress: () => bindScan(scan.key) },
          ]}
        />
      ))}
      {opened === 'password' && <PasswordForm account={state.loginAccount} onClose={close} onDone={() => done('密码已修改，其他设备已下线')} />}
      {opened === 'account' && <AccountForm proving={proving} onClose={close} onDone={() => done('修改成功')} />}
      {opened === 'mail' && <MailForm proving={proving} onClose={close} onDone={() => done('邮箱已绑定')} />}
      {opened && typeof opened === 'object' && 'secret' in opened && (
        <TotpDialog {...opened} onClose={close} onCodes={(recoveryCodes) => setOpened({ recoveryCodes })} />
      )}
      {opened && typeof opened === 'object' && 'recoveryCodes' in opened && <RecoveryCodes codes={opened.recoveryCodes} onClose={() => location.reload()} />}
    </div>
  );
}

/** The provider sent the browser back here with a code: bind, and drop it from the address. */
function useFinishedScan(query: Record<string, string>): void {
  // Once, with the address the page was opened at.
  useEffect(() => {
    const scanned = query['authCode'] ?? query['code'];
    if (!query['scan'] || !scanned) return;
    history.replaceState(null, '', location.pathname);
    call(calls.scanBind, { provider: query['scan'] as Provider, code: scanned, state: query['state'] ?? '' }).then(
      () => {
        toast('绑定成功', 'ok');
        setTimeout(() => location.reload(), 600);
      },
      (error) => toast(messageOf(error), 'error'),
    );
  }, []);
}

function Line({ title, tag, note, actions, children }: { title: string; tag?: readonly [Tone, string]; note: string; actions: Actions; children?: ReactNode }) {
  return (
    <section className="border-b border-line py-4 last:border-b-0">
      <div className="flex items-center gap-x-4">
        <div className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 text-base font-semibold">
            {title}
            {tag && <Tag tone={tag[0]}>{tag[1]}</Tag>}
          </h2>
          <p className="mt-0.5 text-sm text-ink-3">{note}</p>
        </div>
        <ActionRow actions={actions} size="sm" />
      </div>
      {children !== false && children !== undefined && <ul className="mt-2 divide-y divide-line">{children}</ul>}
    </section>
  );
}
