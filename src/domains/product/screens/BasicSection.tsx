import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { AnswerOf } from '~/shared/endpoint';
import { Field } from '~/ui/form/Field';
import { FormSection } from '~/ui/form/FormSection';
import { Button } from '~/ui/kit/Button';
import { Combobox } from '~/ui/kit/Combobox';
import { Input } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { categoryOptions, unitList } from '../calls';
import { MAX_LEVEL } from '../category';
import type { CategoryOption } from '../category.schema';
import { findCategories, forgetCategories } from '../pickers/categories';
import { CategoryDialog } from './CategoryDialogs';
import type { ProductValues } from './formValues';
import { UnitFormDialog } from './UnitDialog';

type Unit = AnswerOf<typeof unitList>['units'][number];
type Categories = AnswerOf<typeof categoryOptions>['options'];

interface Props {
  units: readonly Unit[];
  categories: Categories;
  /** The base unit of a product in use stays. */
  locked: boolean;
  onCategory: (category: CategoryOption) => void;
  onUnit: (unit: Unit) => void;
}

export function BasicSection({ units, categories, locked, onCategory, onUnit }: Props) {
  const [making, setMaking] = useState<'category' | 'unit' | null>(null);
  const { setValue } = useFormContext<ProductValues>();
  const categoryId = useWatch({ name: 'categoryId' }) as string;
  const close = () => setMaking(null);
  const chooseNew = (field: 'categoryId' | 'baseUnitId', id: string, said: string) => {
    setValue(field, id, { shouldDirty: true, shouldValidate: true });
    toast(said, 'ok');
  };
  return (
    <FormSection title="基本信息" columns={3}>
      <Field name="name" label="商品名称" required>
        <Input maxLength={100} />
      </Field>
      <Field name="code" label="商品编码" required>
        <Input maxLength={40} />
      </Field>
      <Field name="categoryId" label="商品分类" required hint={<MakeOne label="新建分类" onPress={() => setMaking('category')} />}>
        <Combobox load={findCategories} shown={categories.find((one) => one.id === categoryId)?.fullName} placeholder="输入分类名称或编码" />
      </Field>
      <Field
        name="baseUnitId"
        label="基本单位"
        required
        hint={locked ? '已被使用的商品不能更换' : <MakeOne label="新建单位" onPress={() => setMaking('unit')} />}
      >
        <Select options={units.map((unit) => ({ value: unit.id, label: unit.name }))} />
      </Field>
      <Field name="brand" label="品牌">
        <Input maxLength={50} />
      </Field>
      <Field name="shortName" label="简称">
        <Input maxLength={50} />
      </Field>
      <Field name="spec" label="规格">
        <Input maxLength={100} />
      </Field>
      <Field name="model" label="型号">
        <Input maxLength={100} />
      </Field>
      <Field name="byBatch" label="库存批次" hint="按批次管理后，入库须填批次号，出库先到期先出，盘点逐批录入">
        <Select
          options={[
            { value: 'false', label: '不分批次' },
            { value: 'true', label: '按批次管理' },
          ]}
        />
      </Field>
      <CategoryDialog
        category={making === 'category' ? {} : null}
        parents={categories.filter((one) => one.level < MAX_LEVEL && one.status === 'ACTIVE').map((one) => ({ value: one.id, label: one.fullName }))}
        onClose={close}
        onDone={(saved) => {
          forgetCategories();
          onCategory(optionOf(saved, categories));
          chooseNew('categoryId', saved.id, `已新建分类“${saved.name}”并选中`);
        }}
      />
      <UnitFormDialog
        unit={making === 'unit' ? {} : null}
        onClose={close}
        onDone={(saved) => {
          onUnit({ ...saved, useCount: 0 });
          chooseNew('baseUnitId', saved.id, `已新建单位“${saved.name}”并选中`);
        }}
      />
    </FormSection>
  );
}

const MakeOne = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <span>
    没有合适的？
    <Button tone="link" size="sm" onClick={onPress}>
      {label}
    </Button>
  </span>
);

function optionOf({ id, name, parentId }: { id: string; name: string; parentId: string | null }, all: Categories): CategoryOption {
  const parent = all.find((one) => one.id === parentId);
  return {
    id,
    name,
    code: '',
    fullName: parent ? `${parent.fullName} / ${name}` : name,
    level: (parent?.level ?? 0) + 1,
    status: 'ACTIVE',
    branch: [...(parent?.branch ?? []), id],
  };
}
