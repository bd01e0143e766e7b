import { call } from '~/shell/call';
import type { Option } from '~/ui/kit/types';
import { categoryOptions } from '../calls';
import type { CategoryOption } from '../category';

let asked: Promise<CategoryOption[]> | undefined;

/** After one was made on this page. */
export const forgetCategories = (): void => {
  asked = undefined;
};

/** Categories in tree order; asked once a page. */
export function allCategories(): Promise<CategoryOption[]> {
  asked ??= call(categoryOptions, {}).then(
    ({ options }) => options,
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** The same by their full names, for `pick` filters and comboboxes. */
export const findCategories = async (word: string): Promise<Option[]> =>
  (await allCategories())
    .map((one) => ({ value: one.id, label: one.fullName, hint: one.code, disabled: one.status === 'DISABLED' }))
    .filter((one) => `${one.label}${one.hint}`.includes(word));
