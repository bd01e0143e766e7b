import { Timeline } from '../kit/Timeline';
import { DateTime } from './DateTime';

interface Entry {
  at: string | Date;
  actor: string;
  action: string;
  note?: string;
  changes?: readonly string[];
}

/** Who did what to a document and when, with the note or the changed fields, in the order given: logs are read newest first. */
export function LogTimeline({ log }: { log: readonly Entry[] }) {
  return (
    <Timeline
      items={log.map(({ at, actor, action, note, changes }) => ({
        title: action,
        who: actor,
        time: <DateTime value={at} />,
        note: note || changes?.join('；'),
      }))}
    />
  );
}
