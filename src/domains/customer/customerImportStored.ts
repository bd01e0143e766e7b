/** Columns an import writes, as stored; undo puts them back. */
export interface Stored {
  code: string;
  name: string;
  pinyin: string;
  customer_type: number;
  uscc: string | null;
  id_card: string | null;
  id_card_hash: string | null;
  level_id: string | null;
  province: string;
  city: string;
  district: string;
  address: string;
  contact_name: string;
  contact_mobile: string;
  payment_days: number;
  sales_member_id: string | null;
  sales_area_id: string | null;
  region_label: string;
  remark: string;
}
export interface Known extends Stored {
  id: string;
  version: number;
}
export const storedColumns = [
  'code',
  'name',
  'pinyin',
  'customer_type',
  'uscc',
  'id_card',
  'id_card_hash',
  'level_id',
  'province',
  'city',
  'district',
  'address',
  'contact_name',
  'contact_mobile',
  'payment_days',
  'sales_member_id',
  'sales_area_id',
  'region_label',
  'remark',
] as const;
