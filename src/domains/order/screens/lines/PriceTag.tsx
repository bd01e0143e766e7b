import { useEffect, useState } from 'react';
import { Link } from '~/ui/kit/Link';
import { Popover } from '~/ui/kit/Popover';
import { Tag } from '~/ui/kit/Tag';
import type { Tone } from '~/ui/kit/types';
import { formatPrice, formatQty, formatTime } from '~/ui/values/format';
import { lineSources, myLineSources } from '../../order';
import type { RecentDeal } from '../../views/orderView.schema';
import { detailHref } from '../perspective';
import type { PerspectiveCalls } from '../perspectiveCalls';

const tones: Partial<Record<string, Tone>> = { CUSTOMER: 'brand', STRATEGY: 'info', MANUAL: 'warn', GIFT: 'ok' };
interface Step {
  layer: string;
  price: string;
  hit: boolean;
  reason: string;
  name?: string | undefined;
}
/** Whose last deals to show under the price. */
export interface DealsOf {
  perspective: PerspectiveCalls;
  customerId: string;
  skuId: string;
  exceptOrderId?: string | undefined;
}
interface Props {
  source: string | null;
  trace: readonly Step[];
  deals?: DealsOf | undefined;
}

/** Where a price comes from, with every candidate the person may know of, and what the customer paid before. */
export function PriceTag({ source, trace, deals }: Props) {
  if (!source) return null;
  const names: Readonly<Record<string, string>> = deals?.perspective.dealer ? myLineSources : lineSources;
  const name = names[source] ?? source;
  const tone = tones[source];
  const tag = <Tag {...(tone ? { tone } : {})}>{name}</Tag>;
  if (!trace.length && !deals) return tag;
  return (
    <Popover
      label="取价过程"
      trigger={
        <button type="button" className="cursor-pointer rounded" aria-label={`${name}，查看取价过程`}>
          {tag}
        </button>
      }
    >
      <div className="flex min-w-60 flex-col gap-3 text-sm">
        {trace.length > 0 && (
          <ol className="flex flex-col gap-1.5">
            {trace.map((step, index) => (
              <li key={`${step.layer}${index}`} className={step.hit ? 'font-medium' : 'text-ink-3'}>
                {names[step.layer] ?? step.layer} <span className="figures">{formatPrice(step.price)}</span> · {step.reason}
                {step.name && <span className="block text-xs text-ink-3">{step.name}</span>}
              </li>
            ))}
          </ol>
        )}
        {deals && <RecentDeals of={deals} />}
      </div>
    </Popover>
  );
}

/** 最近成交价, fetched when somebody looks. */
function RecentDeals({ of: { perspective, customerId, skuId, exceptOrderId = '' } }: { of: DealsOf }) {
  const [deals, setDeals] = useState<readonly RecentDeal[] | 'failed'>();
  useEffect(() => {
    let shown = true;
    perspective.recentDeals({ customerId, skuId, exceptOrderId }).then(
      (found) => shown && setDeals(found),
      () => shown && setDeals('failed'),
    );
    return () => {
      shown = false;
    };
  }, [perspective, customerId, skuId, exceptOrderId]);
  const words = deals === undefined ? '正在查询…' : deals === 'failed' ? '没有查到，请稍后再试' : deals.length === 0 ? '还没有成交过' : '';
  return (
    <section className="border-t border-line pt-2 first:border-t-0 first:pt-0">
      <h3 className="mb-1 text-xs text-ink-3">最近成交价</h3>
      {words && <p className="text-ink-3">{words}</p>}
      {Array.isArray(deals) && (
        <ol className="flex flex-col gap-1">
          {deals.map((deal: RecentDeal) => (
            <li key={deal.id} className="flex items-baseline justify-between gap-4 whitespace-nowrap">
              <Link href={detailHref(perspective, deal.orderId)} className="figures" title={deal.orderNo}>
                {formatTime(deal.at, 'date')}
              </Link>
              <span className="figures text-ink-3">
                {formatQty(deal.qty)}
                {deal.unitName}
              </span>
              <span className="figures font-medium">
                {formatPrice(deal.price)}/{deal.unitName}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
