import { z } from 'zod';
import { keysOf } from '~/shared/keysOf';
import { receiptWays } from './receiptWay';

export const ReceiptWay = z.enum(keysOf(receiptWays), '请选择收款方式');
