import { DASHES, formatTime } from './format';

export function DateTime({ value, kind = 'time' }: { value?: string | Date | null | undefined; kind?: 'time' | 'minute' | 'date' }) {
  const text = formatTime(value, kind);
  if (text === DASHES) return <span className="text-ink-3">{text}</span>;
  return (
    <time dateTime={typeof value === 'string' ? value : value?.toISOString()} className="figures whitespace-nowrap">
      {text}
    </time>
  );
}
