import { dictWords } from '~/domains/platform/pickers/dictOptions';
import type { InputOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { toastResults } from '~/ui/kit/toastResults';
import * as calls from '../calls';
import { editHref, type Perspective } from './perspective';

export interface Moved {
  id: string;
  no: string;
  rowVersion: number;
}
const named = (order: Moved): string => (order.no ? `订单${order.no}` : '草稿');
const refOf = ({ id, rowVersion }: Moved) => ({ id, rowVersion });
type Reasoned = InputOf<typeof calls.orderCancel>;

/** Each asks what must be asked, makes its call under one key, and answers whether it was done. */
export async function submitDialog(perspective: Perspective, order: Moved): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `提交${named(order)}？`, body: '提交后按当前价格计价，并冻结所需资金。', ok: '提交' }))) return false;
  const done = await call(perspective.dealer ? calls.myOrderSubmit : calls.orderSubmit, refOf(order), { key });
  toast(`订单${done.no}已提交`, 'ok');
  return true;
}

export async function withdrawDialog(perspective: Perspective, order: Moved): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `撤回${named(order)}？`, body: '撤回后回到草稿，可以修改再提交；已冻结的资金和占用的库存会释放。', ok: '撤回' }))) return false;
  await call(perspective.dealer ? calls.myOrderWithdraw : calls.orderWithdraw, refOf(order), { key });
  toast(`${named(order)}已撤回`, 'ok');
  return true;
}

/** 撤回 and go on editing. */
export async function withdrawAndEdit(perspective: Perspective, order: Moved): Promise<void> {
  if (await withdrawDialog(perspective, order)) location.assign(editHref(perspective, order.id));
}

export async function deleteDialog(perspective: Perspective, order: Moved): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: '删除这张草稿？', tone: 'danger', ok: '删除' }))) return false;
  await call(perspective.dealer ? calls.myOrderDelete : calls.orderDelete, refOf(order), { key });
  toast('草稿已删除', 'ok');
  return true;
}

async function withReason(
  title: string,
  label: string,
  order: Moved,
  run: (input: Reasoned, key: string) => Promise<unknown>,
  done: string,
  dictionary?: string,
): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title,
    tone: 'danger',
    reason: { label, max: 200, ...(dictionary ? { suggest: () => dictWords(dictionary) } : {}) },
    ok: '确定',
    cancel: '返回',
  });
  if (!agreed) return false;
  await run({ ...refOf(order), reason: agreed.reason }, key);
  toast(`${named(order)}${done}`, 'ok');
  return true;
}

export const cancelDialog = (perspective: Perspective, order: Moved) =>
  withReason(
    `取消${named(order)}？`,
    '取消原因',
    order,
    (input, key) => call(perspective.dealer ? calls.myOrderCancel : calls.orderCancel, input, { key }),
    '已取消',
    'order_cancel_reason',
  );
export const askCancelDialog = (order: Moved) =>
  withReason(
    `申请取消${named(order)}？`,
    '申请原因',
    order,
    (input, key) => call(calls.myRequestCancel, input, { key }),
    '的取消申请已提交，请等待厂家处理',
    'order_cancel_reason',
  );
export const closeDialog = (order: Moved, lineIds: string[] = []) =>
  withReason(
    lineIds.length ? `结单所选${lineIds.length}行的未发部分？` : `结单${named(order)}的全部未发部分？`,
    '结单原因',
    order,
    (input, key) => call(calls.orderClose, { ...input, lineIds }, { key }),
    '已结单',
    'order_close_reason',
  );

export async function withdrawChangeDialog(perspective: Perspective, order: Moved): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `撤回${named(order)}的变更申请？`, ok: '撤回' }))) return false;
  await call(perspective.dealer ? calls.myWithdrawChange : calls.orderWithdrawChange, refOf(order), { key });
  return true;
}

/** 再来一单: a new draft, opened for editing; goods no longer sold are named. */
export async function copyOrder(perspective: Perspective, id: string): Promise<void> {
  const done = await call(perspective.dealer ? calls.myOrderCopy : calls.orderCopy, { id }, { key: newKey() });
  if (done.skipped.length) await confirm({ title: '部分商品未带入', body: `以下商品已下架或没有价格：\n${done.skipped.join('\n')}`, ok: '知道了' });
  location.assign(editHref(perspective, done.id));
}

/** 批量通过, 批量驳回: the waiting ones of those picked. */
export async function auditMany(waiting: readonly Moved[], picked: number, pass: boolean): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `${pass ? '通过' : '驳回'}所选的${waiting.length}张待审核订单？`,
    ...(waiting.length < picked ? { body: `另有${picked - waiting.length}张不是待审核，不处理` } : {}),
    ...(pass ? {} : { reason: { label: '驳回原因', max: 200, suggest: () => dictWords('order_reject_reason') }, tone: 'danger' as const }),
  });
  if (!agreed) return false;
  const { results } = await call(calls.orderBatchAudit, { items: waiting.map(refOf), pass, reason: agreed.reason }, { key });
  toastResults(results);
  return true;
}
