import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import type { Perspective } from './perspective';

interface Ref {
  id: string;
  no: string;
  version: number;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function cancelDialog(side: Perspective, { id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `取消退货单${no}？`,
    body: '取消后商品仍可重新申请退货。',
    tone: 'danger',
    ok: '取消退货单',
    cancel: '不取消',
  });
  if (!agreed) return false;
  await call(side.cancel, { id, version, reason: '' }, { key });
  toast(`退货单${no}已取消`, 'ok');
  return true;
}

export async function withdrawDialog(side: Perspective, { id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `撤回退货单${no}？`, body: '撤回后可以修改，再重新提交。', ok: '撤回' }))) return false;
  await call(side.withdraw, { id, version }, { key });
  toast(`退货单${no}已撤回`, 'ok');
  return true;
}

export async function submitDialog(side: Perspective, { id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `提交退货单${no}？`, body: '提交后由厂家审核。', ok: '提交' }))) return false;
  await call(side.submit, { id, version }, { key });
  toast(`退货单${no}已提交`, 'ok');
  return true;
}
