import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { menuOf, railOf } from '~/portal/menu';
import { tagOf } from '~/portal/menuTags';
import { ORDER_MANAGE } from '~/portal/permissions';
import { screens } from '~/portal/screens';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { serve, serveOpen } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import { type Preferences, preferencesOf } from '~/shared/preferences.schema';
import * as calls from './calls';
import { enteredView, personView } from './entrance.server';
import { loginByCode, loginByPassword, logout, sendLoginCode } from './login.server';
import { switchIdentity, switchTenant } from './move.server';
import { loginByPasskey, passkeyLoginOptions } from './passkey.server';
import { endPreview } from './preview.server';
import { loginByScan, scanWays, startScan } from './scan/scan.server';
import { loginSecond } from './secondFactor.server';
import * as subjects from './subjects';

const moved = ({ me, home }: { me: Me; home: string }) => ({ home, user: personView(me) });

serveOpen(calls.login, async (_, input, request) => enteredView(await loginByPassword(input, request)));
serveOpen(calls.sendLoginCode, (_, input, request) => sendLoginCode(input.mobile, request));
serveOpen(calls.loginByCode, async (_, input, request) => enteredView(await loginByCode(input, request)));
serveOpen(calls.loginSecond, async (_, input, request) => enteredView(await loginSecond(input, request)));
serveOpen(calls.scanWays, async () => scanWays());
serveOpen(calls.loginScanStart, (_, input, request) => startScan(null, input, request));
serveOpen(calls.loginByScan, async (_, input, request) => enteredView(await loginByScan(input, request)));
serveOpen(calls.passkeyLoginOptions, (_, __, request) => passkeyLoginOptions(request));
serveOpen(calls.loginByPasskey, async (_, input, request) => enteredView(await loginByPasskey(input, request)));
serveOpen(calls.logout, (me, _, request) => logout(me, request));
serveOpen(calls.userInfo, async (me) => infoOf(me as Me));
serveOpen(calls.menuTree, async (me) => menuTreeOf(me as Me));
serveOpen(calls.trusteeship, async (me) => ({ isTrusteeship: (me as Me).trusteeship, name: (me as Me).tenantName }));
serveOpen(calls.switchTenant, async (me, input, request) => moved(await switchTenant(me as Me, input.tenantId, request)));
serveOpen(calls.switchIdentity, async (me, input, request) => moved(await switchIdentity(me as Me, input.identity, request)));
serveOpen(calls.previewEnd, (me, _, request) => endPreview(me as Me, request));
serve(calls.myProfile, (tx, me) => profileOf(tx, me));
serve(calls.preferMine, (tx, me, input) => prefer(tx, me, input));
serve(calls.renameMe, async (tx, me, input) => {
  const before = await profileOf(tx, me);
  await tx.updateTable('account').set({ name: input.name }).where('id', '=', me.accountId).execute();
  await audit(tx, me, {
    action: '修改资料',
    subject: subjects.account,
    id: me.accountId,
    before: { name: before.name },
    after: input,
  });
  forgetSessions();
  return personView({ ...me, name: input.name });
});

/** Changes what is given and keeps the rest; nothing anybody else sees depends on it, so it leaves no trace in the audit log. */
async function prefer(tx: Tx, me: Me, input: Preferences): Promise<Preferences> {
  const { preferences } = await tx
    .updateTable('account')
    .set({ preferences: sql`preferences || ${JSON.stringify(input)}::jsonb` })
    .where('id', '=', me.accountId)
    .returning('preferences')
    .executeTakeFirstOrThrow();
  forgetSessions();
  return preferencesOf(preferences);
}

async function profileOf(tx: Tx, me: Me) {
  const account = await tx.selectFrom('account').select(['name', 'mobile', 'login_account', 'email']).where('id', '=', me.accountId).executeTakeFirstOrThrow();
  return {
    name: account.name,
    mobile: account.mobile,
    loginAccount: account.login_account,
    email: account.email ?? '',
    company: me.customerId ? me.customerName : me.tenantName,
  };
}

const infoOf = (me: Me) => ({
  ...personView(me),
  memberId: me.memberId,
  corporationId: me.customerId ?? me.tenantId.toString(),
  company: me.customerId ? me.customerName : me.tenantName,
  sysCustomerId: me.customerId,
});

function menuTreeOf(me: Me) {
  const codeOf = (path: string): string => {
    const screen = screens.find((one) => one.path === path);
    return screen?.codes?.[0] ?? (screen?.who === 'dealer' ? ORDER_MANAGE : '');
  };
  return railOf(me).map((app) => ({
    name: app.name,
    menuTag: app.tag,
    permissionCode: '',
    path: app.path,
    subMenu: menuOf(me, app.key).map(({ name, tag, icon, items }) => ({
      name,
      menuTag: tag,
      icon,
      permissionCode: '',
      path: items[0]?.path ?? '',
      subMenu: items.map((item) => ({ name: item.title, menuTag: tagOf(item.path) ?? '', permissionCode: codeOf(item.path), path: item.path })),
    })),
  }));
}
