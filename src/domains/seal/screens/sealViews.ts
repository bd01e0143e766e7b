import type { AnswerOf } from '~/shared/endpoint';
import type { sealList } from '../calls';

/** A seal as the page receives it. */
export type SealView = AnswerOf<typeof sealList>['seals'][number];
export type AuthView = SealView['auths'][number];
