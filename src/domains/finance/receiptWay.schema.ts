import { z } from 'zod';
import { receiptWays, type ReceiptWay as Way } from './receiptWay';

export const ReceiptWay = z.enum(Object.keys(receiptWays) as [Way, ...Way[]], '请选择收款方式');
