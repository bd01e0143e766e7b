import { call } from '~/shell/call';
import { oncePerPage } from '~/ui/kit/page';
import type { Option } from '~/ui/kit/types';
import { categoryOptions } from '../calls';
import type { CategoryOption } from '../category.schema';

/** Categories in tree order; asked once a page. */
export const allCategories = oncePerPage(async (): Promise<CategoryOption[]> => (await call(categoryOptions, {})).options);

/** After one was made on this page. */
export const forgetCategories = allCategories.forget;

/** The same by their full names, for `pick` filters and comboboxes. */
export const findCategories = async (word: string): Promise<Option[]> =>
  (await allCategories())
    .map((one) => ({ value: one.id, label: one.fullName, hint: one.code, disabled: one.status === 'DISABLED' }))
    .filter((one) => `${one.label}${one.hint}`.includes(word));
