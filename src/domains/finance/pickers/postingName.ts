import { postingKinds } from '../fund';

/** What moved an account, as postings show it. */
export const postingName = (kind: string): string => postingKinds[kind] ?? kind;
