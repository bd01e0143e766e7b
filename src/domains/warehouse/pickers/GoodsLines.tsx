import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { SkuCodeInput } from '~/domains/product/pickers/SkuCodeInput';
import { type ChosenSku, type PickedSku, SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { skusOfCells } from '~/domains/product/pickers/skuCodes';
import { displayUnits, formatYuan, lineAmount } from '~/shared/money';
import { FormTable } from '~/ui/form/FormTable';
import type { FormColumn } from '~/ui/form/tableTypes';
import { DateInput } from '~/ui/kit/Dates';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { Money } from '~/ui/values/Money';
import { MAX_LINES } from '../stockDocState';

export interface GoodsLine {
  id: string;
  skuId: string;
  skuCode: string;
  /** The code the product was found by; another one typed since must be found first. */
  known: string;
  name: string;
  unitId: string;
  units?: { unitId: string; name: string }[];
  qty: string;
  price: string;
  batchNo: string;
  expiresOn: string;
  byBatch?: boolean;
  remark: string;
}

/** Over the schema of a line: the words beside the cell a person typed in. */
export const lineChecks = { skuId: z.string(), unitId: z.string(), skuCode: z.string().trim().min(1, '请输入SKU编码'), known: z.string() };
export const isFound: [(line: { skuId: string; skuCode: string; known: string }) => boolean, { path: string[]; message: string }] = [
  (line) => line.skuId !== '' && line.skuCode === line.known,
  { path: ['skuCode'], message: '没有找到这个编码的商品' },
];

const blankLine = (): GoodsLine => ({
  id: '',
  skuId: '',
  skuCode: '',
  known: '',
  name: '',
  unitId: '',
  qty: '',
  price: '',
  batchNo: '',
  expiresOn: '',
  remark: '',
});
const productOf = (sku: PickedSku) => ({
  skuId: sku.skuId,
  skuCode: sku.skuCode,
  known: sku.skuCode,
  name: [sku.name, sku.saleText].filter(Boolean).join(' / '),
  unitId: sku.baseUnitId,
  units: sku.units,
  byBatch: sku.byBatch === true,
});
const noProduct = { skuId: '', known: '', name: '', unitId: '', units: [], byBatch: false };
const lineOf = (sku: PickedSku, qty = '', price = ''): GoodsLine => ({ ...blankLine(), ...productOf(sku), qty, price });

/** Beside the headline of the lines, as other tables that are typed into say it. */
export const pasteNote = (seesCost: boolean): string => `可从 Excel 粘贴“SKU编码、数量${seesCost ? '、单价' : ''}”`;

/** The lines of a stock document: by picking, by code, or pasted from a sheet. The form keeps them as `lines`. */
export function GoodsLines({ seesCost = false, comesIn = false, warehouseId }: { seesCost?: boolean; comesIn?: boolean; warehouseId?: string }) {
  const [picking, setPicking] = useState(false);
  const { getValues, setValue } = useFormContext<{ lines: GoodsLine[] }>();
  const lines = useWatch<{ lines: GoodsLine[] }, 'lines'>({ name: 'lines' }) ?? [];
  const batches = lines.some((line) => line.byBatch || line.batchNo !== '');
  const add = (rows: readonly ChosenSku[]) => {
    const kept = getValues('lines').filter((line) => line.skuId !== '');
    setValue('lines', [...kept, ...rows.map((sku) => lineOf(sku, sku.qty))], { shouldDirty: true, shouldValidate: false });
  };
  return (
    <>
      <FormTable<GoodsLine>
        name="lines"
        newRow={blankLine}
        columns={columns(seesCost, batches, comesIn)}
        max={MAX_LINES}
        paste={fromCells}
        actions={() => [{ label: '选择商品', tone: 'primary', onPress: () => setPicking(true) }]}
        footer={(rows) => ({
          skuCode: `共${rows.filter((row) => row.skuId).length}行`,
          qty: displayUnits(
            rows.flatMap((row) => (isQty(row.qty) ? [{ qty: row.qty, unitName: row.units?.find((unit) => unit.unitId === row.unitId)?.name ?? '' }] : [])),
          ),
        })}
      />
      <SkuPicker open={picking} onClose={() => setPicking(false)} onPick={add} all counted {...(warehouseId ? { warehouseId } : {})} />
    </>
  );
}

const columns = (seesCost: boolean, batches: boolean, comesIn: boolean): FormColumn<GoodsLine>[] => [
  {
    key: 'skuCode',
    title: 'SKU编码',
    required: true,
    width: 140,
    input: ({ props, row, set }) => <SkuCodeInput {...props} known={row.known} onFound={(sku) => set(sku ? productOf(sku) : noProduct)} />,
  },
  { key: 'name', title: '商品', width: 220, cell: (row) => row.name || <span className="text-ink-3">输入编码或选择商品</span> },
  {
    key: 'unitId',
    title: '单位',
    width: 96,
    input: ({ props, row }) => <Select {...props} options={(row.units ?? []).map((unit) => ({ value: unit.unitId, label: unit.name }))} />,
  },
  { key: 'qty', title: '数量', kind: 'qty', required: true, width: 120 },
  ...(seesCost
    ? ([
        { key: 'price', title: '成本单价(元)', kind: 'price', width: 130 },
        { key: 'amount', title: '金额(元)', kind: 'money', cell: (row) => <Money value={amountOf(row) ?? undefined} /> },
      ] satisfies FormColumn<GoodsLine>[])
    : []),
  // Out of the way where no line is kept by batch.
  ...(batches
    ? ([
        {
          key: 'batchNo',
          title: '批次号',
          width: 140,
          input: ({ props, row }) => <Input {...props} maxLength={40} placeholder={row.byBatch ? (comesIn ? '必填' : '先到期先出') : ''} />,
        },
        ...(comesIn
          ? ([{ key: 'expiresOn', title: '到期日', width: 150, input: ({ props }) => <DateInput {...props} /> }] satisfies FormColumn<GoodsLine>[])
          : []),
      ] satisfies FormColumn<GoodsLine>[])
    : []),
  { key: 'remark', title: '备注', width: 160 },
];

/** Pasted rows: code, quantity and perhaps a price. */
const fromCells = async (cells: string[][]): Promise<GoodsLine[] | undefined> =>
  (await skusOfCells(cells))?.map(({ sku, rest: [qty, price] }) => lineOf(sku, qty ?? '', price ?? ''));

export const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text);

/** What a line costs; null while it is not known. */
export function amountOf(line: Pick<GoodsLine, 'qty' | 'price'>): string | null {
  if (!isQty(line.qty) || !/^\d{1,12}(\.\d{1,6})?$/.test(line.price)) return null;
  return formatYuan(lineAmount(line.qty, line.price));
}
