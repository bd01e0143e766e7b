import { Copy, Scissors, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { PickedSku } from '~/domains/product/product.schema';
import type { TableHandle } from '~/ui/form/tableTypes';
import { ActionRow } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Input } from '~/ui/kit/Input';
import { Price } from '~/ui/values/Price';
import type { FormRow } from '../../form/orderForm.schema';
import type { Quote } from '../../views/orderView.schema';
import { SplitDialog } from '../lines/LineTools';
import { type DealsOf, PriceTag } from '../lines/PriceTag';
import { Rules } from './GoodsCard';

interface Props {
  index: number;
  row: FormRow;
  sku: PickedSku | undefined;
  quote: Quote | undefined;
  table: TableHandle<FormRow>;
  deals: DealsOf;
  onRemove: () => void;
  onClose: () => void;
}

/** What a line says besides goods, unit and quantity, and what may be done with it. */
export function LineDialog({ index, row, sku, quote, table, deals, onRemove, onClose }: Props) {
  const [splitting, setSplitting] = useState(false);
  const remarkId = useId();
  if (splitting) return <SplitDialog index={index} handle={table} onClose={onClose} />;
  const done = (work: () => void) => () => {
    work();
    onClose();
  };
  const rows = table.rows();
  return (
    <Dialog open onClose={onClose} title={`第${index + 1}行：${row.name || row.skuCode}`} note={[row.skuCode, row.spec].filter(Boolean).join(' · ')}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            单价 <Price value={row.manualPrice || quote?.price} unit={row.units.find((unit) => unit.unitId === row.unitId)?.name} />
          </span>
          <PriceTag source={row.gift ? 'GIFT' : row.manualPrice ? 'MANUAL' : (quote?.source ?? null)} trace={quote?.trace ?? []} deals={deals} />
          {quote?.listPrice && (
            <span className="text-sm text-ink-3">
              标准价 <Price value={quote.listPrice} />
            </span>
          )}
        </p>
        <Rules sku={sku} suggested={null} onQty={() => undefined} />
        <div>
          <label htmlFor={remarkId} className="mb-1 block text-sm text-ink-2">
            本行备注
          </label>
          <Input id={remarkId} value={row.remark} maxLength={200} onChange={(remark) => table.set(index, { remark })} />
        </div>
        <ActionRow
          actions={[
            { label: '拆成两行', icon: <Scissors aria-hidden />, onPress: () => setSplitting(true) },
            {
              label: '复制一行',
              icon: <Copy aria-hidden />,
              onPress: done(() => table.replace([...rows.slice(0, index + 1), row, ...rows.slice(index + 1)])),
            },
            { label: '移出清单', icon: <Trash2 aria-hidden />, onPress: done(onRemove) },
          ]}
        />
      </div>
    </Dialog>
  );
}
