import { useState } from 'react';
import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { CREDIT_CONFIG } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { confirm } from '~/ui/kit/confirm';
import { Textarea } from '~/ui/kit/Input';
import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { riskActions, riskLift, riskWatch } from '../calls';
import { type RiskKind, riskKinds } from '../risk';

type Row = AnswerOf<typeof riskActions>['pagedRecords'][number];
const filters: Filter[] = [
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'kind', label: '动作', options: optionsOf(riskKinds) },
  { kind: 'select', key: 'state', label: '状态', options: optionsOf({ OPEN: '执行中', LIFTED: '已解除' }) },
  { kind: 'dates', key: 'begun', label: '执行日期', startKey: 'startDate', endKey: 'endDate', unit: 'day' },
];
const columns: Column<Row>[] = [
  { key: 'customerName', title: '客户', fixed: true },
  { key: 'kind', title: '动作', cell: (row) => riskKinds[row.kind as RiskKind] },
  { key: 'state', title: '状态', cell: (row) => <Tag tone={row.liftedAt ? 'neutral' : 'danger'}>{row.liftedAt ? '已解除' : '执行中'}</Tag> },
  { key: 'reason', title: '原因' },
  { key: 'ruleName', title: '来源', off: true },
  { key: 'accountNo', title: '授信账户', cell: (row) => row.accountNo || '- -' },
  { key: 'begunAt', title: '执行时间', kind: 'minute', sortable: true },
  { key: 'liftedAt', title: '解除时间', kind: 'minute' },
  { key: 'lifter', title: '解除人', off: true },
  { key: 'liftReason', title: '解除原因', off: true },
];

async function lifted(row: Row): Promise<boolean> {
  const agreed = await confirm({
    title: `解除对${row.customerName}的“${riskKinds[row.kind as RiskKind]}”？`,
    reason: { label: '解除原因', max: 200 },
    ok: '解除',
  });
  if (!agreed) return false;
  await call(riskLift, { id: row.id, reason: agreed.reason }, { key: newKey() });
  toast('已解除', 'ok');
  return true;
}

export function RiskActions({ asked }: { asked: Record<string, string> }) {
  const may = useCan(CREDIT_CONFIG);
  const [watching, setWatching] = useState<(() => void) | null>(null);
  return (
    <>
      <ListPage<Row>
        title="风控动作"
        source={{ id: 'credit/riskActions', local: true, query: asked, load: (q) => call(riskActions, q as never) }}
        filters={filters}
        columns={columns}
        buttons={(list) => [may && { label: '列入关注名单', onPress: () => setWatching(() => list.reload) }]}
        rowActions={(row, list) => [row.mayLift && { label: '解除', onPress: async () => (await lifted(row)) && list.reload() }]}
      />
      {watching && (
        <FormDialog<{ customerId: string; reason: string }>
          open
          title="列入关注名单"
          defaults={{ customerId: '', reason: '' }}
          onClose={() => setWatching(null)}
          submit={async (form) => {
            await call(riskWatch, form, { key: newKey() });
            toast('已列入关注名单', 'ok');
            watching();
          }}
        >
          <Field name="customerId" label="客户" required>
            <CustomerPicker />
          </Field>
          <Field name="reason" label="关注原因" required>
            <Textarea maxLength={200} />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
