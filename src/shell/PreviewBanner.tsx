import { Eye } from 'lucide-react';
import { arriving } from '~/ui/arriving';
import { Button } from '~/ui/kit/Button';

/** Stands above every page while an administrator looks at the portal as a role, or a prospect looks around the demo company. */
export default function PreviewBanner({ role }: { role: { roleName: string; visit?: boolean | undefined } }) {
  const leave = async () => {
    const { leavePreview, logOut } = await arriving(import('./sessionActions'));
    return role.visit ? logOut() : leavePreview();
  };
  return (
    <aside className="preview-banner" aria-label={role.visit ? '演示参观' : '角色预览'}>
      <Eye aria-hidden size={17} />
      {role.visit ? (
        <p>您正在参观演示企业，只能查看，不能修改数据；参观每天4:00结束</p>
      ) : (
        <p>
          正在以角色“<strong>{role.roleName}</strong>”预览，只能查看，不能修改数据
        </p>
      )}
      <Button size="sm" onPress={leave}>
        {role.visit ? '结束参观' : '退出预览'}
      </Button>
    </aside>
  );
}
