import { subjectOf, subjects } from '~/domains/subjects';
import { href } from '~/portal/href';

/** What log entries may be about, to choose from. */
export const subjectNames: Readonly<Record<string, string>> = Object.fromEntries(subjects.map(({ type, name }) => [type, name]));
export const subjectName = (type: string): string => subjectOf(type)?.name ?? '其他';
/** Where the record is shown; '' for what has no page of its own. */
export const subjectLink = (type: string, id: string): string => {
  const page = subjectOf(type)?.page;
  return page ? href(page, { id }) : '';
};
