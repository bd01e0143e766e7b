import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { toastResults } from '~/ui/kit/toastResults';
import { accountClose, accountEndLine, accountFreezeAll, accountThaw } from '../calls';

export interface AccountRef {
  id: string;
  no: string;
  version: number;
}
const ref = ({ id, version }: AccountRef) => ({ id, version });

export async function freezeDialog(rows: readonly AccountRef[]): Promise<boolean> {
  const key = newKey();
  const what = rows.length === 1 ? `授信账户${rows[0]?.no}` : `${rows.length}个授信账户`;
  const body = '冻结后不能再用信；已占用的订单仍可发货，还款不受影响。';
  const agreed = await confirm({ title: `冻结${what}？`, body, tone: 'danger', ok: '冻结', reason: { label: '冻结原因', max: 200 } });
  if (!agreed) return false;
  toastResults((await call(accountFreezeAll, { items: rows.map(ref), reason: agreed.reason }, { key })).results);
  return true;
}

export async function thawDialog(row: AccountRef, freezeId = ''): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `解冻授信账户${row.no}？`,
    body: freezeId ? '解除所选的这一条冻结。' : '解除该账户的全部冻结。',
    ok: '解冻',
    reason: { label: '解冻原因', max: 200 },
  });
  if (!agreed) return false;
  await call(accountThaw, { ...ref(row), freezeId, reason: agreed.reason }, { key });
  toast(`授信账户${row.no}已解冻`, 'ok');
  return true;
}

export async function closeDialog(row: AccountRef): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `注销授信账户${row.no}？`,
    body: '占用和未还须为0；注销后不能再用信。',
    tone: 'danger',
    ok: '注销',
    reason: { label: '注销原因', max: 200 },
  });
  if (!agreed) return false;
  await call(accountClose, { ...ref(row), reason: agreed.reason }, { key });
  toast(`授信账户${row.no}已注销`, 'ok');
  return true;
}

export async function endLineDialog(row: AccountRef, lineId: string): Promise<boolean> {
  const key = newKey();
  const body = '终止后可用额度可能为负，只影响新的用信，不影响已占用和还款。';
  const agreed = await confirm({ title: '提前终止这条额度？', body, tone: 'danger', ok: '终止', reason: { label: '终止原因', max: 200 } });
  if (!agreed) return false;
  await call(accountEndLine, { ...ref(row), lineId, reason: agreed.reason }, { key });
  toast('额度已终止', 'ok');
  return true;
}
