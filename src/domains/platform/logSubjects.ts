import { subjectOf, subjects } from '~/domains/subjects';
import { href } from '~/portal/href';

/** What log entries may be about, to choose from. */
export const subjectNames: Readonly<Record<string, string>> = Object.fromEntries(subjects.map(({ type, name }) => [type, name]));
export const subjectName = (type: string): string => subjectOf(type)?.name ?? '其他';
const RECORD = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the record is shown; '' for what has no page of its own, and for what was done to many at once (a month of statements). */
export const subjectLink = (type: string, id: string): string => {
  const page = subjectOf(type)?.page;
  return page && RECORD.test(id) ? href(page, { id }) : '';
};
