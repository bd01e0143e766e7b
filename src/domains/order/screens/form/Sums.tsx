import { useWatch } from 'react-hook-form';
import { displayYuan, formatYuan, parseYuan, shownFen, shownYuan } from '~/shared/money';
import { cx } from '~/ui/kit/cx';
import { Money } from '~/ui/values/Money';
import type { FormDraft, FormRow } from '../../form/orderForm.schema';
import type { Buyer, Quote } from '../../views/orderView.schema';
import { useGoodsSum } from './useGoodsSum';

const fenOf = (text: string): bigint => (/^\d{1,13}(\.\d{1,2})?$/.test(text) ? parseYuan(text) : 0n);

/** What the order comes to, and what submitting it does with the customer's money. */
export function Sums({ quoteOf, credit }: { quoteOf: (row: FormRow) => Quote | undefined; credit: Buyer['credit'] | undefined }) {
  const [lines, freight, payMethod, used] = useWatch<FormDraft, ['lines', 'freight', 'payMethod', 'expense']>({
    name: ['lines', 'freight', 'payMethod', 'expense'],
  });
  const { goods, busy } = useGoodsSum(lines, quoteOf);
  const expense = fenOf(used);
  const payable = goods === null ? null : goods + fenOf(freight) - (expense < goods ? expense : goods);
  return (
    <p className={cx('flex flex-wrap items-baseline gap-x-5 gap-y-1', busy && 'text-ink-3')} aria-busy={busy}>
      <span>
        商品合计 <Money value={shownYuan(goods)} />
      </span>
      {expense > 0n && (
        <span>
          费用抵扣 <Money value={`-${formatYuan(expense)}`} />
        </span>
      )}
      <span>
        应付 <Money value={shownYuan(payable)} strong sign className="text-lg" />
      </span>
      <span className="text-ink-2">
        {payMethod === 'BALANCE' ? (
          <>
            提交后冻结 <Money value={shownYuan(payable)} />
          </>
        ) : payMethod === 'MIXED' ? (
          `先用账户余额，不足部分${credit ? '用授信' : '线下付款'}`
        ) : payMethod === 'CREDIT' ? (
          <OnCredit payable={payable} credit={credit} />
        ) : (
          '线下付款，不冻结资金'
        )}
      </span>
    </p>
  );
}

/** What placing it takes of the limit, and what is missing. */
function OnCredit({ payable, credit }: { payable: bigint | null; credit: Buyer['credit'] | undefined }) {
  const free = credit && credit.available !== null ? shownFen(credit.available) : null;
  return (
    <>
      提交后占用授信 <Money value={shownYuan(payable)} />
      {free !== null && payable !== null && free < payable && (
        <span className="ml-2 text-danger">
          可用额度¥{displayYuan(free)}，差¥{displayYuan(payable - free)}
        </span>
      )}
    </>
  );
}
