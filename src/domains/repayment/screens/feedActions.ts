import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { feedDrop, feedMake } from '../calls';

/** Makes a secret address for calendar programmes and puts it on the clipboard; who has it reads the due days until another is made. */
export async function showFeed(): Promise<void> {
  const agreed = await confirm({
    title: '生成还款日历的订阅地址？',
    body: '手机或电脑日历用该地址订阅应还日。地址等同密码，请勿转发；重新生成后旧地址作废。',
    ok: '生成并复制',
  });
  if (!agreed) return;
  const { path } = await call(feedMake, {}, { key: newKey() });
  const address = new URL(path, location.origin).href;
  const copied = await navigator.clipboard.writeText(address).then(
    () => true,
    () => false,
  );
  toast(copied ? '订阅地址已复制，请在日历中添加订阅' : address, 'ok');
}

/** The address stops answering at once; whoever has it reads nothing any more. */
export async function endFeed(): Promise<void> {
  const agreed = await confirm({ title: '停用还款日历订阅？', body: '您生成的订阅地址立即作废，已订阅的日历不再更新。', tone: 'danger', ok: '停用' });
  if (!agreed) return;
  await call(feedDrop, {}, { key: newKey() });
  toast('订阅已停用', 'ok');
}
