import { addDays, shanghaiDate } from '~/shared/dates';
import { endOf, rangeKeys, startOf } from './filters';
import type { Query } from './query';
import type { Filter } from './types';

type Span = (today: string) => readonly [string, string];

/** Whole months and years, as days people plan for lie ahead. */
const spans: Record<string, Span> = {
  本月: (today) => [`${today.slice(0, 8)}01`, lastOfMonth(today)],
  近30天: (today) => [addDays(today, -29), today],
  今年: (today) => [`${today.slice(0, 5)}01-01`, `${today.slice(0, 5)}12-31`],
};
const lastOfMonth = (day: string): string => addDays(`${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1);

/** The ranges people ask for most. */
export default function DateShortcuts({ filter, onChoose }: { filter: Extract<Filter, { kind: 'dates' }>; onChoose: (patch: Query) => void }) {
  const [start, end] = rangeKeys(filter);
  const choose = (span: Span) => {
    const [from, to] = span(shanghaiDate(new Date()));
    onChoose({ [start]: startOf(from, filter.unit), [end]: endOf(to, filter.unit) });
  };
  return (
    <span className="search-shortcuts flex shrink-0 gap-2 text-xs">
      {Object.entries(spans).map(([name, span]) => (
        <button
          key={name}
          type="button"
          aria-label={`${filter.label} ${name}`}
          onClick={() => choose(span)}
          className="cursor-pointer text-brand hover:underline"
        >
          {name}
        </button>
      ))}
    </span>
  );
}
