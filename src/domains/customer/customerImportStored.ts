import type { StoredRow } from '~/shared/documentFields';
import type { customerFields } from './customerFields';

/** Columns an import writes, as stored; undo puts them back. */
export interface Stored extends StoredRow<typeof customerFields> {
  pinyin: string;
  customer_type: number;
  uscc: string | null;
  id_card: string | null;
  id_card_hash: string | null;
  sales_area_id: string | null;
  region_label: string;
}
export interface Known extends Stored {
  id: string;
  version: number;
}
