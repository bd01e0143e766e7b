import { optionsOf } from '~/ui/kit/options';
import { type ReceiptWay, receiptWays } from '../receiptWay';

export const receiptWayOptions = optionsOf(receiptWays);
/** Nothing received: what the balance held paid. */
export const receiptWayName = (way: ReceiptWay | null): string => (way === null ? '账户余额' : receiptWays[way]);
