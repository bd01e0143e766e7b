import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { writePrices } from '../customerPriceBack.server';
import { adjustPrices, copyPrices, disablePrices } from '../customerPriceBatch.server';
import { saveCustomerPrices } from '../customerPriceSave.server';
import { writeImported } from '../importedPrices.server';
import type { ChangeKind } from './priceChange';

/** One way to write customers' prices. What is asked of it is kept as JSON and asked again when the change passes. */
export interface Writer<Asked, Done> {
  kind: ChangeKind;
  write(tx: Tx, me: Me, asked: Asked, now: Date): Promise<Done>;
}
const writer = <Asked, Done>(kind: ChangeKind, write: Writer<Asked, Done>['write']): Writer<Asked, Done> => ({ kind, write });

export const writers = {
  SAVE: writer('SAVE', saveCustomerPrices),
  ADJUST: writer('ADJUST', adjustPrices),
  COPY: writer('COPY', copyPrices),
  DISABLE: writer('DISABLE', disablePrices),
  /** From the day it passes on. */
  ORDER: writer('ORDER', (tx, me, asked: Parameters<typeof writePrices>[2], now) => writePrices(tx, me, asked, shanghaiDate(now))),
  IMPORT: writer('IMPORT', writeImported),
};
