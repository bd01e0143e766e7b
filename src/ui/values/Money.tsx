import { cx } from '../kit/cx';
import { DASHES, formatMoney } from './format';

/** Amount in 元 from a decimal string. */
export function Money({
  value,
  wan,
  sign,
  signed,
  strong,
  className,
}: {
  value?: string | null | undefined;
  wan?: boolean;
  sign?: boolean;
  signed?: boolean;
  strong?: boolean;
  className?: string;
}) {
  const text = formatMoney(value, { wan });
  return (
    <span
      className={cx(
        'figures whitespace-nowrap',
        text === DASHES && 'text-ink-3',
        strong && 'font-semibold',
        signed && text.startsWith('-') && 'text-danger',
        className,
      )}
    >
      {sign && text !== DASHES ? `¥${text}` : text}
    </span>
  );
}
