import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { activityClose, activityDelete } from '../calls';

interface Ref {
  id: string;
  name: string;
  version: number;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function closeDialog({ id, name, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `关闭活动“${name}”？`,
    body: '关闭后不能重新开启；已提交的订单保持活动价。',
    tone: 'danger',
    ok: '关闭活动',
    reason: { label: '关闭原因', max: 200 },
  });
  if (!agreed) return false;
  await call(activityClose, { id, version, reason: agreed.reason }, { key });
  toast(`活动“${name}”已关闭`, 'ok');
  return true;
}

export async function deleteDialog({ id, name, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `删除活动“${name}”？`, tone: 'danger', ok: '删除' }))) return false;
  await call(activityDelete, { id, version }, { key });
  toast(`活动“${name}”已删除`, 'ok');
  return true;
}
