import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { find, findPages } from '~/domains/finding/calls';
import { type FindKind, findKinds, pagesFor, plainWord } from '~/domains/finding/finding';
import type { FoundPage } from '~/domains/finding/finding.schema';
import { IconButton } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { focusBefore } from '~/ui/kit/focusTrail';
import { mountDialog } from '~/ui/kit/mountDialog';
import { oncePerPage, pageShown } from '~/ui/kit/page';
import { formatMoney } from '~/ui/values/format';
import { call, messageOf } from './call';
import { type Choice, keepChoice, recentChoices } from './found';

let openOn: number | undefined;
/** One at a time, over whatever the page shows; the next page closes it. */
export function openFinder(): void {
  if (openOn === pageShown()) return;
  openOn = pageShown();
  mountDialog((close) => (
    <Finder
      onClose={() => {
        openOn = undefined;
        close();
      }}
    />
  ));
}

type State = 'ready' | 'loading' | { problem: string };
interface Group {
  name: string;
  choices: readonly Choice[];
}

const WAIT_MS = 180;
/** The person's pages do not change while the page stands. */
const loadPages = oncePerPage(async () => (await call(findPages, {})).pages);
const choiceOf = ({ title, group, path }: FoundPage): Choice => ({ kind: 'PAGE', title, hint: group === title ? '' : group, href: path });

function Finder({ onClose }: { onClose: () => void }) {
  const [giveBack] = useState(focusBefore);
  const list = useId();
  const [word, setWord] = useState('');
  const [active, setActive] = useState(0);
  const { groups, state } = useFound(word);
  const choices = groups.flatMap((group) => group.choices);
  const at = Math.min(active, choices.length - 1);
  const go = (choice: Choice, inNewTab: boolean) => {
    keepChoice(choice);
    if (inNewTab) window.open(choice.href, '_blank', 'noopener');
    else location.assign(choice.href);
    if (!inNewTab) onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices[at];
    if (step && choices.length) setActive((at + step + choices.length) % choices.length);
    else if (event.key === 'Enter' && choice) go(choice, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fade fixed inset-0 z-[60] bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack();
          }}
          className="rise fixed inset-x-0 top-0 z-[61] mx-auto flex max-h-dvh w-full flex-col bg-raised shadow-dialog outline-none sm:top-[10dvh] sm:max-h-[76dvh] sm:max-w-2xl sm:rounded-xl"
        >
          <Radix.Title className="sr-only">搜索</Radix.Title>
          <div className="flex items-center gap-2 border-b border-line px-4 py-2.5">
            <input
              type="search"
              role="combobox"
              aria-label="搜索页面、订单、客户、商品"
              aria-expanded={choices.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={choices[at] ? `${list}-${at}` : undefined}
              autoComplete="off"
              enterKeyHint="go"
              maxLength={60}
              placeholder="输入单号、名称、编码或拼音"
              value={word}
              onChange={(event) => {
                setWord(event.target.value);
                setActive(0);
              }}
              onKeyDown={press}
              className="h-9 min-w-0 flex-1 bg-transparent text-base outline-none [&::-webkit-search-cancel-button]:hidden"
            />
            <IconButton label="关闭" size="sm" icon={<X aria-hidden />} onClick={onClose} />
          </div>
          <Choices list={list} groups={groups} active={at} onActive={setActive} onChoose={go} />
          <Tail word={word} state={state} count={choices.length} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ChoicesProps {
  list: string;
  groups: readonly Group[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (choice: Choice, inNewTab: boolean) => void;
}

function Choices({ list, groups, active, onActive, onChoose }: ChoicesProps) {
  let index = -1;
  return (
    <div role="listbox" id={list} aria-label="搜索结果" tabIndex={-1} className="min-h-0 overflow-auto px-2 empty:hidden">
      {groups.map(({ name, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options so
        <div key={name} role="group" aria-label={name} className="py-1.5">
          <p aria-hidden className="px-2.5 py-1 text-sm text-ink-3">
            {name}
          </p>
          {choices.map((choice) => {
            index += 1;
            return <Row key={choice.href} id={`${list}-${index}`} at={index} active={index === active} {...{ choice, onActive, onChoose }} />;
          })}
        </div>
      ))}
    </div>
  );
}

interface RowProps extends Pick<ChoicesProps, 'onActive' | 'onChoose'> {
  id: string;
  at: number;
  active: boolean;
  choice: Choice;
}

/** A link as well, so that the browser's own ways of opening one work. */
function Row({ id, at, active, choice, onActive, onChoose }: RowProps) {
  const row = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <a
      ref={row}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      href={choice.href}
      onPointerMove={() => onActive(at)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.preventDefault();
        onChoose(choice, event.ctrlKey || event.metaKey);
      }}
      className={cx('flex min-h-10 items-center gap-3 rounded-md px-2.5 py-1.5', active && 'bg-hover')}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-ink">{choice.title}</span>
        {choice.hint && <span className="block truncate text-sm text-ink-3">{choice.hint}</span>}
      </span>
      {choice.amount && <span className="figures whitespace-nowrap">{formatMoney(choice.amount)}</span>}
    </a>
  );
}

/** What goes on, what went wrong, and the keys. */
function Tail({ word, state, count }: { word: string; state: State; count: number }) {
  const words =
    typeof state === 'object'
      ? state.problem
      : state === 'loading'
        ? '正在查找…'
        : plainWord(word) === ''
          ? ''
          : count === 0
            ? `没有找到与“${plainWord(word)}”有关的内容，可以换用单号、编码或拼音首字母`
            : `找到${count}项`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm text-ink-3">
      <p role="status" className={cx('min-w-0 flex-1', typeof state === 'object' && 'text-danger')}>
        {words}
      </p>
      <p className="max-sm:hidden">↑↓ 选择　Enter 打开　Ctrl+Enter 新标签页打开　Esc 关闭</p>
    </div>
  );
}

/** Pages at once, the rest as the server finds it; an answer to an earlier word is dropped. */
function useFound(typed: string): { groups: Group[]; state: State } {
  const word = plainWord(typed);
  const [mine, setMine] = useState<readonly FoundPage[]>([]);
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [state, setState] = useState<State>('ready');
  const [recent] = useState(recentChoices);
  useEffect(() => {
    loadPages().then(setMine, (error: unknown) => setState({ problem: messageOf(error) }));
  }, []);
  useEffect(() => {
    if (word === '') {
      setFound([]);
      setState((before) => (before === 'loading' ? 'ready' : before));
      return;
    }
    let stale = false;
    setState('loading');
    const timer = setTimeout(
      () =>
        call(find, { word }).then(
          (answer) => {
            if (stale) return;
            setFound(answer.found);
            setState('ready');
          },
          (error: unknown) => {
            if (stale) return;
            setFound([]);
            setState({ problem: messageOf(error) });
          },
        ),
      WAIT_MS,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [word]);
  if (word === '') return { state, groups: filled([group('最近打开', recent), group(findKinds.PAGE, mine.map(choiceOf))]) };
  const all = [...pagesFor(mine, word).map(choiceOf), ...found];
  const kinds = Object.keys(findKinds) as FindKind[];
  return {
    state,
    groups: filled(
      kinds.map((kind) =>
        group(
          findKinds[kind],
          all.filter((one) => one.kind === kind),
        ),
      ),
    ),
  };
}

const group = (name: string, choices: readonly Choice[]): Group => ({ name, choices });
const filled = (groups: readonly Group[]): Group[] => groups.filter(({ choices }) => choices.length > 0);
