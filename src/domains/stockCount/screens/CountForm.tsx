import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AttachedFile } from '~/domains/file/attachment.schema';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { findBrands } from '~/domains/product/pickers/brands';
import { findCategories } from '~/domains/product/pickers/categories';
import { SkuPicker } from '~/domains/product/pickers/SkuPicker';
import { WarehousePicker } from '~/domains/warehouse/pickers/WarehousePicker';
import { href } from '~/portal/href';
import { shanghaiTime } from '~/shared/dates';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { Button } from '~/ui/kit/Button';
import { Checkbox } from '~/ui/kit/Checks';
import { Combobox } from '~/ui/kit/Combobox';
import { DateInput } from '~/ui/kit/Dates';
import { Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { Tag } from '~/ui/kit/Tag';
import { countSave } from '../calls';
import { type CountScope, countModes, countScopes } from '../count';
import { CountForm as Form } from '../count.schema';

const base = '/portal/supplyChain/factory/warehouse/inventory';

interface Draft {
  warehouseId: string;
  scope: CountScope;
  scopeValues: string[];
  mode: string;
  freezes: boolean;
  expireAt: string | null;
  remark: string;
  attachments: AttachedFile[];
}

export default function CountForm({ warehouse }: { warehouse?: { id: string; name: string } | undefined }) {
  const [key] = useState(newKey);
  const submit = async (draft: Draft, how: string) => {
    const { id } = await call(countSave, { ...draft, start: how === 'start' } as never, { key: `${key}-${how}` });
    location.assign(href(`${base}/detail`, { id }));
  };
  const defaults: Draft = {
    warehouseId: warehouse?.id ?? '',
    scope: 'ALL',
    scopeValues: [],
    mode: 'OPEN',
    freezes: false,
    expireAt: null,
    remark: '',
    attachments: [],
  };
  return (
    <FormPage<Draft>
      schema={Form as never}
      defaults={defaults}
      draftKey="stockCount/new"
      submit={submit}
      cancelHref={base}
      buttons={[
        { key: 'save', label: '保存' },
        { key: 'start', label: '保存并开始盘点', tone: 'primary' },
      ]}
    >
      <FormSection title="盘点信息" columns={3}>
        <Field name="warehouseId" label="仓库" required>
          <WarehousePicker shown={warehouse?.name ?? ''} />
        </Field>
        <Field name="mode" label="盘点方式" required hint="盲盘时录入的人看不到账面数量">
          <Select options={optionsOf(countModes)} />
        </Field>
        <Field name="expireAt" label="截止时间" hint="到时未提交自动作废">
          <Until />
        </Field>
        <Field name="freezes" label="冻结库存" hint="盘点期间可用库存不能被新订单占用">
          <Checkbox>冻结可用库存</Checkbox>
        </Field>
        <Field name="remark" label="备注">
          <Textarea rows={1} maxLength={200} />
        </Field>
        <Field name="attachments" label="附件">
          <AttachmentInput />
        </Field>
      </FormSection>
      <FormSection title="盘点范围" columns={1}>
        <Field name="scope" label="盘点范围" required>
          <Select options={optionsOf(countScopes)} />
        </Field>
        <Chosen />
      </FormSection>
    </FormPage>
  );
}

/** Ends at the given moment, Shanghai time. */
function Until({ value, onChange, ...rest }: { value?: string | null; onChange?: (value: string | null) => void }) {
  const shown = value ? shanghaiTime(new Date(value)).slice(0, 16) : '';
  return (
    <DateInput
      {...rest}
      time
      value={shown}
      onChange={(text) => onChange?.(text ? new Date(`${text.replace(' ', 'T').slice(0, 16)}:00+08:00`).toISOString() : null)}
    />
  );
}

/** What the scope names: categories, brands or products, one after the other. */
function Chosen() {
  const { setValue, getFieldState, formState } = useFormContext<Draft>();
  const scope = useWatch<Draft, 'scope'>({ name: 'scope' });
  const [picked, setPicked] = useState<{ scope: CountScope; items: { value: string; label: string }[] }>({ scope: 'ALL', items: [] });
  const [picking, setPicking] = useState(false);
  const items = picked.scope === scope ? picked.items : [];
  const put = (next: { value: string; label: string }[]) => {
    const once = [...new Map(next.map((one) => [one.value, one])).values()];
    setPicked({ scope, items: once });
    setValue(
      'scopeValues',
      once.map((one) => one.value),
      { shouldDirty: true, shouldValidate: formState.isSubmitted },
    );
  };
  if (scope === 'ALL') return <p className="text-ink-2">仓库中有库存的全部商品；盘点时扫到的其它商品也可以录入。</p>;
  const error = getFieldState('scopeValues', formState).error?.message;
  return (
    <div className="flex flex-col gap-3">
      {scope === 'SKU' ? (
        <div>
          <Button onPress={() => setPicking(true)}>选择商品</Button>
        </div>
      ) : (
        <div className="max-w-md">
          <Combobox
            key={`${scope}${items.length}`}
            aria-label={countScopes[scope]}
            placeholder={scope === 'BRAND' ? '添加品牌' : '添加分类'}
            load={scope === 'BRAND' ? findBrands : findCategories}
            onChange={(value: string, option?: { label: string }) => value && put([...items, { value, label: option?.label ?? value }])}
          />
        </div>
      )}
      {items.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {items.map((one) => (
            <li key={one.value}>
              <Tag>
                {one.label}
                <button
                  type="button"
                  aria-label={`移除${one.label}`}
                  className="ml-1 cursor-pointer px-1 hover:text-danger"
                  onClick={() => put(items.filter((other) => other.value !== one.value))}
                >
                  ×
                </button>
              </Tag>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <SkuPicker
        open={picking}
        onClose={() => setPicking(false)}
        onPick={(rows) => put([...items, ...rows.map((sku) => ({ value: sku.skuId, label: `${sku.skuCode} ${sku.name}` }))])}
        all
      />
    </div>
  );
}
