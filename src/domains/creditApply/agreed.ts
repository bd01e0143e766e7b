import { accountStates } from '~/domains/credit/credit';

/** What of credit's words applications show: screens know the nouns of their own domain only. */
export { defaultTerms, graceModes, repayWays, type Terms, termsWords } from '~/domains/credit/terms';
export const accountStateName = (status: string): string => accountStates[status as keyof typeof accountStates]?.name ?? status;
