import { formatMoney } from './format';
import { Money } from './Money';

/** An amount that opens the rows it is made of, on the same page. */
export function FigureButton({ value, label, onOpen }: { value: string; label: string; onOpen: () => void }) {
  return (
    <button type="button" className="text-brand underline-offset-4 hover:underline" aria-label={`${label}${formatMoney(value)}元，查看明细`} onClick={onOpen}>
      <Money value={value} />
    </button>
  );
}
