import { useMemo, useState } from 'react';
import { CREDIT_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { ActionButton } from '~/ui/kit/Button';
import { Input, NumberInput, Textarea } from '~/ui/kit/Input';
import { Select } from '~/ui/kit/Select';
import { toast } from '~/ui/kit/toast';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { creditTypeSave, type creditTypes } from '../calls';
import type { TypeRow } from '../creditForm.schema';
import { Limit } from './limit';

type Types = AnswerOf<typeof creditTypes>['types'];
const states = { ON: '启用', OFF: '停用' };
const yesNo = (yes: string, no: string) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
];

/** The kinds of limit a factory grants. */
export default function TypeList({ types }: { types: Types }) {
  const canEdit = useCan(CREDIT_CONFIG);
  const [editing, setEditing] = useState<TypeRow | 'new'>();
  const columns: Column<TypeRow>[] = [
    { key: 'code', title: '编码' },
    { key: 'name', title: '名称' },
    { key: 'enabled', title: '状态', cell: (row) => <StatusTag status={row.enabled ? 'ON' : 'OFF'} names={states} /> },
    { key: 'revolving', title: '循环', cell: (row) => (row.revolving ? '还款后恢复' : '用完为止') },
    { key: 'overPct', title: '可超额', align: 'right', cell: (row) => `${row.overPct}%` },
    { key: 'holdHours', title: '占用时效', cell: (row) => (row.holdHours === null ? '随订单' : `${row.holdHours}小时`) },
    { key: 'perOrderLimit', title: '单笔限额(元)', align: 'right', cell: (row) => <Limit value={row.perOrderLimit} /> },
    { key: 'accounts', title: '账户数', align: 'right' },
    { key: 'terms', title: '默认还款条款', wrap: true },
    ...(canEdit
      ? [{ key: 'act', title: '操作', cell: (row: TypeRow) => <ActionButton size="sm" action={{ label: '编辑', onPress: () => setEditing(row) }} /> }]
      : []),
  ];
  return (
    <DetailPage title="授信类型" actions={[canEdit && { label: '新建授信类型', tone: 'primary', onPress: () => setEditing('new') }]}>
      <div className="rounded-lg border border-line bg-paper shadow-card">
        <DetailTable<TypeRow> caption="授信类型" rows={types} columns={columns} empty="还没有授信类型" />
      </div>
      {editing && <TypeDialog of={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </DetailPage>
  );
}

function TypeDialog({ of, onClose }: { of: TypeRow | undefined; onClose: () => void }) {
  const key = useMemo(newKey, []);
  const defaults = {
    code: of?.code ?? '',
    name: of?.name ?? '',
    revolving: String(of?.revolving ?? true),
    overPct: of?.overPct ?? '0',
    holdHours: of?.holdHours ? String(of.holdHours) : '',
    perOrderLimit: of?.perOrderLimit ?? '',
    enabled: String(of?.enabled ?? true),
    remark: of?.remark ?? '',
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={of ? `编辑授信类型：${of.name}` : '新建授信类型'}
      defaults={defaults}
      ok="保存"
      submit={async ({ revolving, enabled, ...draft }) => {
        await call(
          creditTypeSave,
          { id: of?.id ?? '', version: of?.version ?? 0, ...draft, revolving: revolving === 'true', enabled: enabled === 'true' },
          { key },
        );
        toast('授信类型已保存', 'ok');
        location.reload();
      }}
    >
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
    </FormDialog>
  );
}
