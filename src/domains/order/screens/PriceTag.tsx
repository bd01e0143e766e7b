import { Popover } from '~/ui/kit/Popover';
import { Tag } from '~/ui/kit/Tag';
import type { Tone } from '~/ui/kit/types';
import { formatPrice } from '~/ui/values/format';
import { lineSources } from '../order';

const tones: Partial<Record<string, Tone>> = { CUSTOMER: 'brand', MANUAL: 'warn', GIFT: 'ok' };
interface Step {
  layer: string;
  price: string;
  hit: boolean;
  reason: string;
}

/** Where a price comes from, with every candidate the person may know of. */
export function PriceTag({ source, trace }: { source: string | null; trace: readonly Step[] }) {
  if (!source) return null;
  const name = (lineSources as Record<string, string>)[source] ?? source;
  if (!trace.length) return <Tag {...(tones[source] ? { tone: tones[source] } : {})}>{name}</Tag>;
  return (
    <Popover
      label="取价过程"
      trigger={
        <button type="button" className="cursor-pointer rounded" aria-label={`${name}，查看取价过程`}>
          <Tag {...(tones[source] ? { tone: tones[source] } : {})}>{name}</Tag>
        </button>
      }
    >
      <ol className="flex min-w-60 flex-col gap-1.5 text-sm">
        {trace.map((step, index) => (
          <li key={`${step.layer}${index}`} className={step.hit ? 'font-medium' : 'text-ink-3'}>
            {(lineSources as Record<string, string>)[step.layer] ?? step.layer} <span className="figures">{formatPrice(step.price)}</span> · {step.reason}
          </li>
        ))}
      </ol>
    </Popover>
  );
}
