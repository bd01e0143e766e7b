import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { caseChoose, caseMove, casePause, casePhone, promiseCancel } from '../calls';

export async function pauseMany(ids: string[], paused: boolean, then: () => void): Promise<void> {
  const word = paused ? '暂停' : '恢复';
  const agreed = await confirm({
    title: `${word}${ids.length}个案件的自动提醒？`,
    body: paused ? '暂停后仍跟踪欠款，只是不再自动发送。' : '恢复后从应做的下一步继续。',
    ...(paused ? { reason: { label: '暂停原因', max: 200 } } : {}),
    ok: word,
  });
  if (!agreed) return;
  const { count } = await call(casePause, { ids, paused, reason: agreed.reason }, { key: newKey() });
  toast(`已${word}${count}个案件`, 'ok');
  then();
}

/** Calls the customer from this device, and asks what came of it. */
export async function dial(id: string, then: () => void): Promise<void> {
  const { contactMobile } = await call(casePhone, { id }, { key: newKey() });
  toast(`正在拨打${contactMobile}`, 'ok');
  then();
  location.href = `tel:${contactMobile}`;
}

const actions = {
  ESCALATED: ['升级/转法务', '升级后停止自动提醒，由法务或主管处理。'],
  WORKING: ['退回催收', '退回后按策略继续提醒。'],
  BAD: ['转坏账', '案件结束。应收的核销另在应收调整中办理。'],
} as const;
export async function move(of: { id: string; no: string; version: number }, to: keyof typeof actions): Promise<boolean> {
  const [word, body] = actions[to];
  const agreed = await confirm({
    title: `${word}：${of.no}？`,
    body,
    tone: to === 'BAD' ? 'danger' : 'primary',
    reason: { label: '原因', max: 200 },
    ok: word,
  });
  if (!agreed) return false;
  await call(caseMove, { id: of.id, version: of.version, to, reason: agreed.reason }, { key: newKey() });
  return true;
}

export async function unlock(of: { id: string; version: number }): Promise<boolean> {
  if (!(await confirm({ title: '恢复按规则匹配策略？', body: '手工指定的策略不再使用，由规则决定。' }))) return false;
  await call(caseChoose, { id: of.id, version: of.version, strategyId: '' }, { key: newKey() });
  return true;
}

export async function dropPromise(id: string, promiseId: string, broken: boolean): Promise<boolean> {
  const agreed = await confirm(
    broken
      ? { title: '把该承诺记为违约？', body: '计入违约次数，提醒从应做的下一步继续。', tone: 'danger', reason: { label: '违约原因', max: 200 }, ok: '记违约' }
      : { title: '取消该承诺？', tone: 'danger', reason: { label: '取消原因', max: 200 }, ok: '取消承诺' },
  );
  if (!agreed) return false;
  await call(promiseCancel, { id, promiseId, broken, reason: agreed.reason }, { key: newKey() });
  return true;
}
