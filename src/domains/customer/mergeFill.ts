/** Columns a merged record lends the remaining one where that has none, in groups that only make sense together. */
const groups = [
  ['short_name'],
  ['uscc'],
  ['id_card', 'id_card_hash'],
  ['level_id'],
  ['sales_area_id', 'region_label'],
  ['province', 'city', 'district', 'address'],
  ['contact_mobile', 'contact_name', 'contact_role'],
  ['email'],
  ['sales_member_id'],
  ['tags'],
  ['remark'],
] as const;
export type FillColumn = (typeof groups)[number][number];
export const fillColumns: readonly FillColumn[] = groups.flat();
/** What people call a group, by its first column. */
export const fillNames: Record<string, string> = {
  short_name: '简称',
  uscc: '统一社会信用代码',
  id_card: '身份证号',
  level_id: '客户级别',
  sales_area_id: '销售区域',
  province: '地址',
  contact_mobile: '联系人',
  email: '邮箱',
  sales_member_id: '业务员',
  tags: '标签',
  remark: '备注',
};

/** A group is taken over when the remaining customer has none of it and the other has some. */
export function fillsOf<Row extends Record<FillColumn, string | null>>(from: Row, into: Row): Partial<Pick<Row, FillColumn>> {
  const taken = groups.filter((group) => group.every((column) => !into[column]) && group.some((column) => from[column]));
  return Object.fromEntries(taken.flat().map((column) => [column, from[column]])) as Partial<Pick<Row, FillColumn>>;
}
