import { type ReceiptWay, receiptWays } from '../receiptWay';

export const receiptWayName = (way: ReceiptWay): string => receiptWays[way];
