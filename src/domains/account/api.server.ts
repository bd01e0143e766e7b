import type { Me } from '~/portal/me';
import { menuOf, railOf } from '~/portal/menu';
import { screens } from '~/portal/screens';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { serve, serveOpen } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import * as calls from './calls';
import { type Entered, loginByCode, loginByPassword, logout, sendCode, switchIdentity, switchTenant } from './login.server';

const view = (me: Me) => ({ ...me, permissions: [...me.permissions], apps: [...me.apps], tenants: [...me.tenants], customerTenants: [...me.customerTenants] });
const entered = ({ me, home, passwordWeak }: Entered) => ({ home, passwordWeak, user: view(me) });

serveOpen(calls.login, async (_, input, request) => entered(await loginByPassword(input, request)));
serveOpen(calls.sendLoginCode, (_, input, request) => sendCode(input.mobile, 'LOGIN', request));
serveOpen(calls.loginByCode, async (_, input, request) => entered(await loginByCode(input, request)));
serveOpen(calls.logout, (_, __, request) => logout(request));
serveOpen(calls.userInfo, async (me) => view(me as Me));
serveOpen(calls.menuTree, async (me) => menuTreeOf(me as Me));
serveOpen(calls.trusteeship, async (me) => ({ isTrusteeship: (me as Me).trusteeship, name: (me as Me).tenantName }));
serveOpen(calls.switchTenant, async (me, input, request) => entered(await switchTenant(me as Me, input.tenantId, request)));
serveOpen(calls.switchIdentity, async (me, input, request) => entered(await switchIdentity(me as Me, input.identity, request)));
serve(calls.myProfile, (tx, me) => profileOf(tx, me));
serve(calls.renameMe, async (tx, me, input) => {
  const before = await profileOf(tx, me);
  await tx.updateTable('account').set({ name: input.name, email: input.email }).where('id', '=', me.accountId).execute();
  await audit(tx, me, {
    action: '修改资料',
    subjectType: 'account',
    subjectId: me.accountId,
    before: { name: before.name, email: before.email },
    after: input,
  });
  forgetSessions();
  return view({ ...me, name: input.name });
});

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

function menuTreeOf(me: Me) {
  const codeOf = (path: string): string => screens.find((screen) => screen.path === path)?.codes?.[0] ?? '';
  return railOf(me).map((app) => ({
    name: app.name,
    menuTag: app.key,
    permissionCode: '',
    path: app.path,
    subMenu: menuOf(me, app.key).flatMap((group) =>
      group.items.map((item) => ({ name: item.title, menuTag: item.path.split('/').slice(-2).join('_'), permissionCode: codeOf(item.path), path: item.path })),
    ),
  }));
}
