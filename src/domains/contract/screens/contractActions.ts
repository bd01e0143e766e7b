import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { contractDecide, contractDelete, contractRefuse, contractRescind, contractRevoke, contractStart, contractUrge, contractWithdraw } from '../calls';
import { type ContractKind, takenBack } from '../contract';
import type { Home } from './homes';

interface Ref {
  id: string;
  no: string;
  version: number;
}
interface Signed extends Ref {
  kind: ContractKind;
  bizId: string | null;
}
const refOf = ({ id, version }: Ref) => ({ id, version });

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function urge(row: Ref): Promise<boolean> {
  await call(contractUrge, refOf(row), { key: newKey() });
  toast(`已提醒签署方签署合同${row.no}`, 'ok');
  return true;
}

export async function revoke(row: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `撤销合同${row.no}？`,
    body: '撤销后各方都不能再签署，已签的签名保留在文件中但合同不生效；撤销后不能恢复。',
    tone: 'danger',
    ok: '撤销',
    reason: { label: '撤销原因', max: 200 },
  });
  if (!agreed) return false;
  await call(contractRevoke, { ...refOf(row), reason: agreed.reason }, { key });
  toast(`合同${row.no}已撤销`, 'ok');
  return true;
}

/** Opens the draft that ends it. */
export async function rescind(row: Signed, home: Home): Promise<void> {
  const key = newKey();
  const agreed = await confirm({
    title: `解除合同${row.no}？`,
    body: `将起草一份解约协议，各方签署完成后原合同解约，${takenBack[row.bizId ? row.kind : 'OTHER']}。`,
    ok: '起草解约协议',
    reason: { label: '解约原因', max: 200 },
  });
  if (!agreed) return;
  const { id } = await call(contractRescind, { ...refOf(row), reason: agreed.reason }, { key });
  location.assign(href(`${home}/detail`, { id }));
}

export async function start(row: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `提交合同${row.no}的用印审批？`, body: '提交后正文和盖章位置固定，审批通过即发送给签署方。' }))) return false;
  await call(contractStart, refOf(row), { key });
  toast(`合同${row.no}已提交`, 'ok');
  return true;
}

export async function decide(row: Ref, pass: boolean): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: pass ? `通过合同${row.no}的用印审批？` : `驳回合同${row.no}？`,
    ok: pass ? '通过并发起签署' : '驳回',
    ...(pass ? { body: '审批通过后立即通知签署方签署。' } : { tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
  });
  if (!agreed) return false;
  await call(contractDecide, { ...refOf(row), pass, opinion: agreed.reason ?? '' }, { key });
  toast(`合同${row.no}已${pass ? '通过用印审批' : '驳回'}`, 'ok');
  return true;
}

export async function withdraw(row: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `撤回合同${row.no}的用印审批？`, reason: { label: '撤回原因', max: 200 } });
  if (!agreed) return false;
  await call(contractWithdraw, { ...refOf(row), reason: agreed.reason }, { key });
  toast(`合同${row.no}已撤回`, 'ok');
  return true;
}

export async function remove(row: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `删除合同草稿${row.no}？`, tone: 'danger', ok: '删除' }))) return false;
  await call(contractDelete, refOf(row), { key });
  toast(`合同草稿${row.no}已删除`, 'ok');
  return true;
}

export async function refuseToSign(row: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `拒签合同${row.no}？`,
    body: '拒签后合同终止，各方都不能再签署。',
    tone: 'danger',
    ok: '拒签',
    reason: { label: '拒签原因', max: 200 },
  });
  if (!agreed) return false;
  await call(contractRefuse, { ...refOf(row), reason: agreed.reason }, { key });
  toast(`合同${row.no}已拒签`, 'ok');
  return true;
}
