import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { creditGroupSave, creditGroups } from '../calls';
import type { GroupRow } from '../creditForm.schema';

const states = [
  { value: 'false', label: '正常' },
  { value: 'true', label: '冻结：各公司都不能再用信' },
];

const draftOf = (of: GroupRow | undefined) => ({
  code: of?.code ?? '',
  name: of?.name ?? '',
  limit: of?.limit ?? '',
  frozen: String(of?.frozen ?? false),
  remark: of?.remark ?? '',
});

export default function GroupDialog({ of, onClose }: { of: GroupRow | undefined; onClose: () => void }) {
  const key = useMemo(newKey, []);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={of ? `编辑集团额度：${of.name}` : '新建集团额度'}
      defaults={draftOf(of)}
      latest={
        of &&
        latestRow(
          async () => (await call(creditGroups, {})).groups,
          ({ id }) => id === of.id,
          draftOf,
        )
      }
      ok="保存"
      submit={async ({ frozen, ...draft }, _confirmed, version = of?.version ?? 0) => {
        await call(creditGroupSave, { id: of?.id ?? '', version, ...draft, frozen: frozen === 'true' }, { key });
        toast('集团额度已保存', 'ok');
        location.reload();
      }}
    >
      <Field name="code" label="编码" required hint="大写字母、数字、下划线">
        <Input maxLength={20} />
      </Field>
      <Field name="name" label="集团名称" required>
        <Input maxLength={40} />
      </Field>
      <Field name="limit" label="集团额度" hint="各公司占用与已用合计的上限；留空不限，0为无额度">
        <NumberInput decimals={2} unit="元" />
      </Field>
      <Field name="frozen" label="状态" required>
        <Select options={states} />
      </Field>
      <Field name="remark" label="备注">
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}
