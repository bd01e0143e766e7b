import { displayPrice, displayYuan } from './money';
import { said } from './told';

/** Amounts for sentences, marked as such: see `told`. */
export const saidYuan = (fen: bigint): string => said('amount', displayYuan(fen));
export const saidPrice = (price: string): string => said('amount', displayPrice(price));
