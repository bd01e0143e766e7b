import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { ProductImage } from '~/domains/product/pickers/ProductImage';
import type { PickedSku } from '~/domains/product/product.schema';
import { shownYuan } from '~/shared/money';
import { useFormFrame } from '~/ui/form/FormContext';
import { flatProblems } from '~/ui/form/problems';
import type { TableHandle } from '~/ui/form/tableTypes';
import { IconButton } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { Money } from '~/ui/values/Money';
import { Price } from '~/ui/values/Price';
import type { FormRow } from '../../form/orderForm.schema';
import { inUnit } from '../../lines/shopping';
import { splitRow } from '../../lines/splitRow';
import { steppingOf } from '../../lines/stepping';
import type { Quote } from '../../views/orderView.schema';
import { amountOf } from '../lines/FormLines';
import type { DealsOf } from '../lines/PriceTag';
import { Rules } from './GoodsCard';
import { LineDialog } from './LineDialog';
import { Stepper } from './Stepper';
import { StockWord } from './StockWord';
import { useLast } from './useLast';

export interface LinesProps {
  rows: readonly FormRow[];
  table: TableHandle<FormRow>;
  quoteOf: (row: FormRow) => Quote | undefined;
  known: ReadonlyMap<string, PickedSku>;
  deals: Omit<DealsOf, 'skuId'>;
}

/** The order's lines, each two rows high: what it is and comes to, and how many in which unit. */
export function ShopLines({ rows, table, quoteOf, known, deals }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const [opened, setOpened] = useState<number>();
  const { id, labels } = useFormFrame();
  labels.set('lines.*.qty', { label: '数量', required: true });
  labels.set('lines.*.skuCode', { label: 'SKU编码', required: true });
  labels.set('lines.*.remark', { label: '备注', required: false });
  const { errors } = useFormState({ name: 'lines' });
  const problems = flatProblems(errors);
  const remove = (index: number) => {
    table.remove(index);
    // The line under the finger is gone: the focus goes to the next one.
    setTimeout(() => (list.current?.children[Math.min(index, list.current.children.length - 1)] as HTMLElement | undefined)?.focus(), 0);
  };
  return (
    <>
      <ol ref={list} aria-label="商品明细" className="divide-y divide-line">
        {rows.map((row, index) => (
          <Line
            key={`${row.skuId}${index}`}
            row={row}
            index={index}
            sku={known.get(row.skuId)}
            quote={quoteOf(row)}
            inputId={`${id}lines.${index}.qty`}
            problem={problems.find(({ path }) => path.startsWith(`lines.${index}.`))?.message}
            onRow={(next) => table.replace(table.rows().map((one, at) => (at === index ? next : one)))}
            onRemove={() => remove(index)}
            onSplit={(left) => table.replace(table.rows().flatMap((one, at) => (at === index ? splitRow(one, left) : [one])))}
            onOpen={() => setOpened(index)}
          />
        ))}
      </ol>
      {opened !== undefined && rows[opened] && (
        <LineDialog
          index={opened}
          row={rows[opened]}
          sku={known.get(rows[opened].skuId)}
          quote={quoteOf(rows[opened])}
          table={table}
          deals={{ ...deals, skuId: rows[opened].skuId }}
          onRemove={() => remove(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

interface LineProps {
  row: FormRow;
  index: number;
  sku: PickedSku | undefined;
  quote: Quote | undefined;
  inputId: string;
  problem: string | undefined;
  onRow: (row: FormRow) => void;
  onRemove: () => void;
  onSplit: (left: string) => void;
  onOpen: () => void;
}

function Line({ row, index, sku, quote, inputId, problem, onRow, onRemove, onSplit, onOpen }: LineProps) {
  // Price and stock stay in view while they are asked for; what the line comes to is never a guess.
  const shown = useLast(`${row.skuId}/${row.unitId}`, quote);
  const units = sku?.units ?? row.units;
  // What sets the SKU apart from its siblings comes first: the row may be cut.
  const spec = sku ? [sku.saleText, sku.spec].filter(Boolean).join(' ') : row.spec;
  const label = [row.name || row.skuCode, sku ? sku.saleText : row.spec].filter(Boolean).join(' ');
  const wrong = problem ?? (row.skuId ? quote?.problem : `没有编码为“${row.skuCode}”的可订商品`);
  const setQty = (qty: string) => (qty === '' ? onRemove() : onRow({ ...row, qty }));
  return (
    <li tabIndex={-1} className="px-3 py-2">
      <div className="flex gap-2">
        <ProductImage image={row.image} size={48} />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate">
              {row.name || row.skuCode}
              {spec && <span className="ml-1 text-xs text-ink-3">{spec}</span>}
            </span>
            {row.gift ? (
              <span className="text-sm text-ok">赠品</span>
            ) : (
              <Money value={quote || row.manualPrice ? shownYuan(amountOf(row, quote)) : undefined} strong sign />
            )}
          </p>
          <p className="flex items-center gap-1.5">
            <span className="figures min-w-0 flex-1 truncate text-xs text-ink-2">
              {!row.gift && (row.manualPrice || shown?.price) && (
                <>
                  ¥<Price value={row.manualPrice || shown?.price} />
                </>
              )}
              {shown?.left && !row.manualPrice && <span className="ml-1 text-warn">余{Number(shown.left)}</span>}
              {shown?.stockHint && shown.stockHint !== 'ENOUGH' && (
                <span className="ml-1">
                  <StockWord hint={shown.stockHint} available={null} unit={undefined} />
                </span>
              )}
            </span>
            {units.length > 1 ? (
              <select
                aria-label={`第${index + 1}行单位`}
                value={row.unitId}
                onChange={(event) => sku && onRow(inUnit(row, sku, event.target.value))}
                className="field select-arrow min-h-8 w-auto max-w-20 py-0 pl-2 text-sm"
              >
                {units.map((unit) => (
                  <option key={unit.unitId} value={unit.unitId}>
                    {unit.name}
                  </option>
                ))}
              </select>
            ) : (
              <span className="text-sm text-ink-2">{units[0]?.name}</span>
            )}
            <Stepper
              id={inputId}
              label={label}
              inputLabel={`第${index + 1}行数量`}
              qty={row.qty || ' '}
              stepping={sku ? steppingOf(sku, row.unitId) : { least: 1n, step: 1n }}
              onQty={setQty}
              invalid={Boolean(wrong)}
            />
            <IconButton label={`第${index + 1}行更多`} size="sm" icon={<Ellipsis aria-hidden />} onClick={onOpen} />
          </p>
        </div>
      </div>
      {wrong && <Rules problem={wrong} suggested={quote?.suggested ?? null} split={quote?.split} onQty={setQty} onSplit={onSplit} />}
      {row.remark && <p className={cx('truncate text-xs text-ink-3', wrong && 'mt-0.5')}>备注：{row.remark}</p>}
    </li>
  );
}
