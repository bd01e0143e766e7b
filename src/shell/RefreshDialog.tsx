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
      当前页面数据已更新，请刷新页面
    </Dialog>
  );
}
