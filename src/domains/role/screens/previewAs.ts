import { call } from '~/shell/call';
import { sessionChanged } from '~/shell/sessionChannel';
import { confirm } from '~/ui/kit/confirm';
import { previewStart } from '../calls';

/** Opens the home page as the role would see it; the banner on every page leads back. */
export async function previewAs(role: { id: string; name: string }): Promise<void> {
  const body = '您将看到该角色的菜单、按钮、数据和隐藏字段，期间不能修改任何数据。“本人”“本部门”按您自己的归属计算。可随时从页面顶部退出。';
  if (!(await confirm({ title: `以“${role.name}”预览？`, body, ok: '开始预览' }))) return;
  const { home } = await call(previewStart, { id: role.id });
  sessionChanged();
  location.assign(home);
}
