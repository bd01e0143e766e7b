import { accountStates } from '~/domains/credit/credit';
import { type RiskKind, riskKinds } from '~/domains/creditRule/risk';
import { type Reaction, reactions, specialStates, verdicts } from '~/domains/creditRule/rule';

/** What of credit's words applications show: screens know the nouns of their own domain only. */
export { type Terms, termsWords } from '~/domains/credit/terms';
export const accountStateName = (status: string): string => accountStates[status as keyof typeof accountStates]?.name ?? status;

/** Of the rules' words, the same. */
export const reactionName = (key: string): string => reactions[key as Reaction] ?? key;
export const verdictName = (key: string): string => verdicts[key as keyof typeof verdicts] ?? key;
export const specialName = (key: string): string => specialStates[key as keyof typeof specialStates] ?? key;
export const actionName = (key: string): string => riskKinds[key as RiskKind] ?? key;
