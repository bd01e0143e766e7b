import { ChoiceOf } from '~/shared/fields.schema';
import { receiptWays } from './receiptWay';

export const ReceiptWay = ChoiceOf(receiptWays, '收款方式');
