import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call, isRefused, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormPage } from '~/ui/form/FormPage';
import { FormSection } from '~/ui/form/FormSection';
import { DateInput } from '~/ui/kit/Dates';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Attribute } from '../attribute.schema';
import { type attributeOptions, type categoryOptions, productDetail, productSave, type unitList } from '../calls';
import type { ProductDetail } from '../productForm.schema';
import { BasicSection } from './BasicSection';
import { describing, inputOf, type ProductValues, valuesOf } from './formValues';
import { ImagesInput } from './ImagesInput';
import { SaleAttributes, SkuMatrix } from './SkuMatrix';
import { UnitTable } from './UnitTable';
import { VisibilityTable } from './VisibilityTable';

const base = '/portal/supplyChain/factory/product';

interface Props {
  product: ProductDetail | null;
  /** `product` is only the model of a new one. */
  copy?: boolean;
  attributes: AnswerOf<typeof attributeOptions>['attributes'];
  categories: AnswerOf<typeof categoryOptions>['options'];
  units: AnswerOf<typeof unitList>['units'];
}

export default function ProductForm({ product, copy = false, attributes, categories: known, units: knownUnits }: Props) {
  const [key] = useState(newKey);
  const [categories, setCategories] = useState(known);
  const [units, setUnits] = useState(knownUnits);
  const editing = copy ? null : product;
  const branchOf = (categoryId: string) => categories.find((one) => one.id === categoryId)?.branch ?? [];
  const submit = async (values: ProductValues, _key: string, _confirmed: boolean, version = editing?.version) => {
    const shown = describing(attributes, branchOf(values.categoryId));
    const { id } = await call(productSave, inputOf(values, shown, editing && { ...editing, version: version as number }), { key }).catch((error: unknown) => {
      throw besideDescriptions(error, shown);
    });
    toast('商品已保存', 'ok');
    location.assign(href(`${base}/detail`, { id }));
  };
  return (
    <FormPage<ProductValues>
      defaults={valuesOf(product, copy)}
      submit={submit}
      latest={
        editing
          ? async () => {
              const now = await call(productDetail, { id: editing.id });
              return { values: valuesOf(now, false), version: now.version };
            }
          : undefined
      }
      draftKey={`product/${editing ? `${editing.id}/${editing.version}` : `new/${product?.id ?? ''}`}`}
      cancelHref={editing ? href(`${base}/detail`, { id: editing.id }) : `${base}/list`}
    >
      <BasicSection
        units={units}
        categories={categories}
        locked={Boolean(editing)}
        onCategory={(one) => setCategories([...categories, one])}
        onUnit={(one) => setUnits([...units, one])}
      />
      <DescriptionSection attributes={attributes} branchOf={branchOf} />
      <FormSection title="销售属性" columns={1} note="选择销售属性和属性值后生成SKU；没有规格差异的商品不用选择">
        <SaleAttributes attributes={attributes.filter((one) => one.kind === 'SALE')} />
      </FormSection>
      <FormSection title="SKU与价格" flush note="起订量和订购倍数按基本单位计算；留空为不限">
        <SkuMatrix />
      </FormSection>
      <FormSection title="单位换算" flush note="如 1箱 = 12个；单位售价留空时按基本单位价换算">
        <UnitTable units={units} />
      </FormSection>
      <FormSection title="税务" columns={3}>
        <Field name="taxRate" label="税率" required>
          <NumberInput decimals={4} unit="%" />
        </Field>
        <Field name="taxClassCode" label="税收分类编码" hint="19位数字">
          <Input maxLength={19} inputMode="numeric" />
        </Field>
      </FormSection>
      <FormSection title="图片与详情" columns={1}>
        <Field name="images" label="商品图片" hint="最多10张，第一张为主图">
          <ImagesInput />
        </Field>
        <Field name="detail" label="商品详情">
          <Textarea rows={6} maxLength={5000} />
        </Field>
      </FormSection>
      <FormSection title="可见范围" flush note="不设置则全部客户可见；设置“仅允许”后其他客户不可见，“不允许”优先">
        <VisibilityTable />
      </FormSection>
    </FormPage>
  );
}

function DescriptionSection({ attributes, branchOf }: { attributes: Attribute[]; branchOf: (categoryId: string) => string[] }) {
  const categoryId = useWatch({ name: 'categoryId' }) as string;
  const shown = describing(attributes, branchOf(categoryId));
  if (shown.length === 0) return null;
  return (
    <FormSection title="描述属性" columns={3}>
      {shown.map((attribute) => (
        <Field
          key={attribute.id}
          name={`desc.${attribute.id}`}
          label={attribute.unit ? `${attribute.name}（${attribute.unit}）` : attribute.name}
          required={attribute.required}
        >
          {inputFor(attribute)}
        </Field>
      ))}
    </FormSection>
  );
}

function inputFor(attribute: Attribute) {
  const options = attribute.values.map((one) => ({ value: one.name, label: one.name }));
  if (attribute.input === 'SINGLE') return <Select options={[{ value: '', label: '请选择' }, ...options]} />;
  if (attribute.input === 'MULTI') return <MultiSelect options={options} />;
  if (attribute.input === 'DATE') return <DateInput />;
  return attribute.input === 'NUMBER' ? <NumberInput decimals={6} /> : <Input maxLength={200} />;
}

/** The server names the attribute's place in the list; the form names it by its id. */
function besideDescriptions(error: unknown, shown: readonly Attribute[]): unknown {
  if (!isRefused(error) || !error.data.fields) return error;
  const fields = Object.entries(error.data.fields).map(([path, message]) => {
    const place = /^descAttrs\.(\d+)\./.exec(path);
    const attribute = place && shown[Number(place[1])];
    return [attribute ? `desc.${attribute.id}` : path, message];
  });
  error.data = { ...error.data, fields: Object.fromEntries(fields) };
  return error;
}
