import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';

/** After a login with a weak password, once; never on the login page itself. */
export default function LoginTip({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="登录提示"
      width="sm"
      footer={
        <>
          <Button onPress={onClose}>暂不修改</Button>
          <Button tone="primary" href="/portal/forgetPassword">
            立即修改
          </Button>
        </>
      }
    >
      您的密码强度较低，存在被盗用的风险。系统即将进行安全升级，届时强度不足的密码将无法登录，请尽快修改。
    </Dialog>
  );
}
