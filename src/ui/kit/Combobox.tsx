import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx';
import { Floating } from './Popover';
import { sentenceOf } from './sentence';
import type { InputProps, Option } from './types';

interface ComboboxProps extends Omit<InputProps, 'onChange'> {
  options?: readonly Option[];
  /** Searches by word; called 250 ms after the last key, and with '' when opened. */
  load?: (word: string) => Promise<readonly Option[]>;
  /** Label of the current value before anything was loaded. */
  shown?: string | undefined;
  onChange?: ((value: string, option?: Option) => void) | undefined;
  clearable?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A searchable picker: type to search, arrows and Enter to choose, Esc to leave. */
export function Combobox({
  options,
  load,
  value,
  defaultValue,
  shown,
  onChange,
  clearable = true,
  placeholder = '请输入关键字选择',
  name,
  className,
  invalid,
  disabled,
  readOnly,
  required,
  onBlur,
  ...rest
}: ComboboxProps) {
  const [own, setOwn] = useState(defaultValue ?? '');
  const [label, setLabel] = useState(shown ?? '');
  const [word, setWord] = useState<string>();
  const [active, setActive] = useState(0);
  const anchor = useRef<HTMLSpanElement>(null);
  const list = useId();
  const current = value ?? own;
  const open = word !== undefined;
  const found = useOptions(word, options, load);
  const known = options?.find((option) => option.value === current)?.label;
  // A form may set the value and its label later (a draft restored, a customer prefilled).
  useEffect(() => setLabel(shown ?? ''), [shown]);

  const choose = (option: Option | undefined) => {
    setOwn(option?.value ?? '');
    setLabel(option?.label ?? '');
    setWord(undefined);
    onChange?.(option?.value ?? '', option);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (!open) {
      if (event.key === 'ArrowDown' && event.altKey) setWord('');
      else rest.onKeyDown?.(event);
      return;
    }
    const last = found.options.length - 1;
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, last));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else if (event.key === 'Enter') {
      const option = found.options[active];
      if (option && !option.disabled) choose(option);
    } else if (event.key === 'Escape') setWord(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const locked = disabled || readOnly;
  return (
    <span ref={anchor} data-invalid={invalid || undefined} className={cx('field flex items-center gap-1 pr-1', className)}>
      {name && <input type="hidden" name={name} value={current} />}
      <input
        {...rest}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && found.options[active] ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        autoComplete="off"
        disabled={locked}
        placeholder={label || known || placeholder}
        value={word ?? (current ? label || known || current : '')}
        onChange={(event) => {
          setActive(0);
          setWord(event.target.value);
        }}
        onClick={() => !open && setWord('')}
        onKeyDown={press}
        onBlur={() => {
          setWord(undefined);
          onBlur?.();
        }}
        className={cx('min-w-0 flex-1 truncate bg-transparent outline-none', open && (label || known) ? 'placeholder:text-ink-2' : '')}
      />
      {clearable && current && !locked ? (
        <button
          type="button"
          aria-label="清除"
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(undefined)}
          className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        <ChevronDown aria-hidden className="pointer-events-none mr-1 size-4 shrink-0 text-ink-3" />
      )}
      {open && (
        <Floating anchor={anchor} onClose={() => setWord(undefined)} keepFocus matchWidth className="p-1">
          <OptionList id={list} found={found} active={active} value={current} onChoose={choose} />
        </Floating>
      )}
    </span>
  );
}

interface Found {
  options: readonly Option[];
  state: 'ready' | 'loading' | string;
}

function OptionList({ id, found, active, value, onChoose }: { id: string; found: Found; active: number; value: string; onChoose: (option: Option) => void }) {
  if (found.options.length === 0) {
    const words = found.state === 'loading' ? '正在查找…' : found.state === 'ready' ? '没有匹配的结果' : found.state;
    return (
      <p role="status" className="px-2.5 py-2 text-ink-3">
        {words}
      </p>
    );
  }
  return (
    <div role="listbox" id={id} tabIndex={-1} className="max-h-72 overflow-auto">
      {found.options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the combobox input, which names the active option
        <div
          key={option.value}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={option.value === value}
          aria-disabled={option.disabled || undefined}
          ref={(row) => {
            if (index === active) row?.scrollIntoView({ block: 'nearest' });
          }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => !option.disabled && onChoose(option)}
          className={cx(
            'flex min-h-8 cursor-pointer items-center gap-2 rounded px-2.5 py-1 hover:bg-hover aria-disabled:opacity-50',
            index === active && 'bg-hover',
            option.value === value && 'text-brand',
          )}
        >
          <span className="min-w-0 flex-1">
            {option.label}
            {option.hint && <span className="ml-2 text-sm text-ink-3">{option.hint}</span>}
          </span>
          {option.value === value && <Check aria-hidden className="size-4 shrink-0" />}
        </div>
      ))}
    </div>
  );
}

/** Answers that arrive after a newer word was typed are dropped. */
function useOptions(word: string | undefined, options: readonly Option[] | undefined, load: ComboboxProps['load']): Found {
  const [found, setFound] = useState<Found>({ options: [], state: 'loading' });
  const loader = useRef(load);
  loader.current = load;
  useEffect(() => {
    if (word === undefined || !loader.current) return;
    let stale = false;
    setFound((before) => ({ options: word === '' ? [] : before.options, state: 'loading' }));
    const timer = setTimeout(
      () =>
        loader.current?.(word.trim()).then(
          (loaded) => !stale && setFound({ options: loaded, state: 'ready' }),
          (error: unknown) => !stale && setFound({ options: [], state: sentenceOf(error) || '登录已失效' }),
        ),
      word === '' ? 0 : 250,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [word]);
  if (load) return found;
  const wanted = (word ?? '').trim().toLowerCase();
  return { state: 'ready', options: (options ?? []).filter((option) => `${option.label}${option.hint ?? ''}`.toLowerCase().includes(wanted)) };
}
