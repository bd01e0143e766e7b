import { call } from '~/shell/call';
import type { Option } from '~/ui/kit/types';
import { categoryOptions } from '../calls';

let asked: Promise<Option[]> | undefined;

/** After one was made on this page. */
export const forgetCategories = (): void => {
  asked = undefined;
};

/** Categories in tree order by their full names, for `pick` filters and comboboxes; asked once a page. */
export async function findCategories(word: string): Promise<Option[]> {
  asked ??= call(categoryOptions, {}).then(({ options }) =>
    options.map((one) => ({ value: one.id, label: one.fullName, hint: one.code, disabled: one.status === 'DISABLED' })),
  );
  const options = await asked.catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return options.filter((one) => `${one.label}${one.hint}`.includes(word));
}
