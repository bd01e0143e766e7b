import { accountNames } from '../fund';

/** A ledger account as postings show it: 1122 应收账款. */
export const accountName = (code: string): string => `${code} ${accountNames[code] ?? ''}`;
