import { z } from 'zod';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Combobox } from '~/ui/kit/Combobox';
import { Input, NumberInput } from '~/ui/kit/Input';
import { toast } from '~/ui/kit/toast';
import { productSetCategory, productSetTax } from '../calls';
import { findCategories } from '../pickers/categories';
import { TaxRate } from '../productForm.schema';

interface Props {
  ids: string[];
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

const CategoryChoice = z.object({ categoryId: z.uuid('请选择分类') });
export function CategoryDialog({ ids, open, onClose, onDone }: Props) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`批量改分类（${ids.length}个商品）`}
      schema={CategoryChoice}
      defaults={{ categoryId: '' }}
      submit={async ({ categoryId }) => {
        const { count } = await call(productSetCategory, { ids, categoryId });
        toast(`已修改${count}个商品的分类`, 'ok');
        onDone();
      }}
    >
      <Field name="categoryId" label="商品分类" required>
        <Combobox load={findCategories} placeholder="输入分类名称或编码" />
      </Field>
    </FormDialog>
  );
}

const Tax = z.object({ taxRate: TaxRate, taxClassCode: z.union([z.literal(''), z.string().regex(/^\d{19}$/, '税收分类编码应为19位数字')]) });
export function TaxDialog({ ids, open, onClose, onDone }: Props) {
  return (
    <FormDialog<z.input<typeof Tax>>
      open={open}
      onClose={onClose}
      title={`批量改税率（${ids.length}个商品）`}
      schema={Tax}
      defaults={{ taxRate: '13', taxClassCode: '' }}
      submit={async (values) => {
        const { count } = await call(productSetTax, { ids, ...values });
        toast(`已修改${count}个商品的税率`, 'ok');
        onDone();
      }}
    >
      <Field name="taxRate" label="税率" required>
        <NumberInput decimals={4} unit="%" />
      </Field>
      <Field name="taxClassCode" label="税收分类编码" hint="19位数字，留空则不修改">
        <Input maxLength={19} inputMode="numeric" />
      </Field>
    </FormDialog>
  );
}
