import { cx } from '../kit/cx';
import { formatMoney } from './format';
import { Money } from './Money';

/** An amount that opens the rows it is made of, on the same page. */
export function FigureButton({ value, label, bad = false, onOpen }: { value: string; label: string; bad?: boolean; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={cx('underline-offset-4 hover:underline', bad ? 'text-danger' : 'text-brand')}
      aria-label={`${label}${formatMoney(value)}元，查看明细`}
      onClick={onOpen}
    >
      <Money value={value} />
    </button>
  );
}
