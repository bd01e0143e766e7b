import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useMemo, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { problemWords } from '~/shared/problemWords';
import { confirm } from '../kit/confirm';
import { sentenceOf } from '../kit/sentence';
import type { Conflict } from './ConflictPanel';
import { newFrame, whenDone } from './FormContext';
import { type FieldLabel, flatProblems, type Problem, refusedFields } from './problems';
import { useConflict } from './useConflict';
import { useDraft } from './useDraft';

export type Latest<Values> = () => Promise<{ values: Values; version: number }>;

export interface KitFormOptions<Values> {
  /** Checked in the browser on its wire side; the server checks again. */
  schema?: ZodType<unknown, Values> | undefined;
  defaults: Values;
  /** `confirmed` is true when the server answered with a warning (W1) and the person agreed. */
  /** `version` is that of the latest document, once the person went on after a conflict. */
  submit: (values: Values, key: string, confirmed: boolean, version?: number) => Promise<unknown>;
  /** The document as it stands now, asked for when somebody else saved it first: the form then shows the difference and lets the person go on. */
  latest?: Latest<Values> | undefined;
  draftKey?: string | undefined;
}

export interface KitForm<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Starts every input's id. */
  id: string;
  labels: Map<string, FieldLabel>;
  underWay: Set<Promise<unknown>>;
  /** Sentence of the last refusal. */
  refused: string;
  conflict: Conflict | undefined;
  pending: string;
  send: (key: string, unchecked?: boolean) => Promise<void>;
  draft: ReturnType<typeof useDraft<Values>>;
}

export function useKitForm<Values extends FieldValues>({ schema, defaults, submit, latest, draftKey }: KitFormOptions<Values>): KitForm<Values> {
  const resolver = useMemo(
    () => (schema ? (zodResolver(schema as never, { error: problemWords }, { raw: true }) as unknown as Resolver<Values>) : undefined),
    [schema],
  );
  const form = useForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
    mode: 'onTouched',
    shouldFocusError: false,
    ...(resolver ? { resolver } : {}),
  });
  // Reading isDirty subscribes to it: the leave guard needs it current.
  void form.formState.isDirty;
  const draft = useDraft(form, draftKey, defaults);
  const id = useId();
  const [{ labels, underWay }] = useState(() => newFrame(id));
  const [refused, setRefused] = useState('');
  const { conflict, meet, version, clear, saved } = useConflict({ form, defaults, latest, labels: () => labels });
  const [pending, setPending] = useState('');
  const busy = useRef(false);

  const focusFirst = (problems: readonly Problem[]) =>
    setTimeout(
      () =>
        firstBad(
          id,
          problems.map((problem) => problem.path),
        )?.focus(),
      0,
    );
  const attempt = async (values: Values, key: string, confirmed: boolean): Promise<void> => {
    try {
      await submit(values, key, confirmed, version.current);
      draft.done();
      saved();
    } catch (error) {
      const { message, fields, warning } = refusedFields(error);
      if (warning && !confirmed) {
        if (await confirm({ title: '请确认后继续', body: message, ok: '继续' })) await attempt(values, key, true);
        return;
      }
      if (await meet(error)) return;
      for (const field of fields) form.setError(field.path as never, { type: 'server', message: field.message });
      setRefused(message);
      focusFirst(fields);
    }
  };
  const send = async (key: string, unchecked = false) => {
    if (busy.current) return;
    busy.current = true;
    setPending(key);
    setRefused('');
    clear();
    // What the server said of the last try is no answer to this one; of a path without an input it would stand in the way for ever.
    form.clearErrors();
    try {
      await whenDone(underWay);
      if (unchecked) {
        await attempt(form.getValues(), key, false);
      } else {
        await form.handleSubmit(
          (values) => attempt(values as unknown as Values, key, false),
          // The form itself knows its errors only once it is drawn again.
          (errors) => void focusFirst(flatProblems(errors)),
        )();
      }
    } catch (error) {
      setRefused(sentenceOf(error));
    } finally {
      busy.current = false;
      setPending('');
    }
  };
  return { form, id, labels, underWay, refused, conflict, pending, send, draft };
}

/** The first of the bad inputs as the page shows them. */
function firstBad(id: string, paths: readonly string[]): HTMLElement | undefined {
  return paths
    .map((path) => document.getElementById(`${id}${path}`))
    .filter((input): input is HTMLElement => input !== null)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0];
}
