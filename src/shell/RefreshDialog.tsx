import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';

/** The one way on is to reload: what the page shows belongs to a session that is no more. */
export default function RefreshDialog() {
  return (
    <Dialog
      open
      onClose={() => location.reload()}
      title="页面已更新"
      width="sm"
      footer={
        <Button tone="primary" onPress={() => location.reload()}>
          刷新
        </Button>
      }
    >
      <p>当前页面数据已更新，请刷新页面</p>
      <p className="mt-1 text-sm text-ink-3">您在其他窗口退出了登录、切换了公司，或您的权限有变化</p>
    </Dialog>
  );
}
