import { optionsOf } from '~/ui/kit/options';
import { type ReceiptWay, receiptWays } from '../receiptWay';

export const receiptWayOptions = optionsOf(receiptWays);
export const receiptWayName = (way: ReceiptWay): string => receiptWays[way];
