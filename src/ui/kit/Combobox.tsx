import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx';
import { late } from './late';
import type { Found, OptionListProps } from './OptionList';
import { Floating } from './Popover';
import { sentenceOf } from './sentence';
import type { InputProps, Option } from './types';

/** Fetched with the panel it stands in. */
const OptionList = late<OptionListProps>(() => import('./OptionList'));

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
export function Combobox(props: ComboboxProps) {
  const { options, load, value, defaultValue, shown, onChange, clearable = true, placeholder = '请输入关键字选择', ...frame } = props;
  const { name, className, invalid, disabled, readOnly, required, onBlur, onKeyDown, ...rest } = frame;
  const anchor = useRef<HTMLSpanElement>(null);
  const list = useId();
  const { current, label, word, setWord, active, found, choose, type, press } = useChoice(props);
  const open = word !== undefined;
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
        placeholder={label || placeholder}
        value={word ?? (current ? label || current : '')}
        onChange={(event) => type(event.target.value)}
        onPointerEnter={OptionList.preload}
        onFocus={OptionList.preload}
        onClick={() => !open && setWord('')}
        onKeyDown={(event) => press(event) || onKeyDown?.(event)}
        onBlur={() => {
          setWord(undefined);
          onBlur?.();
        }}
        className={cx('min-w-0 flex-1 truncate bg-transparent outline-none', open && label ? 'placeholder:text-ink-2' : '')}
      />
      {clearable && current && !locked ? (
        <ClearButton onPress={() => choose(undefined)} />
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

const ClearButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    aria-label="清除"
    tabIndex={-1}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
    className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:bg-hover hover:text-ink"
  >
    <X aria-hidden className="size-3.5" />
  </button>
);

/** What is chosen, what is being searched for, and which of the answers the keys stand on. */
function useChoice({ options, load, value, defaultValue, shown, onChange }: ComboboxProps) {
  const [own, setOwn] = useState(defaultValue ?? '');
  const [chosen, setChosen] = useState(shown ?? '');
  const [word, setWord] = useState<string>();
  const [active, setActive] = useState(0);
  const current = value ?? own;
  const found = useOptions(word, options, load);
  const label = chosen || (options?.find((option) => option.value === current)?.label ?? '');
  // A form may set the value and its label later (a draft restored, a customer prefilled).
  useEffect(() => setChosen(shown ?? ''), [shown]);
  const choose = (option: Option | undefined) => {
    setOwn(option?.value ?? '');
    setChosen(option?.label ?? '');
    setWord(undefined);
    onChange?.(option?.value ?? '', option);
  };
  const type = (text: string) => {
    setActive(0);
    setWord(text);
  };
  const actions: Record<string, () => void> = {
    ArrowDown: () => setActive(Math.min(active + 1, found.options.length - 1)),
    ArrowUp: () => setActive(Math.max(active - 1, 0)),
    Enter: () => {
      const option = found.options[active];
      if (option && !option.disabled) choose(option);
    },
    Escape: () => setWord(undefined),
  };
  /** Whether the key was the picker's own. */
  const press = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    if (event.nativeEvent.isComposing) return true;
    if (word === undefined) {
      if (event.key !== 'ArrowDown' || !event.altKey) return false;
      setWord('');
      return true;
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    action?.();
    if (!action) return true;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { current, label, word, setWord, active, found, choose, type, press };
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
