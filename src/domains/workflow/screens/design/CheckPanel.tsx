import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Problem } from '../../processProblem';
import type { Chosen } from './selection';

/** What keeps the process from being published, as it is being drawn; a press leads to the node. */
export function CheckPanel({ problems, onJump }: { problems: readonly Problem[]; onJump: (chosen: Chosen) => void }) {
  const errors = problems.filter(({ level }) => level === 'ERROR').length;
  return (
    <section aria-label="检查" className="border-t border-line bg-paper px-4 py-2 text-sm">
      <p role="status" className="flex items-center gap-1.5 font-medium">
        {errors ? <CircleAlert aria-hidden className="size-4 text-danger" /> : <CircleCheck aria-hidden className="size-4 text-ok" />}
        {errors ? `检查：${errors}处问题，解决后才能发布` : problems.length ? '检查通过，有提醒' : '检查通过，可以发布'}
      </p>
      {problems.length > 0 && (
        <ul className="mt-1 max-h-32 overflow-auto">
          {problems.map((one) => (
            <li key={`${one.nodeId} ${one.branchId ?? ''} ${one.words}`}>
              <button
                type="button"
                disabled={!one.nodeId}
                onClick={() => onJump({ nodeId: one.nodeId, ...(one.branchId ? { branchId: one.branchId } : {}) })}
                className="flex w-full items-start gap-1.5 rounded px-1 py-1 text-left hover:bg-hover disabled:hover:bg-transparent"
              >
                {one.level === 'ERROR' ? (
                  <CircleAlert aria-label="问题" className="mt-0.5 size-4 shrink-0 text-danger" />
                ) : (
                  <TriangleAlert aria-label="提醒" className="mt-0.5 size-4 shrink-0 text-warn" />
                )}
                {one.words}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
