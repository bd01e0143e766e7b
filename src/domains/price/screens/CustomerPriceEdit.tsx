import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { listPriceIn } from '~/domains/product/pickers/listPrice';
import { SkuCodeInput } from '~/domains/product/pickers/SkuCodeInput';
import { type PickedSku, SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { skusOfCells } from '~/domains/product/pickers/skuCodes';
import { href } from '~/portal/href';
import { call, newKey } from '~/shell/call';
import { NotEditable } from '~/ui/detail/NotEditable';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { FormTable } from '~/ui/form/FormTable';
import type { TableHandle } from '~/ui/form/tableTypes';
import { DateInput } from '~/ui/kit/Dates';
import { Textarea } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { Price } from '~/ui/values/Price';
import { customerPriceDetail, customerPriceSave } from '../calls';
import { changePath, submitted } from '../change/priceChange';
import { type CustomerPriceDetail, CustomerPriceInput, PriceLineInput } from '../customerPrice.schema';
import { pricePath } from '../pickers/priceColumns';
import { isEditable, priceStates } from '../priceState';

interface UnitChoice {
  unitId: string;
  name: string;
  listPrice: string | null;
}
interface Line {
  id: string;
  version?: number | undefined;
  skuId: string;
  unitId: string;
  minQty: string;
  price: string;
  skuCode: string;
  /** The code the goods were found by; another one typed since must be found first. */
  known: string;
  /** Only shown. */
  name: string;
  units: UnitChoice[];
}
interface Values {
  customerId: string;
  validFrom: string;
  validTo: string;
  remark: string;
  lines: Line[];
}

/** As the server checks it, with the words beside the cell a person typed in. */
const FormSchema = CustomerPriceInput.safeExtend({
  lines: z
    .array(
      PriceLineInput.extend({ skuId: z.string(), unitId: z.string(), skuCode: z.string().trim().min(1, '请输入SKU编码'), known: z.string() }).refine(
        (line) => line.skuId !== '' && line.skuCode === line.known,
        { path: ['skuCode'], message: '没有找到这个编码的商品' },
      ),
    )
    .min(1, '请至少添加一行价格')
    .max(200, '一次最多200行'),
});

function valuesOf(old: CustomerPriceDetail | null, today: string, customerId: string): Values {
  if (!old) return { customerId, validFrom: today, validTo: '', remark: '', lines: [] };
  const goods = { skuCode: old.skuCode, known: old.skuCode, name: [old.productName, old.saleText].filter(Boolean).join(' / ') };
  const units = [{ unitId: old.unitId, name: old.unitName, listPrice: old.listPrice }];
  const lines = old.tiers.map((tier) => ({ ...tier, skuId: old.skuId, unitId: old.unitId, ...goods, units }));
  return { customerId: old.customerId, validFrom: old.validFrom, validTo: old.validTo ?? '', remark: old.remark, lines };
}

const blankLine = (): Line => ({ id: '', skuId: '', unitId: '', minQty: '', price: '', skuCode: '', known: '', name: '', units: [] });
const noGoods = { skuId: '', known: '', name: '', unitId: '', units: [] };
const lineOf = (sku: PickedSku): Line => ({ ...blankLine(), ...goodsOf(sku) });
const goodsOf = (sku: PickedSku) => ({
  skuId: sku.skuId,
  skuCode: sku.skuCode,
  known: sku.skuCode,
  name: [sku.name, sku.saleText].filter(Boolean).join(' / '),
  unitId: sku.baseUnitId,
  units: sku.units.map((unit) => ({ unitId: unit.unitId, name: unit.name, listPrice: listPriceIn(sku, unit) })),
});

/** Percent of the list price; only for show. */
function discountOf(price: string, listPrice: string | null): string {
  const rate = listPrice && Number(listPrice) > 0 ? (Number(price) / Number(listPrice)) * 100 : Number.NaN;
  return price && Number.isFinite(rate) ? `${rate.toFixed(2)}%` : '- -';
}

interface Props {
  old: CustomerPriceDetail | null;
  today: string;
  /** Whom a new price is for, when that is known. */
  customer?: { id: string; name: string };
}

export default function CustomerPriceEdit(props: Props) {
  const { old } = props;
  if (!old || isEditable(old.state)) return <OpenForm {...props} />;
  return (
    <NotEditable
      named={`SKU ${old.skuCode}的客户价`}
      state={priceStates[old.state]}
      note="请新建客户价"
      detailHref={href(`${pricePath}/detail`, { id: old.id })}
    />
  );
}

function OpenForm({ old, today, customer = { id: '', name: '' } }: Props) {
  const [key] = useState(newKey);
  const seen = useRef(old);
  const latest = async () => {
    const now = await call(customerPriceDetail, { id: old?.id ?? '' });
    seen.current = now;
    return { values: valuesOf(now, today, ''), version: now.version };
  };
  const submit = async (values: Values, _button: string, confirmed: boolean, version?: number) => {
    // Whoever went on after a conflict replaces the tiers as they stand now.
    const stored = version === undefined ? old : seen.current;
    // A row copied in the grid carries the id of the one it came from.
    const known = new Set(stored?.tiers.map((tier) => tier.id));
    const lines = values.lines.map(({ id: own, version, skuId, unitId, minQty, price }) => {
      const id = known.delete(own) ? own : '';
      return {
        id,
        ...(id && version ? { version } : {}),
        skuId,
        unitId,
        minQty,
        price,
      };
    });
    const { ids, change } = await call(
      customerPriceSave,
      { ...values, lines, replaces: stored?.tiers.map((tier) => tier.id) ?? [], confirm: confirmed },
      { key: `${key}${version ?? ''}${confirmed ? '-agreed' : ''}` },
    );
    toast(change ? submitted(change) : `已保存${ids.length}条客户价`, 'ok');
    location.assign(change ? href(changePath, { id: change.id }) : href(`${pricePath}/list`, { customerId: values.customerId }));
  };
  return (
    <FormPage<Values>
      schema={FormSchema as never}
      defaults={valuesOf(old, today, customer.id)}
      submit={submit}
      latest={old ? latest : undefined}
      draftKey={`customerPrice/${old ? `${old.id}/${old.version}` : `new/${customer.id}`}`}
      cancelHref={`${pricePath}/list`}
    >
      <FormSection title="客户与有效期" columns={3}>
        <Field name="customerId" label="客户" required>
          <CustomerPicker shown={old?.customerName ?? customer.name} disabled={old !== null} />
        </Field>
        <Field name="validFrom" label="生效日期" required>
          <DateInput />
        </Field>
        <Field name="validTo" label="失效日期" hint="含当日；留空为长期有效">
          <DateInput />
        </Field>
        <Field name="remark" label="备注" span={3}>
          <Textarea rows={2} maxLength={200} />
        </Field>
      </FormSection>
      <FormSection title="阶梯价格" flush note="同一商品可添加多个起始数量；订购数量达到起始数量时按该行价格">
        <Lines />
      </FormSection>
    </FormPage>
  );
}

function Lines() {
  const { getValues } = useFormContext<Values>();
  const customerId = useWatch({ name: 'customerId' }) as string;
  const [table, setTable] = useState<TableHandle<Line> | null>(null);
  const nextTier = (handle: TableHandle<Line>) => {
    const last = getValues('lines').at(-1);
    if (!last?.skuId) return toast('请先选择商品', 'warn');
    handle.append([{ ...last, id: '', version: undefined, minQty: '', price: '' }]);
  };
  return (
    <>
      <FormTable<Line>
        name="lines"
        newRow={blankLine}
        paste={rowsOf}
        actions={(handle) => [
          { label: '选择商品', tone: 'primary', onPress: () => setTable(handle) },
          { label: '增加一档', onPress: () => nextTier(handle) },
        ]}
        columns={[
          {
            key: 'skuCode',
            title: 'SKU编码',
            required: true,
            width: 140,
            input: ({ props, row, set }) => <SkuCodeInput {...props} known={row.known} onFound={(sku) => set(sku ? goodsOf(sku) : noGoods)} />,
          },
          { key: 'name', title: '商品', width: 220, cell: (row) => row.name || <span className="text-ink-3">输入编码或选择商品</span> },
          {
            key: 'unitId',
            title: '单位',
            required: true,
            width: 100,
            cell: (row, _index, set) => <UnitSelect row={row} onChange={(unitId) => set({ unitId })} />,
          },
          { key: 'minQty', title: '起始数量', kind: 'qty' },
          {
            key: 'listPrice',
            title: '标准价(元)',
            kind: 'price',
            cell: (row) => <Price value={row.units.find((unit) => unit.unitId === row.unitId)?.listPrice ?? undefined} />,
          },
          { key: 'price', title: '客户价(元)', kind: 'price', required: true },
          {
            key: 'discount',
            title: '折扣',
            kind: 'price',
            cell: (row) => discountOf(row.price, row.units.find((unit) => unit.unitId === row.unitId)?.listPrice ?? null),
          },
        ]}
      />
      <p className="px-4 pb-3 text-sm text-ink-3">可从 Excel 复制“SKU编码、客户价”两列，或“SKU编码、起始数量、客户价”三列，粘贴到表格中。</p>
      <SkuPicker
        open={table !== null}
        onClose={() => setTable(null)}
        all
        {...(customerId && { customerId })}
        onPick={(rows) => table?.append(rows.map(lineOf))}
      />
    </>
  );
}

/** Pasted code and price, with or without the tier between them. */
const rowsOf = async (cells: string[][]): Promise<Line[] | undefined> =>
  (await skusOfCells(cells))?.map(({ sku, rest: [second = '', third] }) => ({
    ...lineOf(sku),
    ...(third === undefined ? { price: second } : { minQty: second, price: third }),
  }));

function UnitSelect({ row, onChange }: { row: Line; onChange: (unitId: string) => void }) {
  if (row.units.length <= 1) return <>{row.units[0]?.name ?? ''}</>;
  return (
    <select
      aria-label="单位"
      value={row.unitId}
      onChange={(event) => onChange(event.target.value)}
      className="h-[34px] rounded border border-line-strong bg-paper px-2"
    >
      {row.units.map((unit) => (
        <option key={unit.unitId} value={unit.unitId}>
          {unit.name}
        </option>
      ))}
    </select>
  );
}
