import { Money } from '~/ui/values/Money';

/** A limit, or what is left of one: null is unlimited, below 0 is beyond it. */
export function Limit({ value }: { value: string | null }) {
  if (value === null) return <>不限</>;
  return (
    <span className={value.startsWith('-') ? 'text-danger' : ''}>
      <Money value={value} />
      {value.startsWith('-') && <span className="ml-1 text-xs">超额</span>}
    </span>
  );
}

/** How much of a limit is taken, as a bar with its percent. */
export function Usage({ percent }: { percent: number }) {
  const tone = percent >= 100 ? 'bg-danger' : percent >= 80 ? 'bg-warn' : 'bg-brand';
  return (
    <span className="flex items-center gap-2">
      <span className="flex h-1.5 w-8 overflow-hidden rounded bg-line" aria-hidden="true">
        <span className={`h-full ${tone}`} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className="tabular-nums">{percent}%</span>
    </span>
  );
}

export const Validity = ({ from, to }: { from: string; to: string | null }) => (
  <>
    {from} 至 {to ?? '长期'}
  </>
);
