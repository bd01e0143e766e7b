import { useWatch } from 'react-hook-form';
import { FormTable } from '~/ui/form/FormTable';
import { saleKeyOf, saleTextOf } from '../product';
import { ALL_SKUS, type SkuValues, type UnitValues } from './formValues';

/** Auxiliary units and what one of them is, for all SKUs or one. */
export function UnitTable({ units }: { units: { id: string; name: string }[] }) {
  const skus = (useWatch({ name: 'skus' }) as SkuValues[] | undefined) ?? [];
  const baseUnitId = useWatch({ name: 'baseUnitId' }) as string;
  const nameOf = (id: string) => units.find((unit) => unit.id === id)?.name ?? '';
  const scopes = [
    { value: ALL_SKUS, label: '全部SKU' },
    ...(skus.length > 1 ? skus.map((sku) => ({ value: saleKeyOf(sku.saleAttrs), label: saleTextOf(sku.saleAttrs) || sku.code })) : []),
  ];
  return (
    <FormTable<UnitValues>
      name="units"
      label="单位换算"
      newRow={() => ({ skuKey: ALL_SKUS, unitId: '', num: '', den: '1', listPrice: '' })}
      max={50}
      columns={[
        { key: 'skuKey', title: '适用SKU', options: scopes, width: 150 },
        {
          key: 'unitId',
          title: '辅助单位',
          required: true,
          options: units.filter((unit) => unit.id !== baseUnitId).map((unit) => ({ value: unit.id, label: unit.name })),
        },
        { key: 'den', title: '辅助单位数量', kind: 'qty', required: true },
        { key: 'num', title: '等于基本单位数量', kind: 'qty', required: true },
        {
          key: 'text',
          title: '换算',
          width: 150,
          cell: (row) => (row.unitId && row.num ? `${row.den || '1'}${nameOf(row.unitId)} = ${row.num}${nameOf(baseUnitId)}` : ''),
        },
        { key: 'listPrice', title: '单位售价(元)', kind: 'price' },
      ]}
    />
  );
}
