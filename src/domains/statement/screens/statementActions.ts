import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { toastResults } from '~/ui/kit/toastResults';
import { formatMoney } from '~/ui/values/format';
import * as calls from '../calls';
import * as mine from '../myCalls';
import { periodName } from '../statement';
import type { Adjust, Dispute, StatementRow } from '../statement.schema';

/** Each asks, makes the call under one key, and answers whether it was done. */
type Ref = Pick<StatementRow, 'id' | 'version'>;
const refOf = ({ id, version }: Ref): Ref => ({ id, version });
export const titleOf = (row: Pick<StatementRow, 'no' | 'periodStart' | 'periodEnd'>): string =>
  row.no ? `对账单${row.no}` : `${periodName(row.periodStart, row.periodEnd)}的对账单`;

export async function sendDialog(rows: readonly StatementRow[]): Promise<boolean> {
  const key = newKey();
  const [only] = rows;
  const title = rows.length === 1 && only ? `发送“${only.customerName}”${titleOf(only)}？` : `发送${rows.length}张对账单？`;
  if (!(await confirm({ title, body: '客户会收到通知并确认。发送后账期内不能再补记业务，更正计入下一账期；客户确认前可以撤回。', ok: '发送' }))) return false;
  toastResults((await call(calls.statementSend, { items: rows.map(refOf) }, { key })).results);
  return true;
}

export async function urgeDialog(rows: readonly StatementRow[]): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: rows.length === 1 ? '催客户确认？' : `催${rows.length}位客户确认？`, body: '再次通知客户核对并确认对账单。', ok: '通知客户' })))
    return false;
  toastResults((await call(calls.statementUrge, { items: rows.map(refOf) }, { key })).results);
  return true;
}

export async function withdrawDialog(row: StatementRow): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `撤回${titleOf(row)}？`,
    body: '客户不用再确认，账期重新开放；更正后重新生成并发送。',
    tone: 'danger',
    ok: '撤回',
    reason: { label: '撤回原因', max: 200 },
  });
  if (!agreed) return false;
  await call(calls.statementWithdraw, { ...refOf(row), reason: agreed.reason }, { key });
  toast(`${titleOf(row)}已撤回`, 'ok');
  return true;
}

export async function refreshDraft(row: StatementRow): Promise<boolean> {
  await call(calls.statementRefresh, refOf(row), { key: newKey() });
  toast('草稿已更新', 'ok');
  return true;
}

export async function deleteDialog(row: StatementRow): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `删除“${row.customerName}”${titleOf(row)}的草稿？`, body: '业务单据不受影响，可以重新生成。', tone: 'danger', ok: '删除' })))
    return false;
  await call(calls.statementDelete, refOf(row), { key });
  toast('草稿已删除', 'ok');
  return true;
}

export async function replyDialog(statement: Ref, dispute: Dispute): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: '答复异议（不更正）',
    body: `${dispute.seq === null ? '' : `第${dispute.seq}行 ${dispute.bizNo}：`}${dispute.note}`,
    ok: '答复客户',
    reason: { label: '答复', max: 300 },
  });
  if (!agreed) return false;
  await call(calls.statementReply, { ...refOf(statement), disputeId: dispute.id, reply: agreed.reason }, { key });
  toast('已答复客户', 'ok');
  return true;
}

export async function confirmMine(row: StatementRow): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `确认${titleOf(row)}？`, body: `确认期末应付${formatMoney(row.closing)}元。确认后不能更改。`, ok: '确认无误' }))) return false;
  await call(mine.myConfirm, refOf(row), { key });
  toast(`${titleOf(row)}已确认`, 'ok');
  return true;
}

export async function takeBackDialog(statement: Ref, dispute: Dispute): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: '撤回这条异议？', body: dispute.note, ok: '撤回异议' }))) return false;
  await call(mine.myTakeBack, { ...refOf(statement), disputeId: dispute.id }, { key });
  toast('异议已撤回', 'ok');
  return true;
}

export async function passAdjust({ id, no, version, amount }: Adjust): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `通过应收调整单${no}？`, body: `${formatMoney(amount)}元记入今天的应收，计入下一账期。`, ok: '通过' }))) return false;
  await call(calls.adjustPass, { id, version }, { key });
  toast(`应收调整单${no}已记账`, 'ok');
  return true;
}

export async function rejectAdjust({ id, no, version }: Adjust): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `驳回应收调整单${no}？`, tone: 'danger', ok: '驳回', reason: { label: '驳回原因', max: 200 } });
  if (!agreed) return false;
  await call(calls.adjustReject, { id, version, reason: agreed.reason }, { key });
  toast(`应收调整单${no}已驳回`, 'ok');
  return true;
}

export async function withdrawAdjust({ id, no, version }: Adjust): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `撤回应收调整单${no}？`, ok: '撤回' }))) return false;
  await call(calls.adjustWithdraw, { id, version }, { key });
  toast(`应收调整单${no}已撤回`, 'ok');
  return true;
}
