import nzh from 'nzh/cn';

/** "1234.50" → 壹仟贰佰叁拾肆元伍角, as receipts write amounts; '' for what is no amount. */
export function capitalYuan(amount: string): string {
  return /^\d{1,13}(\.\d{1,2})?$/.test(amount) ? nzh.toMoney(amount, { outSymbol: false }) : '';
}
