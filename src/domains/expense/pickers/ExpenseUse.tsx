import { useEffect, useState } from 'react';
import { HIDDEN } from '~/shared/mask';
import { MOST_FEN, parseYuan, shownFen } from '~/shared/money';
import { call } from '~/shell/call';
import { ActionButton } from '~/ui/kit/Button';
import { NumberInput } from '~/ui/kit/Input';
import type { InputProps } from '~/ui/kit/types';
import { formatMoney } from '~/ui/values/format';
import { expenseQuote } from '../calls';
import { expenseKinds, lotScopes } from '../expense';
import type { ExpenseQuote } from '../expense.schema';

interface Props extends InputProps {
  customerId: string;
  /** Goods at the prices shown. */
  lines: readonly { skuId: string; amount: string }[];
}
const isAmount = (text: string): boolean => /^\d{1,13}(\.\d{1,2})?$/.test(text);

/** What the customer's expense can pay of an order, how much of it to use, and of which lots. Nothing is shown where there is none. */
export function ExpenseUse({ customerId, lines, value = '', onChange, ...input }: Props) {
  const quote = useExpenseQuote(customerId, lines, value);
  const none = !quote || (quote.available !== HIDDEN && !/[1-9]/.test(quote.available));
  if (none && !/[1-9]/.test(value)) return <p className="py-1.5 text-sm text-ink-3">{quote ? '没有可用的费用' : customerId ? '正在查询…' : '请先选择客户'}</p>;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <NumberInput {...input} value={value} {...(onChange ? { onChange } : {})} decimals={2} unit="元" />
        <ActionButton size="sm" action={{ label: '用足', disabled: !quote || quote.most === HIDDEN, onPress: () => onChange?.(quote?.most ?? '') }} />
        <ActionButton size="sm" action={{ label: '不用', onPress: () => onChange?.('') }} />
      </div>
      {quote && (
        <p className="text-sm text-ink-2">
          费用可用 {formatMoney(quote.available)} 元，本单最多可用 {formatMoney(quote.most)} 元
          {quote.ceiling < 100 && `（每单上限为商品金额的${quote.ceiling}%）`}
        </p>
      )}
      {quote && isAmount(value) && parseYuan(value) > (shownFen(quote.most) ?? MOST_FEN) && (
        <p role="alert" className="text-sm text-danger">
          超过本单最多可用的 {formatMoney(quote.most)} 元
        </p>
      )}
      {quote && <Lots lots={quote.lots} />}
    </div>
  );
}

function Lots({ lots }: Pick<ExpenseQuote, 'lots'>) {
  const used = lots.filter((lot) => /[1-9]/.test(lot.used));
  if (!used.length) return null;
  return (
    <ul aria-label="使用的费用" className="flex flex-col gap-1 text-sm text-ink-2">
      {used.map((lot) => (
        <li key={lot.id}>
          {expenseKinds[lot.kind]} {lot.no}（{lot.validTo ? `${lot.validTo}到期` : '长期有效'}
          {lot.scope !== 'ALL' && `，${lotScopes[lot.scope]}`}
          {lot.maxRatio < 100 && `，最多${lot.maxRatio}%`}）用 <span className="figures">{formatMoney(lot.used)}</span> 元
        </li>
      ))}
    </ul>
  );
}

/** Asked again when goods or the sum typed change; the last answer stays while the next is on its way. */
function useExpenseQuote(customerId: string, lines: Props['lines'], value: string): ExpenseQuote | undefined {
  const [quote, setQuote] = useState<ExpenseQuote>();
  const asked = isAmount(value) ? value : '0';
  const goods = JSON.stringify(lines);
  useEffect(() => {
    if (!customerId) return setQuote(undefined);
    let current = true;
    const timer = setTimeout(() => {
      call(expenseQuote, { customerId, lines: JSON.parse(goods), asked }).then(
        (next) => current && setQuote(next),
        () => undefined,
      );
    }, 300);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [customerId, goods, asked]);
  return quote;
}
