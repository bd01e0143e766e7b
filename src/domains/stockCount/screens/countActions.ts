import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { countAgain, countCancel, countPass, countStart, countSubmit } from '../calls';

interface Ref {
  id: string;
  no: string;
  version: number;
}
interface Progress extends Ref {
  skus: number;
  counted: number;
  freezes: boolean;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function startDialog({ id, no, version, freezes }: Progress): Promise<boolean> {
  const key = newKey();
  const body = freezes ? '开始后可用库存被冻结，完成或作废后释放。' : '盘点期间可以照常出入库，差异按清点时的账面计算。';
  if (!(await confirm({ title: `开始盘点${no}？`, body, ok: '开始盘点' }))) return false;
  await call(countStart, { id, version }, { key });
  return true;
}

export async function submitDialog({ id, no, version, skus, counted }: Progress): Promise<boolean> {
  const key = newKey();
  const open = skus - counted;
  const body = open > 0 ? `还有${open}个商品未盘，未盘的商品按账面不变。` : '全部商品已盘。';
  if (!(await confirm({ title: `提交盘点单${no}复核？`, body, ok: '提交复核' }))) return false;
  await call(countSubmit, { id, version }, { key });
  toast(`盘点单${no}已提交复核`, 'ok');
  return true;
}

export async function passDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const body = '差异立即按盘盈、盘亏记入库存；占用不足的订单会转为欠货。不能撤销。';
  if (!(await confirm({ title: `盘点单${no}复核通过？`, body, ok: '复核通过' }))) return false;
  await call(countPass, { items: [{ id, version }] }, { key });
  toast(`盘点单${no}已完成`, 'ok');
  return true;
}

export async function againDialog({ id, no, version }: Ref, skuIds: readonly string[]): Promise<boolean> {
  const key = newKey();
  const title = skuIds.length ? `要求复盘${skuIds.length}个商品？` : `退回盘点单${no}？`;
  const agreed = await confirm({ title, body: '退回为“盘点中”，重新清点后再提交复核。', reason: { label: '原因', max: 200 } });
  if (!agreed) return false;
  await call(countAgain, { id, version, skuIds: [...skuIds], reason: agreed.reason }, { key });
  return true;
}

export async function cancelDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `作废盘点单${no}？`,
    body: '已录入的数量不会记入库存，冻结的库存立即释放。',
    tone: 'danger',
    ok: '作废',
    reason: { label: '作废原因', max: 200 },
  });
  if (!agreed) return false;
  await call(countCancel, { id, version, reason: agreed.reason }, { key });
  toast(`盘点单${no}已作废`, 'ok');
  return true;
}
