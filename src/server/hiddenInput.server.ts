import type { Me } from '~/portal/me';
import type { Endpoint } from '~/shared/endpoint';
import { HIDDEN } from '~/shared/mask';
import { lineOf } from '~/shared/problemWords';
import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { inputLabel } from './inputLabels.server';

/** What stands for a hidden value in an answer (`HIDDEN`). Longer runs of stars are masks of numbers and names, and three before an @ of an address. */
const standIn = /(?<!\*)\*{3}(?![*@])/;
const WORDS = '中有对您隐藏的内容（***），由您保存会覆盖原来的内容，请由能查看的同事修改';

/**
 * Refuses to store what only stands for something hidden: a form shows *** for it, in a field or within a remark, and sends it back with the rest.
 * Nobody writes over what they may not see. One's own profile is never hidden from oneself.
 */
export function refuseHiddenInput(me: Pick<Me, 'hidden'> | null, { path, input, options }: Pick<Endpoint, 'path' | 'input' | 'options'>, raw: unknown): void {
  if (!me?.hidden?.length || options.reads || path.startsWith('/partner/user/')) return;
  const found = [...standIns(raw, [], options.keepsHidden ?? [])];
  const [first] = found;
  if (!first) return;
  const fields = Object.fromEntries(found.map((at) => [at.join('.'), WORDS]));
  const label = inputLabel(input, first);
  throw new Refusal(BAD_INPUT, `${lineOf(first.join('.'))}${label ? `“${label}”` : '该项'}${WORDS}`, { reason: 'BAD_INPUT', fields });
}

function* standIns(value: unknown, at: readonly (string | number)[], kept: readonly string[]): Generator<readonly (string | number)[]> {
  if (typeof value === 'string') {
    const key = String(at.at(-1));
    if (standIn.test(value) && !/password|secret/i.test(key) && !(value === HIDDEN && kept.includes(key))) yield at;
  } else if (Array.isArray(value)) for (const [index, one] of value.entries()) yield* standIns(one, [...at, index], kept);
  else if (typeof value === 'object' && value !== null) for (const [key, one] of Object.entries(value)) yield* standIns(one, [...at, key], kept);
}
