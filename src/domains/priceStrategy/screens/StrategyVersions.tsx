import { useEffect, useState } from 'react';
import { PRICE_STRATEGY } from '~/portal/permissions';
import { call, messageOf, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Button } from '~/ui/kit/Button';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { Timeline } from '~/ui/kit/Timeline';
import { toast } from '~/ui/kit/toast';
import { formatTime } from '~/ui/values/format';
import { strategyRestore, strategyVersionList } from '../change/calls';
import { strategySubmitted } from '../change/strategyChange';
import type { StrategyVersion } from '../change/strategyChange.schema';
import type { StrategyDetail } from '../priceStrategy.schema';

/** Every version with what it changed; each but the last can hold again. */
export function StrategyVersions({ detail }: { detail: StrategyDetail }) {
  const edits = useCan(PRICE_STRATEGY);
  const [versions, setVersions] = useState<readonly StrategyVersion[] | null>(null);
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    call(strategyVersionList, { id: detail.id }).then(
      (answer) => setVersions(answer.versions),
      (error) => setWrong(messageOf(error)),
    );
  }, [detail.id]);
  const restore = async (version: StrategyVersion) => {
    const key = newKey();
    const body = `名称、适用范围、阶梯、取整、有效期和备注恢复为：${version.words.map(({ label, text }) => `${label} ${text || '无'}`).join('；')}。状态与优先级不变。`;
    if (!(await confirm({ title: `将价格策略“${detail.name}”恢复到第${version.seq}版？`, body, ok: '恢复' }))) return;
    const { change } = await call(strategyRestore, { id: detail.id, version: detail.version, seq: version.seq }, { key });
    toast(change ? strategySubmitted(change) : `已恢复到第${version.seq}版，立即参与取价`, 'ok');
    if (!change) location.reload();
  };
  if (wrong) return <Alert tone="danger">{wrong}</Alert>;
  if (!versions) return <p className="text-sm text-ink-3">正在读取…</p>;
  if (!versions.length) return <p className="text-sm text-ink-3">还没有修改过</p>;
  return (
    <Timeline
      items={versions.map((one, index) => ({
        title: `第${one.seq}版 ${one.action}`,
        who: one.actor,
        time: formatTime(one.createdAt),
        note: (
          <span className="flex flex-col items-start gap-1">
            {one.changes.map(({ label, before, after }) => (
              <span key={label}>{before === '' ? `${label}：${after}` : `${label}：${before} → ${after || '无'}`}</span>
            ))}
            {edits && index > 0 && <Button onPress={() => restore(one)}>{`恢复到第${one.seq}版`}</Button>}
          </span>
        ),
      }))}
    />
  );
}
