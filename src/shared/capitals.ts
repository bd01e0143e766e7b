import nzh from 'nzh/cn';

/** "1234.50" 元 in the capitals of cheques and receipts: 人民币壹仟贰佰叁拾肆元伍角整; a negative amount begins with 负. '' for what is no amount. */
export function capitals(yuan: string): string {
  if (!/^-?\d{1,16}(\.\d{1,2})?$/.test(yuan)) return '';
  if (yuan.startsWith('-')) return `负${capitals(yuan.slice(1))}`;
  const words = nzh.toMoney(yuan);
  // Of a whole amount without decimals the library says 整 itself.
  return /[分整]$/.test(words) ? words : `${words}整`;
}
