import { useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { FormTable } from '~/ui/form/FormTable';
import type { FormColumn, TableHandle } from '~/ui/form/tableTypes';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Input, NumberInput } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { choosesValues } from '../attribute';
import type { Attribute } from '../attribute.schema';
import { skuStates } from '../product';
import { blankSku, combine, type ProductValues, type SkuValues } from './formValues';

const MOST_ATTRIBUTES = 3;
const statusOptions = optionsOf(skuStates);

/** Which attributes and values the product comes in; makes the rows of the matrix. */
export function SaleAttributes({ attributes }: { attributes: Attribute[] }) {
  const { control, getValues, setValue } = useFormContext<ProductValues>();
  const chosen = useFieldArray({ control, name: 'choices' });
  const choices = (useWatch({ name: 'choices' }) as ProductValues['choices'] | undefined) ?? [];
  const free = attributes.filter((one) => !choices.some((choice) => choice.name === one.name));
  const count = choices.filter((one) => one.name && one.values).reduce((n, one) => n * one.values.split(/[,，]/).filter((value) => value.trim()).length, 1);
  const make = () => {
    const rows = combine(getValues());
    if (rows.length > 200) return toast(`将生成${rows.length}个SKU，一个商品最多200个`, 'warn');
    setValue('skus', rows, { shouldDirty: true });
    toast(`已生成${rows.length}个SKU，请在下方填写编码和价格`, 'ok');
  };
  return (
    <div className="flex flex-col gap-3">
      {chosen.fields.map((field, index) => {
        const name = choices[index]?.name ?? '';
        const attribute = attributes.find((one) => one.name === name);
        const set = (patch: Partial<ProductValues['choices'][number]>) =>
          setValue(`choices.${index}`, { name, values: choices[index]?.values ?? '', ...patch }, { shouldDirty: true });
        return (
          <div key={field.id} className="grid items-center gap-2 sm:grid-cols-[180px_1fr_auto]">
            <Select
              aria-label={`销售属性${index + 1}`}
              value={name}
              options={[
                ...(name ? [{ value: name, label: name }] : [{ value: '', label: '请选择' }]),
                ...free.map((one) => ({ value: one.name, label: one.name })),
              ]}
              onChange={(value) => set({ name: value, values: '' })}
            />
            {attribute && choosesValues(attribute.input) ? (
              <MultiSelect
                aria-label={`${name}的值`}
                options={attribute.values.map((one) => ({ value: one.name, label: one.name }))}
                value={choices[index]?.values ?? ''}
                onChange={(values) => set({ values })}
                placeholder="选择属性值"
              />
            ) : (
              <Input
                aria-label={`${name || '属性'}的值`}
                value={choices[index]?.values ?? ''}
                onChange={(values) => set({ values })}
                placeholder="多个值用逗号分隔"
                disabled={!name}
              />
            )}
            <Button tone="ghost" size="sm" onClick={() => chosen.remove(index)}>
              移除
            </Button>
          </div>
        );
      })}
      <div className="flex flex-wrap items-center gap-2">
        {chosen.fields.length < MOST_ATTRIBUTES && free.length > 0 && (
          <Button size="sm" onClick={() => chosen.append({ name: '', values: '' })}>
            添加销售属性
          </Button>
        )}
        {attributes.length === 0 && <span className="text-sm text-ink-3">还没有销售属性，可在“商品属性”中建立</span>}
        {chosen.fields.length > 0 && (
          <Button size="sm" tone="primary" onClick={make}>
            生成{count}个SKU
          </Button>
        )}
      </div>
    </div>
  );
}

export function SkuMatrix() {
  const [table, setTable] = useState<TableHandle<SkuValues> | null>(null);
  const skus = (useWatch({ name: 'skus' }) as SkuValues[] | undefined) ?? [];
  const names = Object.keys(skus[0]?.saleAttrs ?? {});
  const attributeColumns: FormColumn<SkuValues>[] = names.map((name) => ({
    key: `attr-${name}`,
    title: name,
    width: 90,
    cell: (row) => row.saleAttrs[name] ?? '',
  }));
  return (
    <>
      <FormTable<SkuValues>
        name="skus"
        label="SKU与价格"
        newRow={() => ({ ...blankSku, saleAttrs: Object.fromEntries(names.map((name) => [name, ''])) })}
        min={1}
        max={200}
        actions={(handle) => [{ label: '批量填写', onPress: () => setTable(handle) }]}
        columns={[
          ...attributeColumns,
          { key: 'code', title: 'SKU编码', required: true, width: 140 },
          { key: 'barcode', title: '条码', width: 140 },
          { key: 'listPrice', title: '标准价(元)', kind: 'price' },
          { key: 'minPrice', title: '最低限价(元)', kind: 'price' },
          { key: 'moq', title: '起订量', kind: 'qty', width: 90 },
          { key: 'multiple', title: '订购倍数', kind: 'qty', width: 90 },
          { key: 'weightKg', title: '重量(kg)', kind: 'qty', width: 90 },
          { key: 'volumeM3', title: '体积(m³)', kind: 'price', width: 90 },
          { key: 'safetyLow', title: '库存下限', kind: 'qty', width: 90 },
          { key: 'safetyHigh', title: '库存上限', kind: 'qty', width: 90 },
          { key: 'status', title: '状态', options: statusOptions, width: 90 },
        ]}
      />
      {table && <FillDialog table={table} onClose={() => setTable(null)} />}
    </>
  );
}

const fillable = [
  ['listPrice', '标准价(元)', 6],
  ['minPrice', '最低限价(元)', 6],
  ['moq', '起订量', 4],
  ['multiple', '订购倍数', 4],
  ['weightKg', '重量(kg)', 4],
  ['volumeM3', '体积(m³)', 6],
  ['safetyLow', '库存下限', 4],
  ['safetyHigh', '库存上限', 4],
] as const;

/** The same figures for every SKU; what is left empty stays as it is. */
function FillDialog({ table, onClose }: { table: TableHandle<SkuValues>; onClose: () => void }) {
  const [values, setValues] = useState<Partial<Record<keyof SkuValues, string>>>({});
  const fill = () => {
    const patch = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
    table.rows().forEach((_, index) => {
      table.set(index, patch);
    });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="批量填写SKU"
      note="填写的内容将覆盖全部SKU，留空的不变"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button tone="primary" onClick={fill}>
            填入全部SKU
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {fillable.map(([key, title, decimals]) => (
          <div key={key}>
            <label htmlFor={`fill-${key}`} className="mb-1 block text-sm text-ink-2">
              {title}
            </label>
            <NumberInput id={`fill-${key}`} decimals={decimals} value={values[key] ?? ''} onChange={(value) => setValues({ ...values, [key]: value })} />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
