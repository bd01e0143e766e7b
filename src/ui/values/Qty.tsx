import { cx } from '../kit/cx';
import { DASHES, formatQty } from './format';

interface Props {
  value?: string | null | undefined;
  unit?: string | undefined;
  className?: string;
}

export function Qty({ value, unit, className }: Props) {
  const text = formatQty(value);
  return (
    <span className={cx('figures whitespace-nowrap', text === DASHES && 'text-ink-3', className)}>
      {text}
      {unit && text !== DASHES && <span className="ml-0.5 text-ink-3">{unit}</span>}
    </span>
  );
}
