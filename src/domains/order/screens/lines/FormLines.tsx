import { Scissors } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { findByCodes } from '~/domains/product/pickers/findByCodes';
import { ProductImage } from '~/domains/product/pickers/ProductImage';
import { StockHintTag } from '~/domains/product/pickers/StockHintTag';
import { ORDER_PRICE_EDIT, PRICE_CUSTOMER } from '~/portal/permissions';
import { compactCode } from '~/shared/identifiers';
import { displayTaxRate, lineAmount, shownFen, shownYuan, sumFen } from '~/shared/money';
import { useCan } from '~/shell/session';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import type { CellInput, FormColumn, TableHandle } from '~/ui/form/tableTypes';
import { Checkbox } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import { normaliseNumber } from '~/ui/kit/number';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { formatQty } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { Price } from '~/ui/values/Price';
import { Qty } from '~/ui/values/Qty';
import { blankRow, rowOfSku, shortProblem } from '../../form/orderForm';
import type { FormDraft, FormRow } from '../../form/orderForm.schema';
import { splitRow } from '../../lines/splitRow';
import type { Quote } from '../../views/orderView.schema';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { takeAskedGoods } from './askedGoods';
import { putInto, useLineTools } from './LineTools';
import { type DealsOf, PriceTag } from './PriceTag';
import { ScanBar } from './ScanBar';
import { scanOnto } from './scanOnto';

type QuoteOf = (row: FormRow) => Quote | undefined;
interface Props {
  perspective: PerspectiveCalls;
  quoteOf: QuoteOf;
  /** Drawn before anybody knows whether this screen stays: what the address asks for waits. */
  waiting?: boolean;
  /** Filling in the form begins with the goods. */
  first?: boolean;
  /** Where it ships from, by the id chosen in the head; the dealer's form does not say. */
  warehouseOf?: (id: string) => string | undefined;
}
interface ColumnsOf {
  quoteOf: QuoteOf;
  mayPrice: boolean;
  customerId: string;
  warehouseId: string;
  warehouse: string | undefined;
  perspective: PerspectiveCalls;
  onSplit: (index: number, left: string) => void;
}

/** What a row comes to as shown, in 分; null where prices are kept from whoever fills it in. */
export function amountOf(row: FormRow, quote: Quote | undefined): bigint | null {
  if (row.gift) return 0n;
  if (row.manualPrice && /^\d+(\.\d{1,6})?$/.test(row.manualPrice) && /^\d+(\.\d{1,4})?$/.test(row.qty)) return lineAmount(row.qty, row.manualPrice);
  return quote ? shownFen(quote.amount) : 0n;
}

export function FormLines({ perspective, quoteOf, waiting = false, first = false, warehouseOf }: Props) {
  const mayPrice = useCan(ORDER_PRICE_EDIT) && !perspective.dealer;
  const maySetPrices = useCan(PRICE_CUSTOMER);
  const [customerId, warehouseId] = useWatch<FormDraft, ['customerId', 'warehouseId']>({ name: ['customerId', 'warehouseId'] });
  const warehouse = warehouseOf?.(warehouseId);
  const tools = useLineTools({ perspective, customerId, warehouseId, mayPrice, listPriceOf: (row) => quoteOf(row)?.listPrice ?? null });
  const table = useRef<TableHandle<FormRow>>(undefined);
  const paste = async (cells: string[][]) => {
    const filled = cells.map(([code = '', qty = '']) => ({ code: compactCode(code), qty: normaliseNumber(qty) ?? qty.trim() })).filter(({ code }) => code);
    const found = await findByCodes(
      filled.map(({ code }) => code),
      customerId,
      warehouseId,
    );
    const made = found.map((one, index) => {
      const qty = filled[index]?.qty ?? '';
      return one.sku ? rowOfSku(one.sku, qty) : { ...blankRow(), skuCode: one.code, qty };
    });
    if (!table.current) return made;
    putInto(table.current, made);
    return [];
  };
  const onSplit = (index: number, left: string) =>
    table.current?.replace(table.current.rows().flatMap((row, at) => (at === index ? splitRow(row, left) : [row])));
  const scan = (code: string) => scanOnto(table.current, code, customerId, warehouseId);
  // 快速下单 arrives here with the paste dialog asked for, whoever found goods by searching with their code.
  useEffect(() => {
    if (waiting) return;
    const { paste: pastes, code } = takeAskedGoods();
    if (pastes && table.current) tools.start('paste', table.current);
    if (code) scan(code).then(undefined, (error: Error) => toast(error.message, 'error'));
  }, [waiting]);
  return (
    <FormSection
      title="商品明细"
      flush
      note={`可直接输入SKU编码或条码后回车，或从 Excel 粘贴“编码、数量”两列${mayPrice && maySetPrices ? '；手工价审核通过后可在订单详情写入客户价' : ''}`}
    >
      <ScanBar onCode={scan} autoFocus={first} />
      <FormTable<FormRow>
        name="lines"
        newRow={blankRow}
        columns={columnsOf({ quoteOf, mayPrice, customerId, warehouseId, warehouse, perspective, onSplit })}
        paste={paste}
        max={200}
        footer={(rows) => ({ amount: <Money value={shownYuan(sumFen(rows.map((row) => amountOf(row, quoteOf(row)))))} strong /> })}
        actions={(handle) => {
          table.current = handle;
          return tools.actions(handle);
        }}
        rowTools={(index, handle) => [{ label: `拆分第${index + 1}行`, icon: <Scissors aria-hidden />, onPress: () => tools.start({ split: index }, handle) }]}
      />
      {tools.dialogs}
    </FormSection>
  );
}

const percent = (quote: Quote | undefined) => (quote?.taxRatePpm === undefined ? null : displayTaxRate(quote.taxRatePpm));

function columnsOf({ quoteOf, mayPrice, customerId, warehouseId, warehouse, perspective, onSplit }: ColumnsOf): FormColumn<FormRow>[] {
  const columns: (FormColumn<FormRow> | false)[] = [
    {
      key: 'skuCode',
      title: 'SKU编码',
      required: true,
      width: 140,
      input: (cell) => <CodeInput cell={cell} customerId={customerId} warehouseId={warehouseId} />,
    },
    { key: 'name', title: '商品', width: 190, wide: true, cell: (row) => <Goods row={row} /> },
    {
      key: 'unitId',
      title: '单位',
      width: 76,
      input: ({ props, row, set }) => (
        <Select {...props} options={row.units.map((unit) => ({ value: unit.unitId, label: unit.name }))} onChange={(unitId) => set({ unitId, price: '' })} />
      ),
    },
    { key: 'qty', title: '数量', kind: 'qty', required: true, width: 96 },
    {
      key: 'price',
      title: '成交价(元)',
      kind: 'price',
      width: 140,
      cell: (row) => <Deal row={row} quote={quoteOf(row)} deals={{ perspective, customerId, skuId: row.skuId }} />,
    },
    {
      key: 'amount',
      title: '金额(元)',
      kind: 'money',
      width: 100,
      cell: (row) => <Money value={row.skuId ? shownYuan(amountOf(row, quoteOf(row))) : undefined} />,
    },
    {
      key: 'stock',
      title: '可用库存',
      kind: 'qty',
      width: 100,
      cell: (row, index, set) => <Stock row={row} quote={quoteOf(row)} set={set} onSplit={(left) => onSplit(index, left)} key={index} />,
    },
    { key: 'listPrice', title: '标准价(元)', kind: 'price', width: 90, cell: (row) => <Price value={quoteOf(row)?.listPrice ?? undefined} /> },
    { key: 'taxRate', title: '税率', kind: 'qty', width: 64, cell: (row) => percent(quoteOf(row)) },
    warehouse !== undefined && { key: 'warehouse', title: '仓库', width: 110, cell: (row: FormRow) => row.skuId && warehouse },
    mayPrice && {
      key: 'manualPrice',
      title: '手工价(元)',
      kind: 'price' as const,
      width: 110,
      readOnly: (row: FormRow) => row.gift || quoteOf(row)?.manualPrice === 'OFF',
    },
    mayPrice && { key: 'manualReason', title: '改价原因', width: 130, readOnly: (row: FormRow) => row.manualPrice === '' },
    mayPrice && {
      key: 'gift',
      title: '赠品',
      width: 70,
      cell: (row: FormRow, _: number, set: (patch: Partial<FormRow>) => void) =>
        row.skuId && (
          <Checkbox checked={row.gift} onChange={(gift) => set({ gift, manualPrice: '', manualReason: '' })}>
            赠
          </Checkbox>
        ),
    },
    { key: 'remark', title: '备注', width: 110 },
  ];
  return columns.filter((column) => column !== false);
}

/** A code or barcode typed by hand; leaving the cell fills the row. */
function CodeInput({ cell: { props, row, set }, customerId, warehouseId }: { cell: CellInput<FormRow>; customerId: string; warehouseId: string }) {
  const { setError, clearErrors } = useFormContext();
  const look = async () => {
    props.onBlur?.();
    const code = compactCode(row.skuCode);
    if (!code || row.skuId) return;
    if (!customerId) return toast('请先选择客户', 'warn');
    const [found] = await findByCodes([code], customerId, warehouseId).catch(() => []);
    const name = props.name as string;
    if (!found?.sku) return setError(name, { type: 'server', message: found?.problem || `没有编码为“${code}”的可订商品` });
    clearErrors(name);
    set({ ...rowOfSku(found.sku, row.qty), id: row.id });
  };
  return <Input {...props} onChange={(skuCode) => set({ ...blankRow(), id: row.id, qty: row.qty, remark: row.remark, skuCode })} onBlur={() => void look()} />;
}

function Goods({ row }: { row: FormRow }) {
  if (!row.skuId) return <span className="text-ink-3">输入编码或选择商品</span>;
  return (
    <span className="flex items-start gap-2 py-1 leading-5">
      <ProductImage image={row.image} size={32} />
      <span className="min-w-0">
        <span className="block">{row.name}</span>
        {row.spec && <span className="block text-xs text-ink-3">{row.spec}</span>}
        {row.rule && <span className="block text-xs text-ink-3">{row.rule}</span>}
      </span>
    </span>
  );
}

interface StockProps {
  row: FormRow;
  quote: Quote | undefined;
  set: (patch: Partial<FormRow>) => void;
  onSplit: (left: string) => void;
}
function Stock({ row, quote, set, onSplit }: StockProps) {
  if (!row.skuId || !quote) return null;
  const { suggested, split } = quote;
  return (
    <span className="block text-xs leading-5">
      {quote.available !== null ? (
        <Qty value={quote.available} className="text-base leading-[34px] max-sm:leading-normal" />
      ) : (
        quote.stockHint && <StockHintTag hint={quote.stockHint} />
      )}
      {quote.problem && <span className="block text-danger">{shortProblem(quote.problem)}</span>}
      {suggested && (
        <button type="button" className="cursor-pointer text-brand underline" onClick={() => set({ qty: suggested })}>
          改为 {suggested}
        </button>
      )}
      {split && !row.gift && !row.manualPrice && (
        <button type="button" className="cursor-pointer text-brand underline" onClick={() => onSplit(split)}>
          拆行：{formatQty(split)}，其余另起一行
        </button>
      )}
    </span>
  );
}

function Deal({ row, quote, deals }: { row: FormRow; quote: Quote | undefined; deals: DealsOf }) {
  if (!row.skuId) return null;
  if (row.gift) return <PriceTag source="GIFT" trace={[]} />;
  const low = quote?.belowFloor && !row.manualPrice;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Price value={row.manualPrice || quote?.price || undefined} className={low ? 'text-danger' : ''} />
      <PriceTag source={row.manualPrice ? 'MANUAL' : (quote?.source ?? null)} trace={quote?.trace ?? []} deals={deals} />
      {quote?.left && !row.manualPrice && <span className="text-xs text-ink-3">余{formatQty(quote.left)}</span>}
    </span>
  );
}
