import { Star } from 'lucide-react';
import { memo, useState } from 'react';
import { ProductImage } from '~/domains/product/pickers/ProductImage';
import type { PickedSku } from '~/domains/product/product.schema';
import { cx } from '~/ui/kit/cx';
import { Price } from '~/ui/values/Price';
import { shortProblem } from '../../form/orderForm';
import type { FormRow } from '../../form/orderForm.schema';
import { steppingOf } from '../../lines/stepping';
import type { Quote } from '../../views/orderView.schema';
import { useQuotes } from '../form/useQuotes';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { Stepper } from './Stepper';
import { StockWord } from './StockWord';
import { UnitSwitch } from './UnitSwitch';
import { useLast } from './useLast';

export interface CardProps {
  perspective: PerspectiveCalls;
  customerId: string;
  projectId: string;
  /** The SKUs of one product. */
  skus: readonly PickedSku[];
  /** The lines its goods stand in. */
  rows: readonly FormRow[];
  /** Only where there are such lines. */
  quoteOf: ((row: FormRow) => Quote | undefined) | undefined;
  favourites: string;
  onPut: (sku: PickedSku, unitId: string, qty: string) => void;
  onFavour: (skuId: string, on: boolean) => void;
}
const SHOWN = 8;

/** One product of the catalogue: which of its SKUs, in which unit, how many. */
export const GoodsCard = memo(function GoodsCard({ perspective, customerId, projectId, skus, rows, quoteOf, favourites, onPut, onFavour }: CardProps) {
  const [chosen, setChosen] = useState(() => rows.find((row) => skus.some((sku) => sku.skuId === row.skuId))?.skuId ?? skus[0]?.skuId ?? '');
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({});
  const [all, setAll] = useState(false);
  const sku = (skus.find((one) => one.skuId === chosen) ?? skus[0]) as PickedSku;
  const row = rows.find((one) => one.skuId === sku.skuId && !one.gift);
  const unitId = row?.unitId ?? units[sku.skuId] ?? sku.baseUnitId;
  const unit = sku.units.find((one) => one.unitId === unitId);
  const stepping = steppingOf(sku, unitId);
  // Goods not in the list are priced by the catalogue, in their base unit; another unit is asked for.
  const peeked = !row && unitId !== sku.baseUnitId ? [{ skuId: sku.skuId, unitId, qty: String(stepping.least) }] : [];
  const peek = useQuotes(perspective, { customerId, projectId, warehouseId: '' }, peeked);
  const answer = row ? quoteOf?.(row) : peeked[0] && peek(peeked[0]);
  const quote = useLast(`${sku.skuId}/${unitId}`, answer);
  const price = quote ? quote.price : unitId === sku.baseUnitId ? sku.price : undefined;
  const orderable = quote ? quote.price !== null : sku.price !== null;
  const label = [sku.name, sku.saleText].filter(Boolean).join(' ');
  const favourite = favourites.includes(sku.skuId);
  const shown = all ? skus : skus.slice(0, SHOWN);
  return (
    <li className="flex gap-3 rounded-lg border border-line bg-paper p-3 shadow-card">
      <ProductImage image={sku.image} size={72} />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <h2 className="line-clamp-2 text-base leading-5 font-medium">{sku.name}</h2>
            <p className="truncate text-xs text-ink-3">{[skus.length === 1 && sku.saleText, sku.skuCode, sku.spec].filter(Boolean).join(' · ')}</p>
          </div>
          <button
            type="button"
            aria-pressed={favourite}
            aria-label={`收藏${label}`}
            onClick={() => onFavour(sku.skuId, !favourite)}
            className={cx('-mt-1.5 -mr-1.5 grid size-8 shrink-0 place-items-center rounded-full', favourite ? 'text-warn' : 'text-ink-3')}
          >
            <Star aria-hidden className="size-4" fill={favourite ? 'currentColor' : 'none'} />
          </button>
        </div>
        {skus.length > 1 && (
          <fieldset aria-label={`${sku.name}规格`} className="flex min-w-0 flex-wrap gap-1.5">
            {shown.map((one) => (
              <button
                key={one.skuId}
                type="button"
                aria-pressed={one.skuId === sku.skuId}
                onClick={() => setChosen(one.skuId)}
                className="min-h-7 rounded border border-line-strong px-2 text-xs text-ink-2 aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:font-medium aria-pressed:text-brand"
              >
                {one.saleText || one.skuCode}
                {rows.some((line) => line.skuId === one.skuId) && <span aria-hidden> ✓</span>}
              </button>
            ))}
            {skus.length > shown.length && (
              <button type="button" onClick={() => setAll(true)} className="min-h-7 px-1 text-xs text-brand">
                全部规格（{skus.length}）
              </button>
            )}
          </fieldset>
        )}
        <p className="flex flex-wrap items-baseline gap-x-2">
          {price === null ? (
            <span className="text-sm text-ink-3">暂无价格，请联系厂家</span>
          ) : (
            <span className="font-semibold text-brand">
              ¥<Price value={price} unit={unit?.name} />
            </span>
          )}
          <StockWord
            hint={quote?.stockHint ?? sku.stockHint}
            available={quote ? quote.available : unitId === sku.baseUnitId ? sku.available : null}
            unit={unit?.name}
          />
        </p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <UnitSwitch
            label={`${label}单位`}
            units={sku.units}
            value={unitId}
            onChange={(to) => (row ? onPut(sku, to, row.qty) : setUnits((before) => ({ ...before, [sku.skuId]: to })))}
          />
          {orderable && (
            <span className="ml-auto">
              <Stepper label={label} qty={row?.qty ?? ''} stepping={stepping} onQty={(qty) => onPut(sku, unitId, qty)} />
            </span>
          )}
        </div>
        <Rules sku={sku} problem={answer?.problem} suggested={row ? (answer?.suggested ?? null) : null} onQty={(qty) => onPut(sku, unitId, qty)} />
      </div>
    </li>
  );
});

/** 起订 and 倍数, or what is wrong with the quantity and which one would do. */
export function Rules({
  sku,
  problem,
  suggested,
  split = null,
  onQty,
  onSplit,
}: {
  sku?: PickedSku | undefined;
  problem?: string | undefined;
  suggested: string | null;
  split?: string | null | undefined;
  onQty: (qty: string) => void;
  onSplit?: ((left: string) => void) | undefined;
}) {
  const base = sku?.units[0]?.name ?? '';
  const rules = sku
    ? [Number(sku.moq) > 1 && `${Number(sku.moq)}${base}起订`, Number(sku.multiple) > 1 && `按${Number(sku.multiple)}${base}的倍数`].filter(Boolean)
    : [];
  if (!problem) return rules.length ? <p className="text-xs text-ink-3">{rules.join('，')}</p> : null;
  return (
    <p className="text-xs text-danger">
      {shortProblem(problem)}
      {suggested && (
        <button type="button" className="ml-1.5 min-h-6 text-brand underline" onClick={() => onQty(suggested)}>
          改为 {suggested}
        </button>
      )}
      {split && onSplit && (
        <button type="button" className="ml-1.5 min-h-6 text-brand underline" onClick={() => onSplit(split)}>
          拆行：{Number(split)}，其余另起一行
        </button>
      )}
    </p>
  );
}
