import { Minus, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '~/ui/kit/cx';
import { normaliseNumber } from '~/ui/kit/number';
import { type Stepping, stepDown, stepUp } from '../../lines/stepping';

interface Props {
  /** What is counted, for people who cannot see where the buttons stand. */
  label: string;
  /** '' : not in the list. */
  qty: string;
  stepping: Stepping;
  /** '' takes the goods out. */
  onQty: (qty: string) => void;
  id?: string;
  inputLabel?: string;
  invalid?: boolean;
}

const button =
  'grid size-9 shrink-0 place-items-center rounded-full border border-line-strong bg-paper text-ink-2 select-none [&_svg]:size-4 active:bg-hover hover:text-brand';

/** − quantity +, keeping minimum and multiple; at the minimum − takes the goods out. Any quantity may be typed. */
export function Stepper({ label, qty, stepping, onQty, id, inputLabel = `${label}数量`, invalid }: Props) {
  const plus = useRef<HTMLButtonElement>(null);
  const less = stepDown(qty, stepping);
  const leave = () => {
    onQty('');
    plus.current?.focus();
  };
  return (
    <span className="inline-flex items-center gap-1">
      {qty !== '' && (
        <>
          <button
            type="button"
            className={button}
            aria-label={less === '' ? `把${label}移出清单` : `减少${label}`}
            onClick={() => (less === '' ? leave() : onQty(less))}
          >
            {less === '' ? <Trash2 aria-hidden /> : <Minus aria-hidden />}
          </button>
          <input
            id={id}
            aria-label={inputLabel}
            aria-invalid={invalid || undefined}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={16}
            value={qty.trim()}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              const typed = normaliseNumber(event.target.value);
              // A field emptied to type another number is still in the list until it is left.
              if (typed !== undefined) onQty(typed === '' ? ' ' : typed);
            }}
            onBlur={() => !/[1-9]/.test(qty) && leave()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              event.currentTarget.blur();
            }}
            className={cx('figures field w-14 px-1 text-center', invalid && 'border-danger')}
          />
        </>
      )}
      <button
        ref={plus}
        type="button"
        className={cx(button, 'border-brand-fill bg-brand-fill text-on-brand hover:text-on-brand')}
        aria-label={qty === '' ? `把${label}加入清单` : `增加${label}`}
        onClick={() => onQty(stepUp(qty, stepping))}
      >
        <Plus aria-hidden />
      </button>
    </span>
  );
}
