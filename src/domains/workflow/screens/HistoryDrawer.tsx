import { useEffect, useState } from 'react';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Drawer } from '~/ui/kit/Dialog';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { Select } from '~/ui/kit/Select';
import { Tag } from '~/ui/kit/Tag';
import { DateTime } from '~/ui/values/DateTime';
import { processDiff, processVersions } from '../processCalls';
import { versionStates } from '../processConfig';
import { DiffList } from './DiffList';

type Version = AnswerOf<typeof processVersions>['versions'][number];
const tones = { DRAFT: 'warn', PUBLISHED: 'ok', RETIRED: 'neutral' } as const;

/** Every version with why it was made, and what two of them differ in; the newest against the one before it at first. */
export function HistoryDrawer({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [versions, setVersions] = useState<Version[] | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(processVersions, { id }).then(
      (answer) => setVersions(answer.versions),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [id]);
  return (
    <Drawer open onClose={onClose} title="版本历史" note={name} width="lg">
      {problem && <EmptyState kind="error" title={problem} />}
      {!versions && !problem && <Skeleton lines={6} />}
      {versions && (
        <div className="flex flex-col gap-5">
          <ol aria-label="版本" className="flex flex-col gap-2">
            {versions.map((one) => (
              <VersionItem key={one.ver} id={id} one={one} />
            ))}
          </ol>
          {versions.length > 1 && <Compare id={id} versions={versions} />}
        </div>
      )}
    </Drawer>
  );
}

function VersionItem({ id, one }: { id: string; one: Version }) {
  return (
    <li className="rounded border border-line px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="figures">v{one.ver}</strong>
        <Tag tone={tones[one.state]}>{versionStates[one.state]}</Tag>
        {one.running > 0 && <span className="text-ink-2">{one.running}个审批正在按它运行</span>}
        <span className="ml-auto text-ink-3">
          {one.publishedBy} <DateTime value={one.publishedAt ?? one.updatedAt} kind="minute" />
        </span>
      </p>
      {one.notes && <p className="mt-1 break-words text-ink-2">{one.notes}</p>}
      <p className="mt-1 flex flex-wrap items-center gap-3 text-xs text-ink-3">
        {one.checksum && <span className="figures">校验码 {one.checksum.slice(0, 12)}</span>}
        {one.state === 'RETIRED' && (
          <Button size="sm" tone="link" href={href('/portal/openPlatform/processConfigEdit', { id, ver: String(one.ver) })}>
            以此版本继续设计
          </Button>
        )}
      </p>
    </li>
  );
}

function Compare({ id, versions }: { id: string; versions: readonly Version[] }) {
  const [from, setFrom] = useState(versions[1]?.ver ?? 1);
  const [to, setTo] = useState(versions[0]?.ver ?? 1);
  const [changes, setChanges] = useState<AnswerOf<typeof processDiff>['changes'] | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let current = true;
    setChanges(null);
    setProblem('');
    call(processDiff, { id, from, to }).then(
      (answer) => current && setChanges(answer.changes),
      (error: unknown) => current && setProblem(messageOf(error)),
    );
    return () => {
      current = false;
    };
  }, [id, from, to]);
  const options = versions.map(({ ver, state }) => ({ value: String(ver), label: `v${ver} ${versionStates[state]}` }));
  return (
    <section aria-label="版本对比" className="flex flex-col gap-3">
      <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
        对比
        <Select aria-label="较早的版本" className="w-36" value={String(from)} options={options} onChange={(ver) => ver && setFrom(Number(ver))} />→
        <Select aria-label="较新的版本" className="w-36" value={String(to)} options={options} onChange={(ver) => ver && setTo(Number(ver))} />
      </h3>
      {problem && <p className="text-sm text-danger">{problem}</p>}
      {changes ? <DiffList changes={changes} /> : !problem && <Skeleton lines={3} />}
    </section>
  );
}
