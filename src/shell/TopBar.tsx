import { Bell, Building, CircleUser, LogOut, Moon, ShieldCheck, Sun, UserRound, Wallet } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { MeView } from '~/portal/me.schema';
import { arriving } from '~/ui/arriving';
import { late } from '~/ui/kit/late';
import { Menu } from '~/ui/kit/Popover';
import { onNextPage } from '~/ui/kit/page';
import { Tag } from '~/ui/kit/Tag';
import type { Action } from '~/ui/kit/types';
import { barButton, Opener } from './barButton';
import { startFrame } from './frame';
import MessageBell from './MessageBell';
import { MyWork } from './MyWork';
import { useMe } from './session';
import { onSessionChanged } from './sessionChannel';
import { switchTheme } from './theme';
import { watchMe } from './watchMe';

/** Fetched when somebody moves or leaves. */
const sessionActions = () => arriving(import('./sessionActions'));
const AccountDialog = late(() => import('./AccountDialog'));
const LoginTip = late(() => import('./LoginTip'));
const RefreshDialog = late(() => import('./RefreshDialog'));

/** The dealer's money at the factory; who they are stands under their name. */
const MY_ACCOUNT = '/portal/supplyChain/dealer/account';
const identityNames = { '1': '厂家身份', '2': '经销商身份', '3': '选择身份' } as const;
/** Set by a login with a weak password. */
const TIP = 'portal:passwordTip';

export default function TopBar() {
  const me = useMe();
  const loggedIn = me !== null;
  const [account, setAccount] = useState(false);
  const [stale, setStale] = useState(false);
  const [tip, setTip] = useState(false);
  // At once: a press kept until now is made as soon as this stands.
  useLayoutEffect(startFrame, []);
  useEffect(() => {
    if (!loggedIn || sessionStorage.getItem(TIP) === null) return;
    sessionStorage.removeItem(TIP);
    setTip(true);
  }, [loggedIn]);
  useEffect(() => onNextPage(() => setAccount(false)), []);
  useEffect(() => (loggedIn ? onSessionChanged(() => setStale(true)) : undefined), [loggedIn]);
  useEffect(() => (loggedIn ? watchMe(() => setStale(true)) : undefined), [loggedIn]);
  if (!me)
    return (
      <div className="actions">
        <a className={barButton} href="/portal/login">
          登录
        </a>
      </div>
    );
  return (
    <div className="actions">
      {me.customerId !== null && (
        <a className={`${barButton} shrink-0 whitespace-nowrap max-lg:hidden`} href={MY_ACCOUNT}>
          <Wallet size={17} aria-hidden="true" />
          我的账户
        </a>
      )}
      <Places me={me} />
      <MyWork me={me} />
      <MessageBell />
      <Menu label="我的" trigger={<Opener icon={<UserRound size={17} aria-hidden="true" />} text={me.name} />} actions={mine(me, () => setAccount(true))} />
      {account && <AccountDialog onClose={() => setAccount(false)} />}
      {tip && <LoginTip onClose={() => setTip(false)} />}
      {stale && <RefreshDialog />}
    </div>
  );
}

/** The factory a dealer trades with, or the identity of a person who has both. */
function Places({ me }: { me: MeView }) {
  const choices = me.customerId === null ? me.tenants : me.customerTenants;
  const tenants: Action[] =
    choices.length > 1
      ? choices.map((one) => ({
          label: one.tenantName,
          key: one.tenantId,
          disabled: one.tenantId === me.tenantId,
          onPress: async () => (await sessionActions()).moveToTenant(one.tenantId),
        }))
      : [];
  const identities: Action[] =
    me.userType === 3
      ? (['1', '2', '3'] as const).map((one) => ({
          label: identityNames[one],
          disabled: one === me.identity,
          onPress: async () => (await sessionActions()).moveToIdentity(one),
        }))
      : [];
  const icon = <Building size={17} aria-hidden="true" />;
  const label = me.trusteeship ? '厂家授权' : me.customerId === null ? '厂家' : '经销商';
  const text = `${me.tenantName}`;
  if (tenants.length + identities.length === 0)
    return (
      <span className={`${barButton} max-md:hidden`} title={`${label} ${text}`}>
        {icon}
        {me.customerId !== null && <Tag tone={me.trusteeship ? 'brand' : 'neutral'}>{label}</Tag>}
        <span className="truncate">{text}</span>
      </span>
    );
  const labelled = (
    <>
      {icon}
      {me.customerId !== null && (
        <span className="max-md:hidden">
          <Tag tone={me.trusteeship ? 'brand' : 'neutral'}>{label}</Tag>
        </span>
      )}
    </>
  );
  return <Menu label="切换厂家或身份" trigger={<Opener icon={labelled} text={text} />} actions={[...tenants, ...identities]} />;
}

function mine(me: MeView, openAccount: () => void): Action[] {
  return [
    ...(me.customerId === null ? [] : [{ label: '我的账户', icon: <Wallet size={16} aria-hidden="true" />, href: MY_ACCOUNT }]),
    { label: '我的资料', icon: <CircleUser size={16} aria-hidden="true" />, onPress: openAccount },
    { label: '账号与安全', icon: <ShieldCheck size={16} aria-hidden="true" />, href: '/portal/account/security' },
    { label: '消息中心', icon: <Bell size={16} aria-hidden="true" />, href: '/portal/message/list' },
    { label: '浅色外观', icon: <Sun size={16} aria-hidden="true" />, onPress: () => switchTheme('light') },
    { label: '深色外观', icon: <Moon size={16} aria-hidden="true" />, onPress: () => switchTheme('dark') },
    { label: '退出登录', icon: <LogOut size={16} aria-hidden="true" />, onPress: async () => (await sessionActions()).logOut() },
  ];
}
