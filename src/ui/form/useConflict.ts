import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { refusalCodes } from '~/shared/refusal';
import { isRefusal, sentenceOf } from '../kit/sentence';
import { toast } from '../kit/toast';
import type { Conflict } from './ConflictPanel';
import { clashesOf, mergeTyped } from './merge';
import type { Labels } from './problems';
import type { Latest } from './useKitForm';

interface Options<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  defaults: Values;
  latest: Latest<Values> | undefined;
  labels: () => Labels;
}

/** Somebody saved first: keeps what is typed, shows what they changed, and goes on over their version. */
export function useConflict<Values extends FieldValues>({ form, defaults, latest, labels }: Options<Values>) {
  const [conflict, setConflict] = useState<Conflict>();
  const base = useRef(defaults);
  const version = useRef<number>(undefined);
  const clear = () => setConflict(undefined);
  const goOn = (theirs: { values: Values; version: number }, values: Values, words: string) => {
    base.current = theirs.values;
    version.current = theirs.version;
    form.reset(theirs.values as DefaultValues<Values>);
    form.reset(values as DefaultValues<Values>, { keepDefaultValues: true });
    clear();
    toast(words, 'info');
  };
  /** Answers whether the refusal was such a conflict. */
  const meet = async (error: unknown): Promise<boolean> => {
    if (!latest || !isRefusal(error) || error.code !== refusalCodes.VERSION) return false;
    const theirs = await latest().catch(() => null);
    if (!theirs) return false;
    const mine = form.getValues();
    setConflict({
      message: sentenceOf(error),
      clashes: clashesOf(base.current, mine, theirs.values, labels()),
      keep: () => goOn(theirs, mergeTyped(base.current, form.getValues(), theirs.values), '已接着最新内容保留您的填写，请核对后再提交'),
      take: () => goOn(theirs, theirs.values, '已换成最新内容'),
    });
    window.scrollTo({ top: 0 });
    return true;
  };
  const saved = () => {
    base.current = form.getValues();
    version.current = undefined;
  };
  return { conflict, meet, version, clear, saved };
}
