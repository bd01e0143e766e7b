import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { InputOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { FormTable } from '~/ui/form/FormTable';
import { latestRow } from '~/ui/form/latestRow';
import { Switch } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Option } from '~/ui/kit/types';
import { attributeInputs, attributeKinds, choosesValues } from '../attribute';
import type { Attribute } from '../attribute.schema';
import { attributeList, attributeSave } from '../calls';
import { findCategories } from '../pickers/categories';

interface Values {
  code: string;
  name: string;
  kind: 'SALE' | 'DESC';
  input: Attribute['input'];
  unit: string;
  required: boolean;
  /** Comma-joined: what MultiSelect speaks. */
  categoryIds: string;
  values: { id: string; code: string; name: string }[];
}
const kinds = optionsOf(attributeKinds);
const inputs = optionsOf(attributeInputs);

const blank: Values = { code: '', name: '', kind: 'SALE', input: 'SINGLE', unit: '', required: false, categoryIds: '', values: [] };

const valuesOf = (attribute: Attribute): Values => ({ ...attribute, categoryIds: attribute.categoryIds.join(',') });

export function AttributeDialog({ attribute, onClose, onDone }: { attribute: Attribute | null; onClose: () => void; onDone: () => void }) {
  const [categories, setCategories] = useState<Option[]>([]);
  useEffect(() => {
    findCategories('').then(setCategories, () => setCategories([]));
  }, []);
  return (
    <FormDialog<Values>
      open
      onClose={onClose}
      title={attribute ? `编辑属性“${attribute.name}”` : '新建属性'}
      width="lg"
      defaults={attribute ? valuesOf(attribute) : blank}
      latest={
        attribute
          ? latestRow(
              async () => (await call(attributeList, { pageSize: 200 })).pagedRecords,
              ({ id }) => id === attribute.id,
              valuesOf,
            )
          : undefined
      }
      submit={async (values, _confirmed, version = attribute?.version) => {
        await call(attributeSave, inputOf(values, attribute && version ? { id: attribute.id, version } : null));
        toast('属性已保存', 'ok');
        onDone();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="code" label="属性编码" required>
          <Input maxLength={20} />
        </Field>
        <Field name="name" label="属性名称" required>
          <Input maxLength={20} />
        </Field>
        <Field name="kind" label="属性类型" required hint="销售属性组合成SKU，描述属性只作说明">
          <Select options={kinds} />
        </Field>
        <InputKind />
        <Field name="unit" label="单位" hint="如 kg、mm，可不填">
          <Input maxLength={10} />
        </Field>
        <Field name="categoryIds" label="适用分类" hint="不选则适用全部分类">
          <MultiSelect options={categories} />
        </Field>
        <Field name="required" label="是否必填">
          <Switch label="必填" onChange={() => undefined} />
        </Field>
      </div>
      <ValueTable />
    </FormDialog>
  );
}

/** Sale attributes make SKUs: only a choice or a short text can. */
function InputKind() {
  const kind = useWatch({ name: 'kind' }) as Values['kind'];
  return (
    <Field name="input" label="录入方式" required>
      <Select options={kind === 'SALE' ? inputs.filter((one) => one.value === 'SINGLE' || one.value === 'TEXT') : inputs} />
    </Field>
  );
}

function ValueTable() {
  const input = useWatch({ name: 'input' }) as string;
  if (!choosesValues(input)) return null;
  return (
    <FormTable<Values['values'][number]>
      name="values"
      newRow={() => ({ id: '', code: '', name: '' })}
      columns={[
        { key: 'code', title: '属性值编码', required: true },
        { key: 'name', title: '属性值名称', required: true },
      ]}
    />
  );
}

function inputOf(values: Values, attribute: Pick<Attribute, 'id' | 'version'> | null): InputOf<typeof attributeSave> {
  return {
    ...attribute,
    code: values.code,
    name: values.name,
    kind: values.kind,
    input: values.input,
    unit: values.unit,
    required: values.required,
    categoryIds: values.categoryIds ? values.categoryIds.split(',') : [],
    values: choosesValues(values.input) ? values.values.filter((one) => one.code || one.name).map(({ id, code, name }) => ({ id, code, name })) : [],
  };
}
