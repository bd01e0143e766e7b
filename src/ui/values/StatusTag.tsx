import { Tag } from '../kit/Tag';
import type { Tone } from '../kit/types';
import { DASHES, toneOfName } from './format';

interface Props {
  status: string | null | undefined;
  /** State to Chinese name. */
  names: Readonly<Record<string, string>>;
  tones?: Readonly<Record<string, Tone>>;
}

export function StatusTag({ status, names, tones }: Props) {
  if (!status) return <span className="text-ink-3">{DASHES}</span>;
  const name = names[status] ?? status;
  return (
    <Tag dot tone={tones?.[status] ?? toneOfName(name)}>
      {name}
    </Tag>
  );
}
