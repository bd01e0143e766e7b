import { displayCount, shownFen, shownYuan, sumFen } from '~/shared/money';
import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import type { BankLineRow } from '../bankLine.schema';
import { bankLineDeposit, bankLineIgnore, bankLineRestore } from '../calls';

type Rows = readonly BankLineRow[];
export const refsOf = (rows: Rows) => rows.map(({ id, version }) => ({ id, version }));
export const sumOf = (rows: Rows): string => formatMoney(shownYuan(sumFen(rows.map((row) => shownFen(row.amount)))));

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function depositLinesDialog(rows: Rows): Promise<boolean> {
  const key = newKey();
  const customers = new Set(rows.map((row) => row.customerName)).size;
  const agreed = await confirm({
    title: `由${rows.length}条流水生成入账单？`,
    body: `${customers}家客户，合计${sumOf(rows)}元。入账单须由其他人核对确认后资金才到账。`,
    ok: '生成入账单',
  });
  if (!agreed) return false;
  const { count } = await call(bankLineDeposit, { items: refsOf(rows) }, { key });
  toast(`已生成${count}张入账单，等待确认`, 'ok');
  return true;
}

export async function ignoreLinesDialog(rows: Rows): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `忽略${rows.length}条流水？`,
    body: '不是客户付款的流水可以忽略，之后可以恢复。',
    ok: '忽略',
    reason: { label: '原因', max: 200 },
  });
  if (!agreed) return false;
  const { count } = await call(bankLineIgnore, { items: refsOf(rows), reason: agreed.reason }, { key });
  toast(`已忽略${displayCount(count)}条流水`, 'ok');
  return true;
}

export async function restoreLine(row: BankLineRow): Promise<boolean> {
  await call(bankLineRestore, { items: refsOf([row]) });
  toast('已恢复为待认领', 'ok');
  return true;
}
