import { useMemo } from 'react';
import { call, newKey } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { latestRow } from '~/ui/form/latestRow';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import { creditTypeSave, creditTypes } from '../calls';
import type { TypeRow } from '../creditForm.schema';
import { TermsGrid } from '../pickers/TermsGrid';
import { termsDraft, termsFrom } from '../pickers/termsDraft';

const yesNo = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
];

const draftOf = (of: TypeRow | undefined) => ({
  code: of?.code ?? '',
  name: of?.name ?? '',
  revolving: String(of?.revolving ?? true),
  overPct: of?.overPct ?? '0',
  holdHours: of?.holdHours ? String(of.holdHours) : '',
  perOrderLimit: of?.perOrderLimit ?? '',
  enabled: String(of?.enabled ?? true),
  remark: of?.remark ?? '',
  ...termsDraft(of?.agreement),
});

/** A kind of limit, and what accounts of it agree about paying back unless an application says otherwise. */
export default function TypeDialog({ of, onClose }: { of: TypeRow | undefined; onClose: () => void }) {
  const key = useMemo(newKey, []);
  const defaults = draftOf(of);
  return (
    <FormDialog
      open
      onClose={onClose}
      title={of ? `编辑授信类型：${of.name}` : '新建授信类型'}
      defaults={defaults}
      latest={
        of &&
        latestRow(
          async () => (await call(creditTypes, {})).types,
          ({ id }) => id === of.id,
          draftOf,
        )
      }
      ok="保存"
      width="xl"
      submit={async (draft, _confirmed, version = of?.version ?? 0) => {
        const { code, name, overPct, holdHours, perOrderLimit, remark } = draft;
        const [revolving, enabled] = [draft.revolving === 'true', draft.enabled === 'true'];
        const given = { code, name, overPct, holdHours, perOrderLimit, remark, revolving, enabled, terms: termsFrom(draft) };
        await call(creditTypeSave, { id: of?.id ?? '', version, ...given }, { key });
        toast('授信类型已保存', 'ok');
        location.reload();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <Field name="code" label="编码" required hint="大写字母、数字、下划线">
          <Input maxLength={20} />
        </Field>
        <Field name="name" label="名称" required>
          <Input maxLength={20} />
        </Field>
        <Field name="revolving" label="循环" required>
          <Select options={yesNo('还款后额度恢复', '用完为止，还款不恢复')} />
        </Field>
        <Field name="overPct" label="可超额" hint="订单可以超过额度的百分之几；0为不允许">
          <NumberInput decimals={2} unit="%" />
        </Field>
        <Field name="holdHours" label="占用时效" hint="占用后多少小时未发货自动释放；留空随订单">
          <NumberInput decimals={0} unit="小时" />
        </Field>
        <Field name="perOrderLimit" label="单笔限额" hint="新开账户的默认值；留空不限">
          <NumberInput decimals={2} unit="元" />
        </Field>
        <Field name="enabled" label="状态" required>
          <Select options={yesNo('启用', '停用：不能新开账户，已有账户不受影响')} />
        </Field>
        <Field name="remark" label="备注">
          <Textarea maxLength={200} />
        </Field>
      </div>
      <h3 className="text-sm font-medium">默认还款条款</h3>
      <p className="text-sm text-ink-3">新开账户按这里的约定，授信申请里可按客户调整；已开的账户和用信单不变。</p>
      <div className="grid gap-3 sm:grid-cols-3">
        <TermsGrid />
      </div>
    </FormDialog>
  );
}
