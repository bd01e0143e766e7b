import { useEffect, useState } from 'react';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { displayCount } from '~/shared/money';
import { call } from '~/shell/call';
import { DetailPage } from '~/ui/detail/DetailPage';
import { confirm } from '~/ui/kit/confirm';
import { Alert } from '~/ui/kit/Feedback';
import { toast } from '~/ui/kit/toast';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { runGet, syncApply, syncDrop, syncPreview } from '../calls';
import { isUnderWay, runModes, runStates } from '../directory';
import { RunRows } from './RunRows';
import { BASE, countsOf, runTones } from './runWords';

type Run = AnswerOf<typeof runGet>;
const POLL_MS = 1500;
/** One synchronisation: what it would do, the word to do it, and what became of each row. */
export default function RunDetail({ first }: { first: Run }) {
  const run = useRun(first);
  const apply = async () => {
    const ok = await confirm({
      title: '按预览执行？',
      body: `将${countsOf({ ...run.counts, CONFLICT: 0 })}。执行前再次读取钉钉，有变化时不执行并列出不同。`,
      ok: '执行',
      tone: run.counts['DISABLE'] ? 'danger' : 'primary',
    });
    if (!ok) return;
    await call(syncApply, { id: run.id, version: run.version });
    run.reload();
  };
  const drop = async () => {
    await call(syncDrop, { id: run.id, version: run.version });
    toast('已放弃本次预览，本系统没有变化', 'ok');
    run.reload();
  };
  const again = async () => location.assign(href(`${BASE}/run`, { id: (await call(syncPreview, {})).id }));
  const waits = run.state === 'PREVIEW';
  return (
    <DetailPage
      title="钉钉同步"
      status={<StatusTag status={run.state} names={runStates} tones={runTones} />}
      backHref={BASE}
      facts={[
        { label: '方式', value: `${runModes[run.mode]}（${run.startedBy}）` },
        { label: '开始时间', value: <DateTime value={run.startedAt} kind="minute" /> },
        { label: '钉钉部门', value: run.departments },
        { label: '钉钉人员', value: run.people },
        { label: '变化', value: countsOf(run.counts) || '无' },
      ]}
      actions={[
        waits && { label: '执行同步', tone: 'primary', onPress: apply },
        waits && { label: '放弃', onPress: drop },
        !isUnderWay(run.state) && { label: '重新预览', onPress: again },
        { label: '同步记录', href: `${BASE}/runs` },
      ]}
    >
      <Words run={run} />
      {run.state !== 'READING' && <RunRows key={`${run.state}${run.version}`} run={run} />}
    </DetailPage>
  );
}

function Words({ run }: { run: Run }) {
  const done = (run.results['DONE'] ?? 0) + (run.results['FAILED'] ?? 0) + (run.results['SKIPPED'] ?? 0);
  const all = done + (run.results['PENDING'] ?? 0);
  return (
    <>
      {run.state === 'READING' && <Alert title="正在读取钉钉通讯录">人员较多时需要几分钟；可以离开本页，稍后在同步记录中查看</Alert>}
      {run.state === 'CHECKING' && <Alert title="正在核对">再次读取钉钉，确认与预览一致后执行</Alert>}
      {run.state === 'APPLYING' && <Alert title="正在执行">{`已处理${displayCount(done)}行，共${displayCount(all)}行；中断后会自动接着执行`}</Alert>}
      {run.error && (
        <Alert tone="danger" title="同步失败">
          {run.error}
        </Alert>
      )}
      {run.changes.length > 0 && (
        <Alert tone="warn" title="与您确认的预览不同，尚未执行，请重新核对">
          {run.changes.join('\n')}
        </Alert>
      )}
      {run.state === 'DONE' && run.counts['CONFLICT'] === undefined && Object.keys(run.counts).length === 0 && (
        <Alert tone="ok">本系统与钉钉一致，没有需要同步的变化</Alert>
      )}
      {(run.counts['CONFLICT'] ?? 0) > 0 && (
        <Alert tone="warn">{`有${run.counts['CONFLICT']}处冲突需要您决定；决定之后重新预览即可生效，其余变化不受影响`}</Alert>
      )}
      {run.notes.length > 0 && <Alert title="说明">{run.notes.join('\n')}</Alert>}
    </>
  );
}

/** The run as it goes on in the background. */
function useRun(first: Run): Run & { reload: () => void } {
  const [run, setRun] = useState(first);
  const [turn, setTurn] = useState(0);
  const open = isUnderWay(run.state);
  useEffect(() => {
    if (turn === 0 && !open) return;
    const timer = setTimeout(
      () =>
        call(runGet, { id: first.id }).then(
          (now) => {
            setRun(now);
            if (isUnderWay(now.state)) setTurn(turn + 1);
          },
          () => setTurn(turn + 1),
        ),
      turn === 0 || open ? POLL_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [turn, open, first.id]);
  return { ...run, reload: () => setTurn(turn + 1) };
}
