import { Timeline } from '../kit/Timeline';
import { DateTime } from './DateTime';

interface Entry {
  at: string | Date;
  actor: string;
  action: string;
  note?: string;
  changes?: readonly string[];
}

/** Who did what to a document and when, with the note or the changed fields: the newest first, whichever way the log was read. */
export function LogTimeline({ log }: { log: readonly Entry[] }) {
  const [first, last] = [log[0], log.at(-1)];
  const newestFirst = first && last && new Date(first.at) < new Date(last.at) ? [...log].reverse() : log;
  return (
    <Timeline
      items={newestFirst.map(({ at, actor, action, note, changes }) => ({
        title: action,
        who: actor,
        time: <DateTime value={at} />,
        note: note || changes?.join('；'),
      }))}
    />
  );
}
