import { cx } from '../kit/cx';
import { DASHES, formatPrice } from './format';

interface Props {
  value?: string | null | undefined;
  unit?: string | undefined;
  className?: string;
}

export function Price({ value, unit, className }: Props) {
  const text = formatPrice(value);
  return (
    <span className={cx('figures whitespace-nowrap', text === DASHES && 'text-ink-3', className)}>
      {text}
      {unit && text !== DASHES && <span className="text-ink-3">/{unit}</span>}
    </span>
  );
}
