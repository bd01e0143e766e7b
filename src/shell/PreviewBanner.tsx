import { Eye } from 'lucide-react';
import { Button } from '~/ui/kit/Button';

/** Stands above every page while an administrator looks at the portal as a role. */
export default function PreviewBanner({ role }: { role: { roleName: string } }) {
  return (
    <aside className="preview-banner" aria-label="角色预览">
      <Eye aria-hidden size={17} />
      <p>
        正在以角色“<strong>{role.roleName}</strong>”预览，只能查看，不能修改数据
      </p>
      <Button size="sm" onPress={async () => (await import('./moves')).leavePreview()}>
        退出预览
      </Button>
    </aside>
  );
}
