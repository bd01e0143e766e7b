import { useState } from 'react';
import { z } from 'zod';
import { findByCodes } from '~/domains/product/pickers/findByCodes';
import { SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import type { TableHandle } from '~/ui/form/tableTypes';
import { NumberInput } from '~/ui/kit/Input';
import { late } from '~/ui/kit/late';
import { toast } from '~/ui/kit/toast';
import type { Actions } from '~/ui/kit/types';
import { formatQty } from '~/ui/values/format';
import { isBlank, rowOfSku } from '../../form/orderForm';
import type { FormRow } from '../../form/orderForm.schema';
import { addInto, splitRow } from '../../lines/bulk';
import { MOST_LINES } from '../../lines/entry';
import type { PerspectiveCalls } from '../perspectiveCalls';
import { EntryDialog, type EntryWay } from './EntryDialog';

/** Fetched when first opened. */
const HistoryDialog = late(() => import('./HistoryDialog'));
const FrequentItemsDialog = late(() => import('./FrequentItemsDialog'));
const BulkDialog = late(() => import('./BulkDialog'));

export type Tool = 'pick' | EntryWay | 'history' | 'frequent' | 'bulk' | { split: number };
interface Props {
  perspective: PerspectiveCalls;
  customerId: string;
  warehouseId: string;
  mayPrice: boolean;
  listPriceOf: (row: FormRow) => string | null;
}
interface Wanted {
  skuCode: string;
  qty: string;
  unitId: string | null;
}

/** Rows into the order; what it has already counts up there, and that is said. */
export function putInto(table: TableHandle<FormRow>, added: readonly FormRow[]): void {
  const { rows, joined } = addInto(table.rows(), added);
  table.replace(rows);
  if (joined > 0) toast(`${joined}行商品订单里已有，数量已加到原来的行`, 'info');
}

/** The ways lines come into an order besides typing, and what is done to many of them at once. */
export function useLineTools({ perspective, customerId, warehouseId, mayPrice, listPriceOf }: Props) {
  const [open, setOpen] = useState<Tool | null>(null);
  const [handle, setHandle] = useState<TableHandle<FormRow>>();
  const close = () => setOpen(null);
  const start = (what: Tool, table: TableHandle<FormRow>) => {
    if (!customerId) return toast('请先选择客户', 'warn');
    setHandle(table);
    setOpen(what);
  };
  const addGoods = async (wanted: readonly Wanted[]) => {
    const found = await findByCodes(
      wanted.map((one) => one.skuCode),
      customerId,
      warehouseId,
    );
    const rows = found.flatMap(({ sku }, index) => (sku ? [withUnit(rowOfSku(sku, wanted[index]?.qty ?? ''), wanted[index]?.unitId ?? null)] : []));
    if (handle) putInto(handle, rows);
    const missing = found.filter((one) => !one.sku);
    const more = missing.length ? `，${missing.length}种未加入：${missing.map((one) => `${one.code} ${one.problem}`).join('；')}` : '';
    toast(`已加入${rows.length}种商品${more}`, missing.length ? 'warn' : 'ok');
    close();
  };
  const actions = (table: TableHandle<FormRow>): Actions => [
    { label: '选择商品', onPress: () => start('pick', table) },
    { label: '粘贴录入', onPress: () => start('paste', table) },
    { label: '上传表格', onPress: () => start('sheet', table) },
    { label: '常购商品', onPress: () => start('frequent', table) },
    { label: '从历史订单', onPress: () => start('history', table) },
    { label: '批量修改', onPress: () => start('bulk', table) },
  ];
  const dialogs = (
    <>
      <SkuPicker
        counted
        open={open === 'pick'}
        onClose={close}
        onPick={(skus) =>
          handle &&
          putInto(
            handle,
            skus.map((sku) => rowOfSku(sku, sku.qty)),
          )
        }
        {...(perspective.dealer ? { dealer: true } : { customerId, warehouseId })}
      />
      <EntryDialog
        way={open === 'sheet' ? 'sheet' : 'paste'}
        onWay={setOpen}
        open={open === 'paste' || open === 'sheet'}
        onClose={close}
        customerId={customerId}
        warehouseId={warehouseId}
        room={() => MOST_LINES - (handle?.rows().filter((row) => !isBlank(row)).length ?? 0)}
        onRows={(rows) => handle && putInto(handle, rows)}
      />
      {open === 'history' && <HistoryDialog dealer={perspective.dealer} customerId={customerId} onClose={close} onPick={addGoods} />}
      {open === 'frequent' && (
        <FrequentItemsDialog
          dealer={perspective.dealer}
          customerId={customerId}
          onClose={close}
          onPick={(goods) => void addGoods(goods.map((one) => ({ ...one, qty: one.lastQty ?? '' })))}
        />
      )}
      {open === 'bulk' && handle && (
        <BulkDialog rows={handle.rows()} mayPrice={mayPrice} listPriceOf={listPriceOf} onClose={close} onRows={(rows) => handle.replace(rows)} />
      )}
      {typeof open === 'object' && open && handle && <SplitDialog index={open.split} handle={handle} onClose={close} />}
    </>
  );
  return { start, actions, dialogs };
}

const withUnit = (row: FormRow, unitId: string | null): FormRow => (unitId && row.units.some((unit) => unit.unitId === unitId) ? { ...row, unitId } : row);

const Part = z.object({ part: z.string() });

export function SplitDialog({ index, handle, onClose }: { index: number; handle: TableHandle<FormRow>; onClose: () => void }) {
  const rows = handle.rows();
  const row = rows[index] as FormRow;
  const schema = Part.refine((draft) => splitRow(row, draft.part) !== null, { path: ['part'], message: `请填写大于0且小于${formatQty(row.qty)}的数量` });
  const submit = async ({ part }: z.infer<typeof Part>) => {
    const split = splitRow(row, part);
    if (split) handle.replace([...rows.slice(0, index), ...split, ...rows.slice(index + 1)]);
  };
  return (
    <FormDialog open onClose={onClose} title={`拆分第${index + 1}行：${row.name}`} width="sm" schema={schema} defaults={{ part: '' }} ok="拆行" submit={submit}>
      <Field name="part" label="拆出数量" required hint={`本行现有${formatQty(row.qty)}，拆出的部分成为新的一行，可以单独改价、设赠品或备注`}>
        <NumberInput decimals={4} />
      </Field>
    </FormDialog>
  );
}
