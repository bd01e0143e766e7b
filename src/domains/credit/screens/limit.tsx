import { Progress } from '~/ui/kit/Feedback';
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
  const tone = percent >= 100 ? 'danger' : percent >= 80 ? 'warn' : 'brand';
  return <Progress value={percent} label={`使用率${percent}%`} shown={`${percent}%`} tone={tone} narrow />;
}

export const Validity = ({ from, to }: { from: string; to: string | null }) => (
  <>
    {from} 至 {to ?? '长期'}
  </>
);
