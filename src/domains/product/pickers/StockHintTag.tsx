import { StatusTag } from '~/ui/values/StatusTag';
import { stockHints } from '../product';

export const StockHintTag = ({ hint }: { hint: string }) => (
  <StatusTag status={hint} names={stockHints} tones={{ ENOUGH: 'ok', TIGHT: 'warn', OUT: 'danger' }} />
);
