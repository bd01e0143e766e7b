import { useMemo, useState } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Input, Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { sealList, sealSave } from '../calls';
import { type SealKind, sealKinds } from '../seal';
import type { SealView } from './sealViews';

const draftOf = (of: Pick<SealView, 'kind' | 'name' | 'number' | 'enabled' | 'remark'> | undefined, companyName: string) => ({
  kind: of?.kind ?? ('CONTRACT' as SealKind),
  name: of?.name ?? companyName,
  number: of?.number ?? '',
  enabled: String(of?.enabled ?? true),
  remark: of?.remark ?? '',
});

export default function SealDialog({ of, companyName, onClose }: { of: SealView | undefined; companyName: string; onClose: () => void }) {
  const key = useMemo(newKey, []);
  const [defaults] = useState(() => draftOf(of, companyName));
  return (
    <FormDialog
      open
      onClose={onClose}
      title={of ? `编辑印章：${of.name}` : '新建印章'}
      defaults={defaults}
      latest={
        of &&
        latestRow(
          async () => (await call(sealList, {})).seals,
          ({ id }) => id === of.id,
          (seal) => draftOf(seal, companyName),
        )
      }
      ok="保存"
      submit={async ({ enabled, ...draft }, _confirmed, version = of?.version ?? 0) => {
        await call(sealSave, { id: of?.id ?? '', version, ...draft, enabled: enabled === 'true' }, { key });
        toast('印章已保存', 'ok');
        location.reload();
      }}
    >
      <Field name="kind" label="印章类型" required {...(of ? { hint: '不能修改，请停用后新建' } : {})}>
        <Select options={optionsOf(sealKinds)} disabled={of !== undefined} />
      </Field>
      <Field name="name" label="印章名称" required hint={of ? '不能修改，请停用后新建' : '公章等填公司全称；法定代表人章填姓名'}>
        <Input maxLength={40} disabled={of !== undefined} />
      </Field>
      <Field name="number" label="备案编号" hint="公安备案的印章编号，显示在下缘；没有可不填">
        <Input maxLength={18} inputMode="numeric" />
      </Field>
      <Field name="enabled" label="状态" required>
        <Select
          options={[
            { value: 'true', label: '启用' },
            { value: 'false', label: '停用：不能再用于签署' },
          ]}
        />
      </Field>
      <Field name="remark" label="备注">
        <Textarea maxLength={200} />
      </Field>
    </FormDialog>
  );
}
