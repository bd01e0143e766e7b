import nzh from 'nzh';

/** "1234.50" 元 in the capitals of cheques and receipts: 人民币壹仟贰佰叁拾肆元伍角整. */
export function capitals(yuan: string): string {
  const words = nzh.cn.toMoney(yuan);
  // Of a whole amount without decimals the library says 整 itself.
  return /[分整]$/.test(words) ? words : `${words}整`;
}
