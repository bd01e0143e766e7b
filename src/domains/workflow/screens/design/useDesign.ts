import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { refusalCodes } from '~/shared/refusal';
import { call, isRefused } from '~/shell/call';
import { dropDraft, keepDraft, readDraft } from '~/ui/form/draft';
import { asksToLeave } from '~/ui/kit/page';
import type { ProcessTree } from '../../process';
import { processGet, processPublish, processUpdate } from '../../processCalls';

export type Detail = AnswerOf<typeof processGet>;
/** What is typed here. */
export interface Typed {
  name: string;
  tree: ProcessTree;
}
interface History {
  past: Typed[];
  now: Typed;
  future: Typed[];
  /** Changes of one thing after one another, such as letters of a name, are one step back. */
  tag: string;
}
type Step = { do: 'change'; change: (now: Typed) => Typed; tag: string } | { do: 'undo' } | { do: 'redo' } | { do: 'reset'; to: Typed };
const MOST_STEPS = 100;

export function step(history: History, action: Step): History {
  const { past, now, future, tag } = history;
  if (action.do === 'reset') return { past: [], now: action.to, future: [], tag: '' };
  if (action.do === 'undo') {
    const before = past.at(-1);
    return before ? { past: past.slice(0, -1), now: before, future: [now, ...future], tag: '' } : history;
  }
  if (action.do === 'redo') {
    const [after, ...rest] = future;
    return after ? { past: [...past, now], now: after, future: rest, tag: '' } : history;
  }
  const changed = action.change(now);
  if (changed === now || (changed.tree === now.tree && changed.name === now.name)) return history;
  const same = action.tag !== '' && action.tag === tag;
  return { past: same ? past : [...past, now].slice(-MOST_STEPS), now: changed, future: [], tag: action.tag };
}

const PAUSE_MS = 400;
const typedOf = ({ name, tree }: Detail): Typed => ({ name, tree });

/** At what is stored; or one step on from there, at an older version. */
const begun = (typed: Typed, from: ProcessTree | null): History =>
  from ? { past: [typed], now: { ...typed, tree: from }, future: [], tag: '' } : { past: [], now: typed, future: [], tag: '' };

/** The process as it is being designed: steps back and forth, saving, meeting another editor; nothing typed is lost. */
export function useDesign(detail: Detail, from: ProcessTree | null) {
  const [history, act] = useReducer(step, detail, (first): History => begun(typedOf(first), from));
  const [stored, setStored] = useState({ typed: history.past[0] ?? history.now, version: detail.version, ver: detail.ver, state: detail.state });
  const [conflict, setConflict] = useState<Detail | null>(null);
  const { now } = history;
  const dirty = now !== stored.typed;
  const draft = useDraftOf(detail, now, dirty, stored.version);

  const edit = useCallback(
    (change: (tree: ProcessTree) => ProcessTree, tag = '') => act({ do: 'change', tag, change: (typed) => ({ ...typed, tree: change(typed.tree) }) }),
    [],
  );
  const rename = useCallback((name: string) => act({ do: 'change', tag: 'name', change: (typed) => ({ ...typed, name }) }), []);

  const save = async (): Promise<number> => {
    if (!dirty) return stored.version;
    try {
      const { version } = await call(processUpdate, { id: detail.id, version: stored.version, ...now });
      const next = stored.state === 'DRAFT' ? {} : { ver: stored.ver + 1, state: 'DRAFT' as const };
      setStored((was) => ({ ...was, ...next, typed: now, version }));
      draft.drop();
      return version;
    } catch (error) {
      if (isRefused(error) && error.code === refusalCodes.VERSION) setConflict(await call(processGet, { id: detail.id }));
      throw error;
    }
  };
  const publish = async (notes: string) => {
    const version = await save();
    const done = await call(processPublish, { id: detail.id, version, notes });
    setStored({ typed: now, version: done.version, ver: done.ver, state: 'PUBLISHED' });
    return done;
  };
  /** Goes on over what the other editor saved: with one's own design, or with theirs. */
  const settle = (keep: boolean) => {
    if (!conflict) return;
    const theirs = typedOf(conflict);
    setStored({ typed: theirs, version: conflict.version, ver: conflict.ver, state: conflict.state });
    if (!keep) act({ do: 'reset', to: theirs });
    setConflict(null);
  };
  return {
    ...{ now, dirty, stored, conflict, edit, rename, save, publish, settle, draft },
    undo: useCallback(() => act({ do: 'undo' }), []),
    redo: useCallback(() => act({ do: 'redo' }), []),
    reset: (to: Typed) => act({ do: 'reset', to }),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
  };
}

/** Keeps what is typed in this window, offers it after a return, and asks before it is left. */
function useDraftOf(detail: Detail, now: Typed, dirty: boolean, version: number) {
  const name = `process/${detail.id}`;
  const [found, setFound] = useState<{ typed: Typed; changed: boolean } | null>(null);
  const base = useMemo(() => ({ version }), [version]);
  useEffect(() => {
    const kept = readDraft(name);
    if (kept) setFound({ typed: kept.values as Typed, changed: kept.base !== JSON.stringify({ version: detail.version }) });
  }, [name, detail.version]);
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(() => keepDraft(name, base, now), PAUSE_MS);
    const stopAsking = asksToLeave(() => true);
    return () => {
      clearTimeout(timer);
      stopAsking();
    };
  }, [name, base, now, dirty]);
  const drop = () => {
    dropDraft(name);
    setFound(null);
  };
  return { found, drop };
}
