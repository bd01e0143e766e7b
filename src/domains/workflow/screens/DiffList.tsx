import { Tag } from '~/ui/kit/Tag';
import type { Tone } from '~/ui/kit/types';
import { changeKinds, type NodeChange } from '../processDiff';

const tones: Record<NodeChange['kind'], Tone> = { ADDED: 'ok', REMOVED: 'danger', CHANGED: 'info' };

/** What changed between two versions, node by node. */
export function DiffList({ changes }: { changes: readonly NodeChange[] }) {
  if (changes.length === 0) return <p className="text-sm text-ink-3">两个版本没有差异</p>;
  return (
    <ul aria-label="版本差异" className="flex flex-col gap-2">
      {changes.map((one) => (
        <li key={`${one.kind} ${one.nodeId}`} className="rounded border border-line px-3 py-2 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <Tag tone={tones[one.kind]}>{changeKinds[one.kind]}</Tag>
            <strong className="font-medium">{one.name}</strong>
            <span className="text-ink-3">{one.nodeKind}</span>
          </p>
          {one.changes.length > 0 && (
            <dl className="mt-1 grid gap-x-3 gap-y-0.5 sm:grid-cols-[minmax(120px,max-content)_1fr]">
              {one.changes.map((line) => (
                <div key={line.label} className="contents">
                  <dt className="text-ink-3">{line.label}</dt>
                  <dd className="break-words">
                    {one.kind === 'CHANGED' && (
                      <>
                        <del className="text-ink-3">{line.before || '（无）'}</del>
                        <span aria-hidden> → </span>
                      </>
                    )}
                    {line.after || '（无）'}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}
