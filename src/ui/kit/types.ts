import type { ReactNode } from 'react';
import { mayFollow } from './closed';

export type Tone = 'neutral' | 'brand' | 'ok' | 'warn' | 'danger' | 'info';

export interface Option {
  value: string;
  label: string;
  hint?: string;
  disabled?: boolean;
}

/** What a person may do, as a value: a link when it has `href`, else a button. */
export interface Action {
  key?: string;
  label: string;
  href?: string;
  /** May be async; a rejection is shown as an error toast. */
  onPress?: () => unknown;
  tone?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
  icon?: ReactNode;
  disabled?: boolean;
  /** Why it is disabled, or a hint. */
  reason?: string;
  /** Opens in a new window. */
  external?: boolean;
}
export type Actions = readonly (Action | false | null | undefined)[];

/** The actions there are; one that leads to a page the person may not open is none. */
export const presentActions = (actions: Actions | undefined): Action[] =>
  (actions ?? []).filter((action): action is Action => Boolean(action && (!action.href || mayFollow(action.href))));

/** What every input takes: values, not events. */
export interface InputProps<Value = string> {
  id?: string | undefined;
  name?: string | undefined;
  value?: Value | undefined;
  defaultValue?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  required?: boolean | undefined;
  invalid?: boolean | undefined;
  placeholder?: string | undefined;
  className?: string | undefined;
  autoFocus?: boolean | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
  'aria-describedby'?: string | undefined;
}
