import type { AttachedFile } from '~/domains/file/attachment.schema';
import { AttachmentInput } from '~/domains/file/pickers/AttachmentInput';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Switch } from '~/ui/kit/Checks';
import { Input, NumberInput } from '~/ui/kit/Input';
import { MultiSelect } from '~/ui/kit/MultiSelect';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { type ApplyKind, applyKinds } from '../apply';
import { materialList, materialSave } from '../calls';
import { customerTypes, type Home, type Material } from './MaterialHome';

interface Draft {
  name: string;
  kinds: string;
  creditTypeId: string;
  customerType: string;
  amountFrom: string;
  amountTo: string;
  required: boolean;
  most: string;
  sort: string;
  note: string;
  enabled: boolean;
  template: AttachedFile[];
}
const draftOf = (material: Material | null): Draft => ({
  name: material?.name ?? '',
  kinds: material?.kinds.join(',') ?? '',
  creditTypeId: material?.creditTypeId ?? '',
  customerType: material?.customerType ?? '',
  amountFrom: material?.amountFrom ?? '0',
  amountTo: material?.amountTo ?? '',
  required: material?.required ?? true,
  most: String(material?.most ?? 5),
  sort: String(material?.sort ?? 0),
  note: material?.note ?? '',
  enabled: material?.enabled ?? true,
  template: material?.template ? [material.template as AttachedFile] : [],
});

interface Props {
  home: Home;
  material: Material | null;
  onClose: () => void;
  onSaved: () => Promise<void>;
}

export default function MaterialDialog({ home, material, onClose, onSaved }: Props) {
  return (
    <FormDialog<Draft>
      open
      width="lg"
      title={material ? `修改材料：${material.name}` : '新建材料'}
      defaults={draftOf(material)}
      latest={
        material === null
          ? undefined
          : latestRow(
              async () => (await call(materialList, {})).materials,
              ({ id }) => id === material.id,
              draftOf,
            )
      }
      onClose={onClose}
      submit={async (draft, _confirmed, version = material?.version ?? 0) => {
        await call(materialSave, {
          ...draft,
          id: material?.id ?? '',
          version,
          kinds: draft.kinds.split(',').filter(Boolean) as ApplyKind[],
          customerType: draft.customerType as '' | '1' | '2',
          amountFrom: draft.amountFrom || '0',
          amountTo: draft.amountTo || null,
          most: Number(draft.most),
          sort: Number(draft.sort || '0'),
        });
        await onSaved();
        toast('材料已保存', 'ok');
      }}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field name="name" label="材料名称" required>
          <Input maxLength={40} />
        </Field>
        <Field name="kinds" label="申请类型" hint="不选为全部">
          <MultiSelect options={optionsOf(applyKinds)} />
        </Field>
        <Field name="creditTypeId" label="授信类型">
          <Select placeholder="全部" options={home.types.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
        <Field name="customerType" label="客户类型">
          <Select placeholder="全部" options={optionsOf(customerTypes)} />
        </Field>
        <Field name="amountFrom" label="申请金额从">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="amountTo" label="申请金额低于" hint="留空不限">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="most" label="数量上限" required>
          <NumberInput decimals={0} unit="个" />
        </Field>
        <Field name="sort" label="排序">
          <NumberInput decimals={0} />
        </Field>
        <Field name="required" label="必传">
          <Switch label="必传" />
        </Field>
        <Field name="enabled" label="启用">
          <Switch label="启用" />
        </Field>
        <Field name="note" label="说明" span={2}>
          <Input maxLength={100} />
        </Field>
        <Field name="template" label="模板文件" span={2}>
          <AttachmentInput max={1} />
        </Field>
      </div>
    </FormDialog>
  );
}
